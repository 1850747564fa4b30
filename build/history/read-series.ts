import type { Series } from "./history.ts";
import { type CoinColumns, findColumns, type Partition } from "./partition.ts";

/** A coin's points with `fromMs <= time <= toMs` out of partitions that follow one another in time. */
export function readSeries(partitions: readonly Partition[], coinId: string, fromMs: number, toMs: number): Series {
  const parts = partitions.flatMap((partition) => readPart(partition, coinId, fromMs, toMs) ?? []);
  const labelled = parts.some(({ origins }) => origins?.some((origin) => origin !== null));
  return {
    times: join(parts.map(({ times }) => times)),
    prices: join(parts.map(({ prices }) => prices)),
    marketCaps: join(parts.map(({ marketCaps }) => marketCaps)),
    totalVolumes: join(parts.map(({ totalVolumes }) => totalVolumes)),
    ...(labelled ? { origins: join(parts.map(({ times, origins }) => origins ?? times.map(() => null))) } : {}),
  };
}

/** Many times as fast as `flat`. */
function join<T>(parts: readonly (readonly T[])[]): T[] {
  return ([] as T[]).concat(...parts);
}

/** `undefined` where the partition has no point of the coin in that time. */
function readPart(partition: Partition, coinId: string, fromMs: number, toMs: number): Series | undefined {
  const { times } = partition;
  if ((times.at(-1) ?? Number.NEGATIVE_INFINITY) < fromMs || (times[0] ?? 0) > toMs) return undefined;
  const columns = findColumns(partition, coinId);
  if (columns === undefined) return undefined;
  const start = findRow(times, fromMs);
  const end = findRow(times, toMs, true);
  const prices = columns.prices.slice(start, end);
  // Nearly every coin has a point at every time: then whole stretches are taken.
  if (prices.includes(null)) return readPresent(partition, columns, start, end);
  return {
    times: times.slice(start, end),
    prices: prices as number[],
    marketCaps: columns.marketCaps.slice(start, end),
    totalVolumes: columns.totalVolumes.slice(start, end),
    ...(columns.origins && { origins: columns.origins.slice(start, end).map((label) => nameOrigin(partition, label)) }),
  };
}

/** The same where some times have no point. */
function readPresent(partition: Partition, columns: CoinColumns, start: number, end: number): Series {
  const rows: number[] = [];
  for (let row = start; row < end; row += 1) if (columns.prices[row] != null) rows.push(row);
  return {
    times: rows.map((row) => partition.times[row] as number),
    prices: rows.map((row) => columns.prices[row] as number),
    marketCaps: rows.map((row) => columns.marketCaps[row] ?? null),
    totalVolumes: rows.map((row) => columns.totalVolumes[row] ?? null),
    ...(columns.origins && { origins: rows.map((row) => nameOrigin(partition, columns.origins?.[row])) }),
  };
}

function nameOrigin({ origins }: Partition, label: number | null | undefined): string | null {
  return origins?.[label ?? -1] ?? null;
}

/** The first row that is not before the time or, with `after`, that is after it. */
function findRow(times: readonly number[], timeMs: number, after = false): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const time = times[middle] ?? Number.POSITIVE_INFINITY;
    if (time < timeMs || (after && time === timeMs)) low = middle + 1;
    else high = middle;
  }
  return low;
}
