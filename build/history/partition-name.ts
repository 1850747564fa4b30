import { DAY_MS, renderDay } from "../lib/time.ts";

/**
 * The folders of partitions in the state. Samples of builds and hours have one partition per UTC
 * day; days, and days that wait for publication, have one per UTC year.
 */
export const SAMPLES = "samples/";
export const HOURLY = "hourly/";
export const DAILY = "daily/";
export const PENDING_DAYS = "backfill-days/";

/** `samples/2026-11-20`. */
export function nameSamples(timeMs: number): string {
  return `${SAMPLES}${renderDay(timeMs)}`;
}

/** `hourly/2026-11-20`. */
export function nameHourly(timeMs: number): string {
  return `${HOURLY}${renderDay(timeMs)}`;
}

/** `daily/2026`. */
export function nameDaily(timeMs: number): string {
  return `${DAILY}${renderDay(timeMs).slice(0, 4)}`;
}

/** `backfill-days/2026`. */
export function namePendingDays(timeMs: number): string {
  return `${PENDING_DAYS}${renderDay(timeMs).slice(0, 4)}`;
}

/** The time of a partition: `startMs <= time < endMs`. Throws a RangeError on any other name. */
export function parsePartitionName(name: string): { startMs: number; endMs: number } {
  const [, year, day] = /^(?:samples|hourly|daily|backfill-days)\/(\d{4})(-\d\d-\d\d)?$/.exec(name) ?? [];
  const startMs = day === undefined ? Date.UTC(Number(year), 0, 1) : Date.parse(`${year}${day}T00:00:00Z`);
  if (!Number.isFinite(startMs)) throw new RangeError(`${name} is not the name of a partition`);
  return { startMs, endMs: day === undefined ? Date.UTC(Number(year) + 1, 0, 1) : startMs + DAY_MS };
}
