import { HOUR_MS, renderTime } from "../../../lib/time.ts";

/** The price of a moment, from the known series. No dependencies: it also runs in workers. */

/** How far the points of a series are apart by design. */
export type Resolution = "5m" | "1h" | "1d";

/** The prices of a coin in one resolution, ascending in time. */
export interface PriceSeries {
  resolution: Resolution;
  /** A point is the last price within the step from its time on: it counts from the end. */
  stepMs: number;
  /** How far the points are apart. */
  intervalMs: number;
  /** When the newest price was observed. The price of the running step counts from then. */
  newestMs?: number;
  /** By row: when a price was observed that is known to be older than the end of its step. */
  observedMs?: ReadonlyMap<number, number>;
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
  /** Unix milliseconds: the end of its step, or when it was observed. */
  countsFromMs: number;
}

export interface FoundPrice<Series extends PriceSeries = PriceSeries> {
  /** The price of the moment; absent if no series has one that is new enough. */
  found?: PricedMoment<Series>;
  /** Prices from the same time in later series. */
  others: readonly PricedMoment<Series>[];
  /** The nearest known prices, new enough or not. */
  before?: PricedMoment<Series>;
  after?: PricedMoment<Series>;
}

/** A price between two hours is the newest of its hour: it is new enough for two steps of hours. */
const LEAST_MS = 2 * HOUR_MS;

/**
 * The newest price that was known at the moment: never a later one, never one between two points.
 * Where several series have a price from the same time, the first one counts: the caller begins
 * with hours, so that the end of a closed hour has the hour's price everywhere. A price older than
 * two intervals of its series answers nothing, and an older one of a coarser series does not take
 * its place: "now" would have the close of yesterday. The same price in a coarser series does.
 */
export function findPrice<Series extends PriceSeries>(series: readonly Series[], timeMs: number): FoundPrice<Series> {
  const result: FoundPrice<Series> = { others: [] };
  const all = series.map((one) => findNeighbours(one, timeMs));
  for (const { before, after } of all) {
    if (before && isNewer(before, result.before)) result.before = before;
    if (after && (result.after === undefined || after.countsFromMs < result.after.countsFromMs)) result.after = after;
  }
  const isRecent = ({ countsFromMs, series: { intervalMs } }: PricedMoment) =>
    timeMs - countsFromMs <= Math.max(LEAST_MS, 2 * intervalMs);
  const [found, ...others] = all
    .flatMap(({ before }) => before ?? [])
    .filter((one) => !isNewer(result.before!, one) && isRecent(one));
  return found === undefined ? result : { ...result, found, others };
}

function isNewer(one: PricedMoment, known: PricedMoment | undefined): boolean {
  return known === undefined || one.countsFromMs > known.countsFromMs;
}

function findNeighbours<Series extends PriceSeries>(
  series: Series,
  timeMs: number,
): Pick<FoundPrice<Series>, "before" | "after"> {
  const { times, prices, stepMs, newestMs = Number.POSITIVE_INFINITY, observedMs } = series;
  const endOf = (at: number) => {
    const startMs = times[at] ?? Number.POSITIVE_INFINITY;
    return observedMs?.get(at) ?? Math.min(startMs + stepMs, Math.max(startMs, newestMs));
  };
  const pick = (from: number, step: 1 | -1): PricedMoment<Series> | undefined => {
    for (let at = from; at >= 0 && at < times.length; at += step) {
      const price = prices[at];
      if (price != null) return { series, at, price, countsFromMs: endOf(at) };
    }
    return undefined;
  };
  const ended = countUntil(times, timeMs - stepMs);
  // Only the step around the moment can count from before its end.
  const next = endOf(ended) <= timeMs ? ended + 1 : ended;
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
export const NO_PRICE_MESSAGE = "There is no price of";

/**
 * Why a moment has no price, with the nearest known ones. `unknown`: where no price before it is.
 */
export function describeNoPrice(
  symbol: string,
  timeMs: number,
  { before, after }: Pick<FoundPrice, "before" | "after">,
  unknown = "before it is known",
): string {
  const describe = (moment: PricedMoment | undefined, where: string, none = `${where} it is known`) =>
    moment === undefined
      ? `no price ${none}`
      : `the nearest price ${where} it is of ${renderTime(moment.countsFromMs)} (${moment.series.resolution})`;
  return `${NO_PRICE_MESSAGE} ${symbol} at ${renderTime(timeMs)}: ${describe(before, "before", unknown)}, ${describe(after, "after")}`;
}

/** Why a price has no value in a currency, although the currency has rates of other times. */
export function describeNoRateThen(symbol: string, timeMs: number, currency: string): string {
  return `${NO_PRICE_MESSAGE} ${symbol} at ${renderTime(timeMs)} in ${currency.toUpperCase()}: no exchange rate of that time is known`;
}
