/** All times inside the program are unix milliseconds, UTC. */

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** ISO 8601 in UTC with whole seconds: `2026-11-20T09:15:00Z`. */
export function renderTime(timeMs: number): string {
  return `${new Date(Math.floor(timeMs / SECOND_MS) * SECOND_MS).toISOString().slice(0, 19)}Z`;
}

/** The UTC calendar day: `2026-11-20`. */
export function renderDay(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10);
}

/** The start of the step of `stepMs` around `timeMs`; steps are aligned to the unix epoch. */
export function floorTo(timeMs: number, stepMs: number): number {
  return Math.floor(timeMs / stepMs) * stepMs;
}
