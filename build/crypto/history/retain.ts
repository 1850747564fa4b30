import type { StateStore } from "../../kit/platform/platform.ts";
import { DAY_MS, floorTo } from "../../lib/time.ts";
import { closeMonths, type ExpiredDay, findHourlyStart, HOURLY_KEPT_MS, hasNewPoint, keepHours } from "./kept-hours.ts";
import { mergePartitions, type Partition } from "./partition.ts";
import {
  DENSE,
  HOURLY,
  listNames,
  nameDaily,
  nameHours,
  parsePartitionName,
  readPartition,
  SAMPLES,
  writePartition,
} from "./partition-document.ts";
import { PAST_HOURS, type PastHours, restartPastHours } from "./past-hours-document.ts";
import { rollUp } from "./roll-up.ts";

/** Enough for the 24h change and for the 5-minute series of a day. */
export const SAMPLES_KEPT_MS = 3 * DAY_MS;
/** The longest period with prices between two builds. */
export const DENSE_KEPT_MS = DAY_MS;

/** The end of the newest closed day of samples: until then samples are rolled up. */
export function findClosedUntil(state: StateStore): number | undefined {
  const samples = state.list(SAMPLES);
  const newest = samples.findLast(({ closed }) => closed);
  if (newest !== undefined) return parsePartitionName(newest.name).endMs;
  return samples[0] === undefined ? undefined : parsePartitionName(samples[0].name).startMs;
}

/**
 * Deletes days of samples, of prices between builds and of hours that are older than their
 * retention. Keeps samples that are not rolled up, and the newest closed day. Hours of the coins
 * `largest` move into the months that are kept for good. After a pause that is longer than hours
 * are kept, the backfill of old hours begins anew: it has read the months before the pause, and
 * would never request these.
 *
 * After a long pause between builds, hours are kept until another day is closed: until a day after
 * `closedUntilMs`, the result of `findClosedUntil` before this build. The archive of a month is
 * frozen once its first hours are gone. Before that it must get the hours of the last day before
 * the pause, the points that were filled in since, and the list of gaps.
 */
export async function removeExpired(
  state: StateStore,
  asOfMs: number,
  largest: readonly string[],
  closedUntilMs: number = asOfMs,
): Promise<void> {
  const newestClosedMs = findClosedUntil(state);
  for (const { name, closed } of state.list(SAMPLES)) {
    const { endMs } = parsePartitionName(name);
    if (endMs <= asOfMs - SAMPLES_KEPT_MS && closed && endMs !== newestClosedMs) state.write(name, undefined);
  }
  for (const name of listNames(state, DENSE))
    if (parsePartitionName(name).endMs <= asOfMs - DENSE_KEPT_MS) state.write(name, undefined);
  const expiredMs = Math.min(asOfMs, closedUntilMs + DAY_MS) - HOURLY_KEPT_MS;
  const expired: ExpiredDay[] = [];
  for (const name of listNames(state, HOURLY)) {
    const { startMs, endMs } = parsePartitionName(name);
    if (endMs > expiredMs) continue;
    const hours = await readPartition(state, name);
    await keepDay(state, nameDaily(startMs), hours, asOfMs);
    expired.push({ startMs, hours });
    state.write(name, undefined);
  }
  await keepHours(state, expired, largest, expiredMs);
  const past = await state.read<PastHours>(PAST_HOURS);
  // The backfill of old hours, where there is one, closes a month whose last day has no hours.
  if (past === undefined) await closeMonths(state, expiredMs);
  else if (await hasUnseenDay(state, expired, findHourlyStart(state, asOfMs)))
    state.write(PAST_HOURS, restartPastHours(past), { rows: 0, removes: true });
}

/**
 * Whether some day from the first expired one until `untilMs` has no hours, and passed without a
 * build while it was one of the recent days.
 */
async function hasUnseenDay(state: StateStore, expired: readonly ExpiredDay[], untilMs: number): Promise<boolean> {
  // After a shorter pause, each of these days was a recent day of some build.
  if (untilMs - (expired[0]?.startMs ?? untilMs) <= HOURLY_KEPT_MS) return false;
  const seen = new Set(expired.map(({ startMs }) => startMs));
  for (let dayMs = expired[0]?.startMs ?? untilMs; dayMs < untilMs; dayMs += DAY_MS) {
    if (seen.has(dayMs)) continue;
    // A restore may have brought back an old day: those after it have moved already.
    const { times } = await readPartition(state, nameHours(dayMs));
    for (const timeMs of times) seen.add(floorTo(timeMs, DAY_MS));
    if (!seen.has(dayMs)) return true;
  }
  return false;
}

/** Hours that were filled in later can be the only points of their day. */
async function keepDay(state: StateStore, yearName: string, hours: Partition, asOfMs: number): Promise<void> {
  const days = rollUp(hours, DAY_MS);
  const year = await readPartition(state, yearName);
  // A closed year gets no new revision without a new point.
  if (!hasNewPoint(days, year)) return;
  writePartition(state, yearName, mergePartitions(days, year), {
    asOfMs,
    reopen: "days were rolled up from their hours",
  });
}
