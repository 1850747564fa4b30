import { renderTime } from "../../../lib/time.ts";

/** The price of a moment, from the known series. No dependencies: it also runs in workers. */

/** How far the points of a series are apart by design. */
export type Resolution = "5m" | "1h" | "1d";

/** The prices of a coin in one resolution, ascending in time. */
export interface PriceSeries {
  resolution: Resolution;
  /** A point is the last price within the step from its time on: it counts from the end. */
  stepMs: number;
  /** How far the points are apart. A price older than two intervals answers nothing. */
  intervalMs: number;
  /** Unix milliseconds: starts of the steps. */
  times: readonly number[];
  prices: readonly (number | null)[];
}

/** A price, and since when it counts. */
export interface PricedMoment<Series extends PriceSeries = PriceSeries> {
  series: Series;
  /** The row of the series. */
  at: number;
  price: number;
  /** Unix milliseconds: the end of its step. */
  countsFromMs: number;
}

export interface FoundPrice<Series extends PriceSeries = PriceSeries> {
  /** The price of the moment; absent if no series has one that is new enough. */
  found?: PricedMoment<Series>;
  /** The nearest known prices, new enough or not. */
  before?: PricedMoment<Series>;
  after?: PricedMoment<Series>;
}

/**
 * The newest price that was known at the moment: never a later one, never one between two points.
 * Where several series have a price from the same time, the first one counts: the caller begins
 * with hours, so that the end of a closed hour has the hour's price everywhere. It is new enough
 * if the last price of any series is: no older price of a coarser series is better.
 */
export function findPrice<Series extends PriceSeries>(series: readonly Series[], timeMs: number): FoundPrice<Series> {
  const result: FoundPrice<Series> = {};
  let isRecent = false;
  for (const one of series) {
    const { before, after } = findNeighbours(one, timeMs);
    if (before && isNewer(before, result.before)) result.before = before;
    if (after && (result.after === undefined || after.countsFromMs < result.after.countsFromMs)) result.after = after;
    isRecent ||= before !== undefined && timeMs - before.countsFromMs <= 2 * one.intervalMs;
  }
  return isRecent && result.before ? { ...result, found: result.before } : result;
}

function isNewer(one: PricedMoment, known: PricedMoment | undefined): boolean {
  return known === undefined || one.countsFromMs > known.countsFromMs;
}

function findNeighbours<Series extends PriceSeries>(
  series: Series,
  timeMs: number,
): Pick<FoundPrice<Series>, "before" | "after"> {
  const { times, prices, stepMs } = series;
  const pick = (from: number, step: 1 | -1): PricedMoment<Series> | undefined => {
    for (let at = from; at >= 0 && at < times.length; at += step) {
      const price = prices[at];
      if (price != null) return { series, at, price, countsFromMs: (times[at] ?? 0) + stepMs };
    }
    return undefined;
  };
  const next = countUntil(times, timeMs - stepMs);
  const before = pick(next - 1, -1);
  const after = pick(next, 1);
  return { ...(before && { before }), ...(after && { after }) };
}

/** How many of the ascending times are not after this one. */
function countUntil(times: readonly number[], timeMs: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((times[middle] ?? 0) <= timeMs) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The message of a moment without a price begins with it. */
export const NO_PRICE = "There is no price of";

/**
 * Why a moment has no price, with the nearest known ones. `unknown`: where no price before it is.
 */
export function describeNoPrice(
  symbol: string,
  timeMs: number,
  { before, after }: FoundPrice,
  unknown = "before it is known",
): string {
  const describe = (moment: PricedMoment | undefined, where: string, none = `${where} it is known`) =>
    moment === undefined
      ? `no price ${none}`
      : `the nearest price ${where} it is of ${renderTime(moment.countsFromMs)} (${moment.series.resolution})`;
  return `${NO_PRICE} ${symbol} at ${renderTime(timeMs)}: ${describe(before, "before", unknown)}, ${describe(after, "after")}`;
}
