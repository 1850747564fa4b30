import { floorTo } from "../../lib/time.ts";
import { type CoinColumns, type Partition, pickFromColumns } from "./partition.ts";

/**
 * One point per coin and step of `stepMs`, at the start of the step: the coin's last point within
 * it, with its market cap, volume and origin. A step without a point gets none.
 */
export function rollUp(partition: Partition, stepMs: number): Partition {
  const steps = partition.times.map((time) => floorTo(time, stepMs));
  const times = [...new Set(steps)];
  const target = new Map(times.map((time, row) => [time, row]));
  const rollUpColumns = (columns: CoinColumns): CoinColumns => {
    const last = times.map(() => -1);
    for (const [row, step] of steps.entries()) if (columns.prices[row] != null) last[target.get(step) ?? 0] = row;
    return pickFromColumns(columns, last);
  };
  const coins = Object.entries(partition.coins).map(([id, columns]) => [id, rollUpColumns(columns)]);
  return { ...partition, times, coins: Object.fromEntries(coins) };
}

/** Steps without a point: starts of the first and of the last one, in unix milliseconds. */
export interface Gap {
  fromMs: number;
  toMs: number;
  reason: string;
}

/** The missing steps within `times`, which are ascending starts of steps of `stepMs`. */
export function findGaps(times: readonly number[], stepMs: number, reason: string): Gap[] {
  return times.flatMap((time, at) => {
    const before = times[at - 1];
    if (before === undefined || time - before <= stepMs) return [];
    return [{ fromMs: before + stepMs, toMs: time - stepMs, reason }];
  });
}
