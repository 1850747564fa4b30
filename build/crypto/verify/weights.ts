import { PRICE_RULES } from "../market/rules/price.ts";

/*
 * The formulas of the methodology, written a second time: a check that shared the code of the
 * aggregation would repeat its mistakes. Only the numbers are shared.
 */

/** Half of the votes, less the noise of a sum. */
const HALF = 0.5 - 5e-10;

/** A venue that votes: its trust T, its price in USD and its counted volume v′ in USD. */
export interface Voter {
  trust: number;
  price: number;
  volume: number;
}

/** The smaller middle value of a list with at least one. */
export function findLowerMedian(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN;
}

/** The smallest value that, with all smaller ones, holds half of the weights. */
export function findWeightedMedian(values: readonly number[], weights: readonly number[]): number {
  const half = sum(weights) * HALF;
  const reaches = (value: number) => sum(weights.filter((_, at) => (values[at] ?? Number.NaN) <= value)) >= half;
  return Math.min(...values.filter(reaches));
}

/**
 * Shares of 1 in proportion to the weights, which are positive, none above `cap`; equal shares if
 * the cap leaves no others. The `k` largest are capped, for the smallest `k` with which the next
 * one fits.
 */
export function capShares(weights: readonly number[], cap: number): number[] {
  const count = weights.length;
  if (cap * count <= 1) return weights.map(() => 1 / count);
  const descending = [...weights].sort((a, b) => b - a);
  for (const [capped, largest] of descending.entries()) {
    // Added up each time: what a subtraction leaves of large numbers has few digits.
    const scale = (1 - capped * cap) / sum(descending.slice(capped));
    if (largest * scale <= cap) return weights.map((weight) => Math.min(weight * scale, cap));
  }
  return weights.map(() => 1 / count);
}

/** `cap` of the methodology with the trust group: shares of 1 in the order of the voters. */
export function weigh(voters: readonly Voter[], weights: readonly number[], cap: number): number[] {
  const { centreCap, groupCap, trustedQuorum } = PRICE_RULES;
  const shares = capShares(weights, cap);
  const isTrusted = voters.map(({ trust }) => trust >= 1);
  const trusted = isTrusted.filter(Boolean).length;
  const others = sum(shares.filter((_, at) => isTrusted[at] === false));
  if (trusted < trustedQuorum || others <= groupCap) return shares;
  const shareGroup = (group: boolean, whole: number) => {
    const own = weights.filter((_, at) => isTrusted[at] === group);
    return capShares(own, centreCap / own.length).map((share) => share * whole);
  };
  const high = shareGroup(true, 1 - groupCap);
  const low = shareGroup(false, groupCap);
  return isTrusted.map((one) => (one ? high : low).shift() ?? 0);
}

/** Which voters agree on a price, by the band around the centre. */
export function findCentral(voters: readonly Voter[]): boolean[] {
  const { band, bandInMads, centreCap } = PRICE_RULES;
  const prices = voters.map(({ price }) => price);
  const votes = weigh(
    voters,
    voters.map(({ trust, volume }) => trust * Math.sqrt(volume)),
    centreCap / voters.length,
  );
  const centre = findWeightedMedian(prices, votes);
  const deviation = findWeightedMedian(
    prices.map((price) => Math.abs(price - centre)),
    votes,
  );
  const measured = (bandInMads * deviation) / centre;
  const width = voters.length === 2 ? band.widest : Math.max(band.narrowest, Math.min(band.widest, measured));
  return prices.map((price) => Math.abs(price / centre - 1) <= width);
}

/** The shares in the price of the voters that were kept. */
export function weighKept(kept: readonly Voter[]): number[] {
  const { centreCap, priceCap } = PRICE_RULES;
  const cap = Math.max(priceCap, centreCap / kept.length);
  return weigh(
    kept,
    kept.map(({ trust, volume }) => trust * volume),
    cap,
  );
}

export function sum(values: readonly number[]): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
