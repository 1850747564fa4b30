import { pickRows } from "../../lib/collections.ts";
import { findColumns, type Partition } from "./partition.ts";

/**
 * Columns of equal length, ascending in time (unix milliseconds). Prices, market caps and volumes
 * in USD.
 */
export interface Series {
  times: readonly number[];
  prices: readonly number[];
  marketCaps: readonly (number | null)[];
  totalVolumes: readonly (number | null)[];
  /** The source of each point; `null` for own points. Absent: all points are own. */
  origins?: readonly (string | null)[];
}

/** A coin's points with `fromMs <= time <= toMs`. The partitions follow one another in time. */
export function readSeries(partitions: readonly Partition[], coinId: string, fromMs: number, toMs: number): Series {
  return joinParts(readParts(partitions, coinId, fromMs, toMs));
}

/** The same, one part for each partition with points. */
export function readParts(partitions: readonly Partition[], coinId: string, fromMs: number, toMs: number): Series[] {
  return partitions.flatMap((partition) => readPart(partition, coinId, fromMs, toMs) ?? []);
}

/** The parts follow one another in time. */
export function joinParts(parts: readonly Series[]): Series {
  const labelled = parts.some(({ origins }) => origins?.some((origin) => origin !== null));
  return {
    times: join(parts.map(({ times }) => times)),
    prices: join(parts.map(({ prices }) => prices)),
    marketCaps: join(parts.map(({ marketCaps }) => marketCaps)),
    totalVolumes: join(parts.map(({ totalVolumes }) => totalVolumes)),
    ...(labelled ? { origins: join(parts.map(({ times, origins }) => origins ?? times.map(() => null))) } : {}),
  };
}

/** Many times faster than `flat`. */
function join<T>(parts: readonly (readonly T[])[]): T[] {
  const none: T[] = [];
  return none.concat(...parts);
}

/** `undefined` when the partition has no point of the coin in that time. */
function readPart(partition: Partition, coinId: string, fromMs: number, toMs: number): Series | undefined {
  const { times } = partition;
  if ((times.at(-1) ?? Number.NEGATIVE_INFINITY) < fromMs || (times[0] ?? 0) > toMs) return undefined;
  const columns = findColumns(partition, coinId);
  if (columns === undefined) return undefined;
  const start = findRow(times, fromMs);
  // Times are whole milliseconds.
  const end = findRow(times, Math.floor(toMs) + 1);
  const { prices, marketCaps, totalVolumes, origins } = columns;
  const nulls = marketCaps && totalVolumes ? [] : prices.map(() => null);
  const rows: number[] = [];
  for (let row = start; row < end; row += 1) if (prices[row] != null) rows.push(row);
  // Nearly every coin has a point at every time: then slices are enough, and faster.
  const isDense = rows.length === end - start;
  const pick = <T>(column: readonly T[]): T[] => (isDense ? column.slice(start, end) : pickRows(column, rows));
  return {
    times: pick(times),
    prices: pick(prices) as number[],
    marketCaps: pick(marketCaps ?? nulls),
    totalVolumes: pick(totalVolumes ?? nulls),
    ...(origins && { origins: pick(origins).map((label) => nameOrigin(partition, label)) }),
  };
}

function nameOrigin({ origins }: Partition, label: number | null | undefined): string | null {
  return origins?.[label ?? -1] ?? null;
}

/** The first row at or after the time. */
function findRow(times: readonly number[], timeMs: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((times[middle] ?? Number.POSITIVE_INFINITY) < timeMs) low = middle + 1;
    else high = middle;
  }
  return low;
}
