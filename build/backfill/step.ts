import { DAY_MS, HOUR_MS } from "../lib/time.ts";

/** The series that are filled: what a step is called in the memory, and how long it is. */
export type Step = "hourly" | "daily";

export const STEPS: readonly Step[] = ["daily", "hourly"];
export const STEP_MS: Readonly<Record<Step, number>> = { hourly: HOUR_MS, daily: DAY_MS };

/** Hours are kept so long (retention of the hourly series): older ones would be removed again. */
const HOURLY_KEPT_MS = 45 * DAY_MS;
/** Before the oldest price of any coin that a source knows; a coin's own beginning is found by asking. */
const FIRST_DAY_MS = Date.UTC(2010, 0, 1);

/** The stretch that may be filled: from the start of its first step to the end of its last one that is over at `asOfMs`. */
export function findReach(step: Step, asOfMs: number): { startMs: number; endMs: number } {
  const stepMs = STEP_MS[step];
  const endMs = Math.floor(asOfMs / stepMs) * stepMs;
  const startMs = step === "daily" ? FIRST_DAY_MS : Math.floor((asOfMs - HOURLY_KEPT_MS) / stepMs) * stepMs;
  return { startMs, endMs };
}
