import { roundNumber } from "../../../lib/json/significant-digits.ts";
import { percentageChange } from "../../../lib/stats.ts";
import { DAY_MS } from "../../../lib/time.ts";
import type { Extreme, MarketCoin } from "../model/market.ts";
import { EXTREME_RULES } from "../rules/coins.ts";

const INTERVALS = ["1d", "1h", "5m"] as const;
/** The charts of hours end here. Those of earlier years would be read for every coin and build. */
const HOURS_SHOWN_MS = 31 * DAY_MS;

/** The points of the charts: times in unix milliseconds, prices in USD. */
export interface PublishedSeries {
  series(
    coinId: string,
    interval: (typeof INTERVALS)[number],
    fromMs: number,
    toMs: number,
  ): { times: readonly number[]; prices: readonly (number | null)[] };
}

type Point = readonly [timeMs: number, priceUsd: number];

/**
 * Moves all-time highs and lows to the published points that pass them: lists round theirs, and
 * venues differ from lists, so a chart would otherwise pass the number beside it. An extreme that
 * a point passes by more than `EXTREME_RULES.passed` is `null`: one number of two is wrong.
 */
export function followExtremes(coins: readonly MarketCoin[], history: PublishedSeries, asOfMs: number): MarketCoin[] {
  return coins.map((coin) => {
    const [highest, lowest] = findFurthest(history, coin.id, asOfMs - HOURS_SHOWN_MS);
    return {
      ...coin,
      ath: follow(coin.ath, highest, coin.price, (point, known) => point / known),
      atl: follow(coin.atl, lowest, coin.price, (point, known) => known / point),
    };
  });
}

/** The highest and the lowest point of all periods; `undefined`: there is none. */
function findFurthest(
  history: PublishedSeries,
  coinId: string,
  hoursFromMs: number,
): [Point | undefined, Point | undefined] {
  let highest: Point | undefined;
  let lowest: Point | undefined;
  for (const interval of INTERVALS) {
    const { times, prices } = history.series(
      coinId,
      interval,
      interval === "1h" ? hoursFromMs : 0,
      Number.POSITIVE_INFINITY,
    );
    for (const [at, timeMs] of times.entries()) {
      const price = prices[at] ?? 0;
      if (price <= 0) continue;
      if (highest === undefined || price > highest[1]) highest = [timeMs, price];
      if (lowest === undefined || price < lowest[1]) lowest = [timeMs, price];
    }
  }
  return [highest, lowest];
}

/** `exceed`: how far, as a factor, a point is beyond the known extreme. */
function follow(
  extreme: Extreme,
  point: Point | undefined,
  price: number | null,
  exceed: (point: number, known: number) => number,
): Extreme {
  if (extreme.price === null || point === undefined) return extreme;
  const [timeMs, reached] = point;
  // The points are rounded: the price of this build is not passed by its own point.
  const factor = exceed(reached, roundNumber(extreme.price));
  if (factor <= 1) return extreme;
  if (factor > EXTREME_RULES.passed) return { price: null, timeMs: null, changePercentage: null };
  return { price: reached, timeMs, changePercentage: percentageChange(reached, price) };
}
