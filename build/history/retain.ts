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

/** Until when the samples are rolled up: the end of the newest day of them that is closed. `undefined` where there are none. */
export function findSettledUntil(shelf: Shelf): number | undefined {
  const names = shelf.names(SAMPLES);
  const newest = names.findLast((name) => shelf.isClosed(name));
  if (newest !== undefined) return parsePartitionName(newest).endMs;
  return names[0] === undefined ? undefined : parsePartitionName(names[0]).startMs;
}

/**
 * Removes the days of which every point is older than its retention, but no samples that were not rolled up, nor the newest that were. After
 * a long pause no hours go before a day of builds is closed again, and so until a day after `settledMs`, what `findSettledUntil` said at the
 * beginning of this build: the archive of a month cannot change once its first hours are gone, and it has to get those of the last day
 * before the pause, what was filled in since, and the list of what is missing.
 */
export async function removeExpired(shelf: Shelf, asOfMs: number, settledMs: number = asOfMs): Promise<void> {
  const settledUntilMs = findSettledUntil(shelf);
  for (const name of shelf.names(SAMPLES)) {
    const { endMs } = parsePartitionName(name);
    if (endMs <= asOfMs - SAMPLES_KEPT_MS && shelf.isClosed(name) && endMs !== settledUntilMs) shelf.remove(name);
  }
  const expiredMs = Math.min(asOfMs, settledMs + DAY_MS) - HOURLY_KEPT_MS;
  for (const name of shelf.names(HOURLY)) {
    const { startMs, endMs } = parsePartitionName(name);
    if (endMs > expiredMs) continue;
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
