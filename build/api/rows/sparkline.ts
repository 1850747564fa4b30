import type { History } from "../../history/history.ts";
import { floorTo } from "../../lib/time.ts";

/** Times in unix milliseconds, ascending and evenly spaced. */
export type Grid = readonly number[];

/** `length` times, `stepMs` apart, the last one at the newest step that `asOfMs` has reached. */
export function buildGrid(asOfMs: number, stepMs: number, length: number): Grid {
  const endMs = floorTo(asOfMs, stepMs);
  return Array.from({ length }, (_, step) => endMs - (length - 1 - step) * stepMs);
}

/**
 * A coin's hourly prices in USD over a grid of hours or more: at each time the last price of the step that ends there,
 * `null` where the step has none. Nothing is carried over from an earlier step. A point stands for the hour that begins at
 * its time, so the one at a grid time belongs to the step after it.
 */
export function computeSparkline(history: History, coinId: string, grid: Grid, stepMs: number): (number | null)[] {
  const values = new Array<number | null>(grid.length).fill(null);
  const [firstMs, lastMs] = [grid[0], grid.at(-1)];
  if (firstMs === undefined || lastMs === undefined) return values;
  const { times, prices } = history.series(coinId, "1h", firstMs - stepMs, lastMs - 1);
  times.forEach((timeMs, point) => {
    values[Math.floor((timeMs - firstMs) / stepMs) + 1] = prices[point] ?? null;
  });
  return values;
}
