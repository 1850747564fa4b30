import { DAY_MS, floorTo } from "../lib/time.ts";
import type { UsdPoint } from "./join.ts";
import type { KnownSeries } from "./known-series.ts";
import { USDT } from "./plan.ts";
import type { ReferenceMarket } from "./reference-market.ts";
import type { Step } from "./step.ts";

/**
 * A book's closes in USD per coin. USDT is worth what its own series says for the hour, or else for the day; a step without a rate is left
 * out, because a dollar is what USDT is not on the days that matter, and told in `waiting`.
 *
 * Volumes are not taken over: they are one venue's alone, and would read as the coin's.
 */
export function convertToUsd(
  points: readonly UsdPoint[],
  { quote, units }: ReferenceMarket,
  step: Step,
  known: KnownSeries,
): { points: UsdPoint[]; waiting: number[] } {
  const waiting: number[] = [];
  const converted = points.flatMap(({ timeMs, price }): UsdPoint[] => {
    const rate = quote === "USD" ? 1 : findUsdtRate(known, step, timeMs);
    if (rate !== undefined) return [{ timeMs, price: (price / units) * rate }];
    waiting.push(timeMs);
    return [];
  });
  return { points: converted, waiting };
}

function findUsdtRate(known: KnownSeries, step: Step, timeMs: number): number | undefined {
  const ofStep = known.find(step, USDT, timeMs);
  return (ofStep ?? known.find("daily", USDT, floorTo(timeMs, DAY_MS)))?.price;
}
