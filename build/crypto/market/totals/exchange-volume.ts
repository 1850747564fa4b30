import { VOLUME_RULES } from "../rules/price.ts";
import { EXCHANGE_RULES } from "../rules/totals.ts";

/**
 * The volume of an exchange in USD of 24 hours: its pairs, and each of its coins up to the same
 * limit as in the volume of the coin. `null` without pairs.
 */
export function sumExchangeVolume(
  pairs: readonly { base: string; volume24hUsd: number | null }[],
  clipOf: (base: string) => number,
): number | null {
  if (pairs.length === 0) return null;
  const byBase = new Map<string, number>();
  for (const { base, volume24hUsd } of pairs) byBase.set(base, (byBase.get(base) ?? 0) + (volume24hUsd ?? 0));
  let total = 0;
  for (const [base, volume] of byBase) total += Math.min(volume, clipOf(base));
  return total;
}

/**
 * Which exchanges state an implausible multiple of what the reference lists for them, so that an
 * exchange alone cannot raise its rank. A list that most exchanges exceed is in another unit and
 * contradicts none. Both in USD of 24 hours, `listed` in the order of `own`; `null` where unknown.
 */
export function findInflated(own: readonly (number | null)[], listed: readonly (number | null)[]): boolean[] {
  const ratios = own.map((volume, at) => (volume === null || !listed[at] ? null : volume / listed[at]));
  const inflated = ratios.map((ratio) => ratio !== null && ratio > VOLUME_RULES.referenceMultiple);
  const compared = ratios.filter((ratio) => ratio !== null);
  const isListWrong = inflated.filter(Boolean).length > EXCHANGE_RULES.mostWrong * compared.length;
  return isListWrong ? inflated.map(() => false) : inflated;
}
