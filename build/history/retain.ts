import { DAY_MS } from "../lib/time.ts";
import { findColumns, mergePartitions, type Partition } from "./partition.ts";
import { HOURLY, nameDaily, parsePartitionName, SAMPLES } from "./partition-name.ts";
import { readPartition, writePartition } from "./partition-shelf.ts";
import { rollUp } from "./roll-up.ts";
import type { Shelf } from "./shelf.ts";

/** Long enough for the change of a day and for the 5-minute series of a day. */
export const SAMPLES_KEPT_MS = 3 * DAY_MS;
/** Long enough for the hourly series of 30 days, with time to repair a gap. */
export const HOURLY_KEPT_MS = 45 * DAY_MS;

/** Removes the days of which every point is older than its retention, but no samples that were not rolled up. */
export async function removeExpired(shelf: Shelf, asOfMs: number): Promise<void> {
  for (const name of shelf.names(SAMPLES)) {
    if (parsePartitionName(name).endMs <= asOfMs - SAMPLES_KEPT_MS && shelf.isClosed(name)) shelf.remove(name);
  }
  for (const name of shelf.names(HOURLY)) {
    const { startMs, endMs } = parsePartitionName(name);
    if (endMs > asOfMs - HOURLY_KEPT_MS) continue;
    await keepDay(shelf, nameDaily(startMs), await readPartition(shelf, name), asOfMs);
    shelf.remove(name);
  }
}

/** Hours that were filled in later may be all that is known of their day. */
async function keepDay(shelf: Shelf, yearName: string, hours: Partition, asOfMs: number): Promise<void> {
  const days = rollUp(hours, DAY_MS);
  const year = await readPartition(shelf, yearName);
  if (!hasNewPoint(days, year)) return;
  writePartition(shelf, yearName, mergePartitions(days, year), asOfMs, "days were rolled up from their hours");
}

function hasNewPoint(days: Partition, year: Partition): boolean {
  const rows = days.times.map((time) => year.times.indexOf(time));
  return Object.entries(days.coins).some(([id, { prices }]) => {
    const known = findColumns(year, id)?.prices;
    return prices.some((price, at) => price !== null && (known?.[rows[at] ?? -1] ?? null) === null);
  });
}
