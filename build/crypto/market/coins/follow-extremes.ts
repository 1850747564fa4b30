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
 * Moves highs and lows, of all time and of the last 24 hours, to the published points that pass
 * them: lists round theirs, and venues differ from lists, so a chart would otherwise pass the
 * number beside it. One that a point passes by more than `EXTREME_RULES.passed` is `null`: one
 * number of two is wrong.
 */
export function followExtremes(coins: readonly MarketCoin[], history: PublishedSeries, asOfMs: number): MarketCoin[] {
  return coins.map((coin) => {
    const { all, day } = readRanges(history, coin.id, asOfMs);
    return {
      ...coin,
      ath: follow(coin.ath, all.highest, coin.price, above),
      atl: follow(coin.atl, all.lowest, coin.price, below),
      high24h: followDay(coin.high24h, day.highest, above),
      low24h: followDay(coin.low24h, day.lowest, below),
    };
  });
}

/** The highest and the lowest point; `undefined`: there is none. */
interface PointRange {
  highest: Point | undefined;
  lowest: Point | undefined;
}

/** Of all periods, and of the last 24 hours. */
function readRanges(history: PublishedSeries, coinId: string, asOfMs: number): Record<"all" | "day", PointRange> {
  const all: PointRange = { highest: undefined, lowest: undefined };
  const day: PointRange = { highest: undefined, lowest: undefined };
  for (const interval of INTERVALS) {
    const fromMs = interval === "1h" ? asOfMs - HOURS_SHOWN_MS : 0;
    const { times, prices } = history.series(coinId, interval, fromMs, Number.POSITIVE_INFINITY);
    for (const [at, timeMs] of times.entries()) {
      const price = prices[at] ?? 0;
      if (price <= 0) continue;
      widen(all, timeMs, price);
      if (interval !== "1d" && timeMs > asOfMs - DAY_MS) widen(day, timeMs, price);
    }
  }
  return { all, day };
}

function widen(range: PointRange, timeMs: number, price: number): void {
  if (range.highest === undefined || price > range.highest[1]) range.highest = [timeMs, price];
  if (range.lowest === undefined || price < range.lowest[1]) range.lowest = [timeMs, price];
}

/** How far a point is beyond the known extreme, as a factor. */
type Exceed = (point: number, known: number) => number;
const above: Exceed = (point, known) => point / known;
const below: Exceed = (point, known) => known / point;

function followDay(known: number | null, point: Point | undefined, exceed: Exceed): number | null {
  const extreme: Extreme = { price: known, timeMs: null, changePercentage: null };
  return follow(extreme, point, null, exceed).price;
}

function follow(extreme: Extreme, point: Point | undefined, price: number | null, exceed: Exceed): Extreme {
  if (extreme.price === null || point === undefined) return extreme;
  const [timeMs, reached] = point;
  // The points are rounded: the price of this build is not passed by its own point.
  const factor = exceed(reached, roundNumber(extreme.price));
  if (factor <= 1) return extreme;
  if (factor > EXTREME_RULES.passed) return { price: null, timeMs: null, changePercentage: null };
  return { price: reached, timeMs, changePercentage: percentageChange(reached, price) };
}
