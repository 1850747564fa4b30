import { DAY_MS, floorTo } from "../../lib/time.ts";
import { joinSeries } from "./join.ts";
import { USDT } from "./plan.ts";
import type { Outcome } from "./retry-memory.ts";
import type { SeriesRequest, SeriesSource } from "./series-request.ts";
import type { SeriesPoint, SeriesStore, UsdPoint } from "./series-store.ts";
import type { FindSpot } from "./spot-reference.ts";
import { type CandleStep, STEP_MS } from "./step.ts";

/**
 * Where USDT moved by more within a day (share), the day has no rate for its hours: an hour before
 * the fall would get the price after it.
 */
const STEADY = 0.005;
/** So many equal prices are a venue without trades. Stablecoins may report a constant price. */
const FLAT_STEPS = 12;
const DOLLAR = { least: 0.98, most: 1.02 };

/** What an answer added to a coin's series. */
export interface Applied {
  outcome: Outcome;
  /** How many points were added. */
  points: number;
  /** The answer's points in USD, not scaled. */
  usd: readonly SeriesPoint[];
}

/**
 * Joins one coin's points of an answer to its series. Market cap and volume stay unknown: the
 * supply of that day is unknown, and the volume of one venue is not the coin's.
 */
export function applyAnswer(
  { source, step, window }: SeriesRequest,
  coinId: string,
  points: readonly SeriesPoint[],
  series: SeriesStore,
  findSpot: FindSpot,
): Applied {
  const findPrice = (timeMs: number) => series.findPrice(step, coinId, timeMs);
  const usd = convertToUsd(points, source, step, series);
  const isMissing = (timeMs: number) => series.isMissing(step, coinId, timeMs);
  const joined = joinSeries(usd, findPrice, findSpot(source, coinId), STEP_MS[step], isMissing);
  const added = series.fill(step, coinId, joined, source.id);
  if (series.findGaps(step, coinId, window).length === 0) return { outcome: "complete", points: added, usd };
  return { outcome: added > 0 ? "partial" : "none", points: added, usd };
}

/**
 * Converts a market's closes to USD per coin. USDT has the rate of its own series for the hour, or
 * else for a day on which it stayed where it was. Steps without a rate are left out: USDT leaves
 * its peg on the days that matter. A series whose price never changes has no points.
 */
export function convertToUsd<Of extends CandleStep>(
  points: readonly SeriesPoint[],
  source: SeriesSource,
  step: Of,
  series: { findPrice(step: Of | "daily", coinId: string, timeMs: number): number | undefined },
): SeriesPoint[] {
  const { quote, units } = source.kind === "chart" ? { quote: "USD", units: 1 } : source.market;
  const perCoin = points.map((point) => scalePoint(point, 1 / units));
  if (isFlat(perCoin)) return [];
  if (quote === "USD") return perCoin;
  const findSteadyRate = (dayMs: number) => {
    const [before, after] = [dayMs - DAY_MS, dayMs].map((timeMs) => series.findPrice("daily", USDT, timeMs));
    return before !== undefined && after !== undefined && Math.abs(after / before - 1) < STEADY ? after : undefined;
  };
  return perCoin.flatMap((point) => {
    const { timeMs } = point;
    const rate = series.findPrice(step, USDT, timeMs) ?? findSteadyRate(floorTo(timeMs, DAY_MS));
    return rate === undefined ? [] : [scalePoint(point, rate)];
  });
}

/** The price and its range times a factor: a rate, or the scale of a source. */
export function scalePoint({ timeMs, price, range }: SeriesPoint, factor: number): SeriesPoint {
  const scaled = { timeMs, price: price * factor };
  if (range === undefined) return scaled;
  return {
    ...scaled,
    range: { open: range.open * factor, high: range.high * factor, low: range.low * factor },
  };
}

/** Before the conversion, because the rate of USDT changes with every step. */
function isFlat(points: readonly UsdPoint[]): boolean {
  const [first] = points;
  if (first === undefined || points.length < FLAT_STEPS) return false;
  if (first.price > DOLLAR.least && first.price < DOLLAR.most) return false;
  return points.every(({ price }) => price === first.price);
}
