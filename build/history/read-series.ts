import type { Series } from "./history.ts";
import { findColumns, type Partition } from "./partition.ts";

/** A coin's points with `fromMs <= time <= toMs` out of partitions that follow one another in time. */
export function readSeries(partitions: readonly Partition[], coinId: string, fromMs: number, toMs: number): Series {
  const times: number[] = [];
  const prices: number[] = [];
  const marketCaps: (number | null)[] = [];
  const totalVolumes: (number | null)[] = [];
  const origins: (string | null)[] = [];
  for (const partition of partitions) {
    if ((partition.times.at(-1) ?? Number.NEGATIVE_INFINITY) < fromMs || (partition.times[0] ?? 0) > toMs) continue;
    const columns = findColumns(partition, coinId);
    if (columns === undefined) continue;
    for (let row = findRow(partition.times, fromMs); row < partition.times.length; row += 1) {
      const time = partition.times[row];
      if (time === undefined || time > toMs) break;
      const price = columns.prices[row] ?? null;
      if (price === null) continue;
      times.push(time);
      prices.push(price);
      marketCaps.push(columns.marketCaps[row] ?? null);
      totalVolumes.push(columns.totalVolumes[row] ?? null);
      origins.push(partition.origins?.[columns.origins?.[row] ?? -1] ?? null);
    }
  }
  const labelled = origins.some((origin) => origin !== null);
  return { times, prices, marketCaps, totalVolumes, ...(labelled ? { origins } : {}) };
}

/** The first row that is not before `fromMs`. */
function findRow(times: readonly number[], fromMs: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((times[middle] ?? Number.POSITIVE_INFINITY) < fromMs) low = middle + 1;
    else high = middle;
  }
  return low;
}
