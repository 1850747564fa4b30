import { DAY_MS } from "../../../lib/time.ts";
import type { Ticker } from "../../normalise/record.ts";
import type { VenueVote } from "../aggregate/aggregate-price.ts";
import { findOffers } from "../aggregate/ticker-price.ts";
import type { PriceInterval } from "../model/price-evidence.ts";
import { INTERVAL_RULES } from "../rules/price.ts";

/**
 * The interval meant to hold 95 % of fair venue prices at the moment of the price: a prediction
 * interval of Student's t. Its variance joins what the venues in the price show (their weighted
 * distances from it) with what each of their pairs shows (half of its spread), because few venues
 * may agree by chance. The age of the last trades adds the move of that time. `null` with fewer
 * than two venues: one says nothing about the others.
 */
export function computeInterval(votes: readonly VenueVote[], price: number, now: number): PriceInterval | null {
  const kept = votes.filter((vote) => vote.kept && vote.weight > 0);
  if (kept.length < 2) return null;
  const mean = (measure: (vote: VenueVote) => number) =>
    kept.reduce((sum, vote) => sum + vote.weight * measure(vote), 0);
  const meanOfTickers = (measure: (ticker: Ticker) => number) => mean((vote) => averageTickers(vote, measure));
  const squares = mean(({ weight }) => weight);
  const distance = Math.sqrt(mean(({ priceUsd }) => ((priceUsd ?? price) / price - 1) ** 2));
  const halfSpread = Math.sqrt(meanOfTickers((ticker) => findHalfSpread(ticker) ** 2));
  const ageMs = meanOfTickers(({ tradeTimeMs }) => Math.max(0, now - (tradeTimeMs ?? now)));
  const { offerDegrees, movePerDay } = INTERVAL_RULES;
  // The weighted form of n − 1: equal weights of n venues give exactly that.
  const degrees = 1 / squares - 1;
  const shown = distance ** 2 / (1 - squares);
  const variance = (degrees * shown + offerDegrees * halfSpread ** 2) / (degrees + offerDegrees);
  const moved = (movePerDay ** 2 * ageMs) / DAY_MS;
  const quantile = computeStudentQuantile(degrees + offerDegrees);
  const half = quantile * Math.sqrt(variance * (1 + squares) + moved);
  const parts = { venues: 1 / squares, distance, halfSpread, ageMs, quantile };
  return { low: price / (1 + half), high: price * (1 + half), parts };
}

function averageTickers({ tickers }: VenueVote, measure: (ticker: Ticker) => number): number {
  let sum = 0;
  for (const { row, share } of tickers) if (share > 0) sum += share * measure(row.ticker);
  return sum;
}

function findHalfSpread(ticker: Ticker): number {
  const { leastHalfSpread, halfSpreadWithoutOffers } = INTERVAL_RULES;
  const offers = findOffers(ticker);
  return offers === null ? halfSpreadWithoutOffers : Math.max(offers.spread / 2, leastHalfSpread);
}

/** The 0.975 quantile of the normal distribution. */
const NORMAL = 1.959964;

/**
 * The 0.975 quantile of Student's t by the expansion of Cornish and Fisher (Abramowitz and Stegun,
 * 26.7.5): within 1 % from three degrees of freedom on.
 */
export function computeStudentQuantile(degrees: number): number {
  const z = NORMAL;
  const first = (z ** 3 + z) / 4;
  const second = (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96;
  const third = (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384;
  return z + first / degrees + second / degrees ** 2 + third / degrees ** 3;
}
