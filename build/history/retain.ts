import { DAY_MS } from "../lib/time.ts";
import type { StateStore } from "../platform/platform.ts";
import { findColumns, mergePartitions, type Partition } from "./partition.ts";
import { listNames, readPartition, writePartition } from "./partition-document.ts";
import { HOURLY, nameDaily, parsePartitionName, SAMPLES } from "./partition-name.ts";
import { rollUp } from "./roll-up.ts";

/** Long enough for the change of a day and for the 5-minute series of a day. */
export const SAMPLES_KEPT_MS = 3 * DAY_MS;
/** Long enough for the hourly series of 30 days, with time to repair a gap. */
export const HOURLY_KEPT_MS = 45 * DAY_MS;

/** Until when the samples are rolled up: the end of the newest day of them that is closed. `undefined` where there are none. */
export function findSettledUntil(state: StateStore): number | undefined {
  const names = listNames(state, SAMPLES);
  const newest = names.findLast((name) => state.find(name)?.closed === true);
  if (newest !== undefined) return parsePartitionName(newest).endMs;
  return names[0] === undefined ? undefined : parsePartitionName(names[0]).startMs;
}

/**
 * Removes the days of which every point is older than its retention, but no samples that were not rolled up, nor the newest that were. After
 * a long pause no hours go before a day of builds is closed again, and so until a day after `settledMs`, what `findSettledUntil` said at the
 * beginning of this build: the archive of a month cannot change once its first hours are gone, and it has to get those of the last day
 * before the pause, what was filled in since, and the list of what is missing.
 */
export async function removeExpired(state: StateStore, asOfMs: number, settledMs: number = asOfMs): Promise<void> {
  const settledUntilMs = findSettledUntil(state);
  for (const name of listNames(state, SAMPLES)) {
    const { endMs } = parsePartitionName(name);
    if (endMs <= asOfMs - SAMPLES_KEPT_MS && state.find(name)?.closed === true && endMs !== settledUntilMs)
      state.write(name, undefined);
  }
  const expiredMs = Math.min(asOfMs, settledMs + DAY_MS) - HOURLY_KEPT_MS;
  for (const name of listNames(state, HOURLY)) {
    const { startMs, endMs } = parsePartitionName(name);
    if (endMs > expiredMs) continue;
    await keepDay(state, nameDaily(startMs), await readPartition(state, name), asOfMs);
    state.write(name, undefined);
  }
}

/** Hours that were filled in later may be all that is known of their day. */
async function keepDay(state: StateStore, yearName: string, hours: Partition, asOfMs: number): Promise<void> {
  const days = rollUp(hours, DAY_MS);
  const year = await readPartition(state, yearName);
  if (!hasNewPoint(days, year)) return;
  writePartition(state, yearName, mergePartitions(days, year), asOfMs, "days were rolled up from their hours");
}

function hasNewPoint(days: Partition, year: Partition): boolean {
  const rows = days.times.map((time) => year.times.indexOf(time));
  return Object.entries(days.coins).some(([id, { prices }]) => {
    const known = findColumns(year, id)?.prices;
    return prices.some((price, at) => price !== null && (known?.[rows[at] ?? -1] ?? null) === null);
  });
}
