/** All times inside the program are unix milliseconds, UTC. */

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** ISO 8601 in UTC with whole seconds: `2026-11-20T09:15:00Z`. */
export function renderTime(timeMs: number): string {
  const known = times.get(timeMs);
  if (known !== undefined) return known;
  const text = `${new Date(Math.floor(timeMs / SECOND_MS) * SECOND_MS).toISOString().slice(0, 19)}Z`;
  if (times.size >= MOST_KNOWN) times.clear();
  times.set(timeMs, text);
  return text;
}

/** The UTC calendar day: `2026-11-20`. */
export function renderDay(timeMs: number): string {
  const day = Math.floor(timeMs / DAY_MS);
  const known = days.get(day);
  if (known !== undefined) return known;
  const text = new Date(timeMs).toISOString().slice(0, 10);
  if (days.size >= MOST_KNOWN) days.clear();
  days.set(day, text);
  return text;
}

/** Answers and tables have the same times and days coin after coin. */
const times = new Map<number, string>();
const days = new Map<number, string>();
const MOST_KNOWN = 10_000;

/** The start of the step of `stepMs` that `timeMs` lies in; steps are aligned to the unix epoch. */
export function floorTo(timeMs: number, stepMs: number): number {
  return Math.floor(timeMs / stepMs) * stepMs;
}
