import { DAY_MS, renderDay } from "../lib/time.ts";

/** The folders of the state that hold partitions: every build's samples and hours by UTC day, days by UTC year; days that wait to be served. */
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

/** The stretch of time that a partition stands for: `startMs <= time < endMs`. Throws a RangeError on a name that is none. */
export function parsePartitionName(name: string): { startMs: number; endMs: number } {
  const [, year, day] = /^(?:samples|hourly|daily|backfill-days)\/(\d{4})(-\d\d-\d\d)?$/.exec(name) ?? [];
  const startMs = day === undefined ? Date.UTC(Number(year), 0, 1) : Date.parse(`${year}${day}T00:00:00Z`);
  if (!Number.isFinite(startMs)) throw new RangeError(`${name} is not the name of a partition`);
  return { startMs, endMs: day === undefined ? Date.UTC(Number(year) + 1, 0, 1) : startMs + DAY_MS };
}
