import type { ReferenceCoin } from "../../normalise/record.ts";
import { REFERENCE_RULES } from "../rules.ts";

/**
 * What is left of a coin of a list that is not answered any more: who it is, its supply and its extremes last, its price a day,
 * the range of its day three cadences. A price without a time is as old as can be.
 */
export function expireReference(coin: ReferenceCoin, now: number, cadenceMs: number): ReferenceCoin {
  const ageMs = now - (coin.updatedAtMs ?? 0);
  if (ageMs <= REFERENCE_RULES.rangeCadences * cadenceMs) return coin;
  const ranged = { ...coin, high24hUsd: null, low24hUsd: null };
  if (ageMs <= REFERENCE_RULES.priceMs) return ranged;
  return {
    ...ranged,
    priceUsd: null,
    marketCapUsd: null,
    fullyDilutedValuationUsd: null,
    volumeUsd: null,
    change24hUsd: null,
    changePercentage1h: null,
    changePercentage24h: null,
    changePercentage7d: null,
    changePercentage30d: null,
    changePercentage1y: null,
  };
}
