import { MINUTE_MS } from "../../lib/time.ts";

/** Clocks differ by minutes at most; what lies further ahead was not observed. */
const CLOCK_SKEW_MS = 15 * MINUTE_MS;

/** The time, or `null` where it lies in the future: it would look fresh for ever. */
export function acceptPastTime(timeMs: number | null, now: number): number | null {
  return timeMs !== null && timeMs > 0 && timeMs <= now + CLOCK_SKEW_MS ? timeMs : null;
}
