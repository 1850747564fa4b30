import { DAY_MS, floorTo } from "../lib/time.ts";
import type { UsdPoint } from "./join.ts";
import type { KnownSeries } from "./known-series.ts";
import { USDT } from "./plan.ts";
import type { ReferenceMarket } from "./reference-market.ts";
import type { Step } from "./step.ts";

/** With fewer steps converted than this share, the dollar rate is what is missing, and the candles are asked for again later. */
const MIN_SHARE = 0.8;

/**
 * A book's closes in USD per coin. USDT is worth what its own series says for the hour, or else for the day; a step without a rate is left
 * out, because a dollar is what USDT is not on the days that matter. `undefined` where that leaves too little.
 *
 * Volumes are not taken over: they are one venue's alone, and would read as the coin's.
 */
export function convertToUsd(
  points: readonly UsdPoint[],
  { quote, units }: ReferenceMarket,
  step: Step,
  known: KnownSeries,
): UsdPoint[] | undefined {
  const converted = points.flatMap(({ timeMs, price }): UsdPoint[] => {
    const rate = quote === "USD" ? 1 : findUsdtRate(known, step, timeMs);
    return rate === undefined ? [] : [{ timeMs, price: (price / units) * rate }];
  });
  return converted.length < MIN_SHARE * points.length ? undefined : converted;
}

function findUsdtRate(known: KnownSeries, step: Step, timeMs: number): number | undefined {
  const ofStep = known.find(step, USDT, timeMs);
  return (ofStep ?? known.find("daily", USDT, floorTo(timeMs, DAY_MS)))?.price;
}
