import type { History } from "../history/history.ts";
import { floorTo } from "../lib/time.ts";

/** Times in unix milliseconds, ascending and evenly spaced. */
export type Grid = readonly number[];

/** `length` times, `stepMs` apart, the last one at the newest step that `asOfMs` has reached. */
export function buildGrid(asOfMs: number, stepMs: number, length: number): Grid {
  const endMs = floorTo(asOfMs, stepMs);
  return Array.from({ length }, (_, step) => endMs - (length - 1 - step) * stepMs);
}

/**
 * A coin's hourly prices in USD over a grid of hours or more: at each time the last price of the step that ends there,
 * `null` where the step has none. Nothing is carried over from an earlier step.
 */
export function computeSparkline(history: History, coinId: string, grid: Grid, stepMs: number): (number | null)[] {
  const values = new Array<number | null>(grid.length).fill(null);
  const [firstMs, lastMs] = [grid[0], grid.at(-1)];
  if (firstMs === undefined || lastMs === undefined) return values;
  const { times, prices } = history.series(coinId, "1h", firstMs - stepMs + 1, lastMs);
  times.forEach((timeMs, point) => {
    values[Math.ceil((timeMs - firstMs) / stepMs)] = prices[point] ?? null;
  });
  return values;
}
