import { DAY_MS, floorTo, HOUR_MS } from "../lib/time.ts";

/** The series that are filled: what a step is called in the memory, and how long it is. */
export type Step = "hourly" | "daily";

export const STEPS: readonly Step[] = ["daily", "hourly"];
export const STEP_MS: Readonly<Record<Step, number>> = { hourly: HOUR_MS, daily: DAY_MS };

/** Hours are kept so long (retention of the hourly series): older ones would be removed again. */
const HOURLY_KEPT_MS = 45 * DAY_MS;
/** Before the oldest price of any coin that a source knows; a coin's own beginning is found by asking. */
const FIRST_DAY_MS = Date.UTC(2010, 0, 1);

/**
 * The stretch that may be filled: from the start of its first step to the end of its last one that is over at `asOfMs`. Hours from the
 * second day that is kept: those of an expired one would be rolled up into a day again by the next build, in the middle of its own.
 */
export function findReach(step: Step, asOfMs: number): { startMs: number; endMs: number } {
  const stepMs = STEP_MS[step];
  const endMs = Math.floor(asOfMs / stepMs) * stepMs;
  const startMs = step === "daily" ? FIRST_DAY_MS : floorTo(asOfMs - HOURLY_KEPT_MS, DAY_MS) + DAY_MS;
  return { startMs, endMs };
}
