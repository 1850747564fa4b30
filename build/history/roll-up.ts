import { floorTo } from "../lib/time.ts";
import type { CoinColumns, Partition } from "./partition.ts";

/**
 * One point per coin and step of `stepMs`, at the start of the step: the coin's last point within
 * it, with its market cap, volume and origin. A step without a point gets none.
 */
export function rollUp(partition: Partition, stepMs: number): Partition {
  const steps = partition.times.map((time) => floorTo(time, stepMs));
  const times = [...new Set(steps)];
  const target = new Map(times.map((time, row) => [time, row]));
  const rows = steps.map((step) => target.get(step) ?? 0);
  const coins = Object.fromEntries(
    Object.entries(partition.coins).map(([id, columns]) => [id, rollUpColumns(columns, rows, times.length)]),
  );
  return { times, coins, ...(partition.origins === undefined ? {} : { origins: partition.origins }) };
}

function rollUpColumns(columns: CoinColumns, rows: readonly number[], length: number): CoinColumns {
  const last = new Array<number | null>(length).fill(null);
  columns.prices.forEach((price, row) => {
    const step = rows[row];
    if (price !== null && step !== undefined) last[step] = row;
  });
  const pick = (column: readonly (number | null)[]) => last.map((row) => (row === null ? null : (column[row] ?? null)));
  const { prices, marketCaps, totalVolumes, origins } = columns;
  return {
    prices: pick(prices),
    marketCaps: pick(marketCaps),
    totalVolumes: pick(totalVolumes),
    ...(origins === undefined ? {} : { origins: pick(origins) }),
  };
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
