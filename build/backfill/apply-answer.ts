import { DAY_MS, floorTo } from "../lib/time.ts";
import { isFlat, joinSeries, MAX_LAG_STEPS } from "./join.ts";
import { USDT } from "./plan.ts";
import type { Outcome } from "./retry-memory.ts";
import type { SeriesRequest, SeriesSource } from "./series-request.ts";
import type { SeriesStore, UsdPoint } from "./series-store.ts";
import type { FindSpot } from "./spot-reference.ts";
import { STEP_MS, type Step } from "./step.ts";

export interface Applied {
  outcome: Outcome;
  /** Points that were added. */
  points: number;
}

/**
 * Joins one coin's points of an answer to its series. Market cap and volume stay unknown: the
 * supply of that day is unknown, and the volume of one venue is not the coin's.
 */
export function applyAnswer(
  request: SeriesRequest,
  coinId: string,
  points: readonly UsdPoint[],
  series: SeriesStore,
  findSpot: FindSpot,
): Applied {
  const { source, step, window } = request;
  // Checked before the conversion to USD, whose rate changes with every step.
  if (isFlat(points)) return { outcome: "none", points: 0 };
  const spot = findSpot(source, coinId);
  // Today's price says nothing about earlier years.
  const reachesNow = spot !== undefined && spot.timeMs - window.toMs <= MAX_LAG_STEPS * STEP_MS[step];
  const joined = joinSeries(
    convertToUsd(points, source, step, series),
    (timeMs) => series.findPrice(step, coinId, timeMs),
    reachesNow ? spot : undefined,
    STEP_MS[step],
  );
  const added = "reason" in joined ? 0 : series.fill(step, coinId, joined.points, source.id);
  if (series.findGaps(step, coinId, window).length === 0) return { outcome: "complete", points: added };
  return { outcome: added > 0 ? "partial" : "none", points: added };
}

/**
 * Converts a market's closes to USD per coin. USDT has the rate of its own series for the hour, or
 * else for the day. Steps without a rate are left out: USDT leaves its peg on the days that matter.
 */
export function convertToUsd(
  points: readonly UsdPoint[],
  source: SeriesSource,
  step: Step,
  series: Pick<SeriesStore, "findPrice">,
): readonly UsdPoint[] {
  if (source.kind === "chart") return points;
  const { quote, units } = source.market;
  const findRate = (timeMs: number) =>
    series.findPrice(step, USDT, timeMs) ?? series.findPrice("daily", USDT, floorTo(timeMs, DAY_MS));
  return points.flatMap(({ timeMs, price }) => {
    const rate = quote === "USD" ? 1 : findRate(timeMs);
    return rate === undefined ? [] : [{ timeMs, price: (price / units) * rate }];
  });
}
