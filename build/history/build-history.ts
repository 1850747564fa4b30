import { DAY_MS, floorTo, HOUR_MS, MINUTE_MS } from "../lib/time.ts";
import { EMPTY_SERIES, type History, type Interval, type Series } from "./history.ts";
import type { SampleDay } from "./sample-day.ts";

const STEP_MS: Record<Interval, number> = { "5m": 5 * MINUTE_MS, "1h": HOUR_MS, "1d": DAY_MS };

/** The reference's hourly prices of a coin, the last one at `endMs`. */
export interface Sparkline {
  prices: readonly number[];
  endMs: number;
}

type Point = [price: number, marketCap: number | null, totalVolume: number | null];

/**
 * Series out of our own samples and, for hours before the first of them, the reference's hourly prices. A point stands for the step that
 * begins at its time and is the last sample within it; steps without a sample are missing, and days only appear once they are over.
 */
export function buildHistory(
  days: readonly SampleDay[],
  sparklines: ReadonlyMap<string, Sparkline>,
  asOfMs: number,
): History {
  const read = (coinId: string, interval: Interval): Map<number, Point> => {
    const stepMs = STEP_MS[interval];
    const points = new Map<number, Point>();
    const sparkline = sparklines.get(coinId);
    if (interval !== "5m" && sparkline !== undefined) {
      sparkline.prices.forEach((price, index) => {
        const timeMs = sparkline.endMs - (sparkline.prices.length - 1 - index) * HOUR_MS;
        points.set(floorTo(timeMs, stepMs), [price, null, null]);
      });
    }
    for (const { times, coins } of days) {
      const columns = coins[coinId];
      if (columns === undefined) continue;
      times.forEach((timeMs, index) => {
        const price = columns.prices[index] ?? null;
        if (price === null) return;
        points.set(floorTo(timeMs, stepMs), [
          price,
          columns.marketCaps[index] ?? null,
          columns.totalVolumes[index] ?? null,
        ]);
      });
    }
    if (interval === "1d") for (const time of points.keys()) if (time + DAY_MS > asOfMs) points.delete(time);
    return points;
  };
  return {
    series(coinId, interval, fromMs, toMs): Series {
      const points = [...read(coinId, interval)].filter(([time]) => time >= fromMs && time <= toMs);
      if (points.length === 0) return EMPTY_SERIES;
      points.sort(([a], [b]) => a - b);
      return {
        times: points.map(([time]) => time),
        prices: points.map(([, [price]]) => price),
        marketCaps: points.map(([, [, marketCap]]) => marketCap),
        totalVolumes: points.map(([, [, , totalVolume]]) => totalVolume),
      };
    },
  };
}
