import { DAY_MS, floorTo, HOUR_MS, MINUTE_MS } from "../../lib/time.ts";
import { HOURLY_KEPT_MS } from "../history/kept-hours.ts";

/** The series that are filled. */
export type Step = "hourly" | "daily";

/** The steps of candles: those of the series, and those between two builds. */
export type CandleStep = Step | "5m";

export const STEPS: readonly Step[] = ["daily", "hourly"];
export const STEP_MS: Readonly<Record<CandleStep, number>> = {
  "5m": 5 * MINUTE_MS,
  hourly: HOUR_MS,
  daily: DAY_MS,
};

/** A range of steps by their starts: `fromMs <= start < toMs`. */
export interface StepRange {
  fromMs: number;
  toMs: number;
}

/** Before the oldest price that any source has. */
const FIRST_DAY_MS = Date.UTC(2010, 0, 1);

/**
 * The steps that may be filled: closed ones that are kept. Hours begin with the second day that is
 * kept: hours of an expired day would be rolled up again by the next build.
 */
export function findRange(step: Step, asOfMs: number): StepRange {
  const fromMs = step === "daily" ? FIRST_DAY_MS : floorTo(asOfMs - HOURLY_KEPT_MS, DAY_MS) + DAY_MS;
  return { fromMs, toMs: floorTo(asOfMs, STEP_MS[step]) };
}

/** The parts of ascending ranges that lie within another one. */
export function clipRanges(ranges: readonly StepRange[], fromMs: number, toMs: number): StepRange[] {
  return ranges
    .map((range) => ({ fromMs: Math.max(range.fromMs, fromMs), toMs: Math.min(range.toMs, toMs) }))
    .filter((range) => range.fromMs < range.toMs);
}
