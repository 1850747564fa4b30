import type { StepBackfill } from "./backfill-memory.ts";
import { STEP_MS, type Step } from "./step.ts";

/**
 * A stretch to ask for, by the starts of its steps: `fromMs <= start < toMs`. `first`: nothing was asked yet; `gap`: steps are missing
 * after what is covered; `older`: what lies before it.
 */
export interface Window {
  kind: "first" | "gap" | "older";
  fromMs: number;
  toMs: number;
}

/** The missing steps after what is covered, from the first to the end of the last; `undefined` where none is missing. */
export function findMissing(
  step: Step,
  fromMs: number,
  toMs: number,
  isKnown: (timeMs: number) => boolean,
): { fromMs: number; toMs: number } | undefined {
  const stepMs = STEP_MS[step];
  let first: number | undefined;
  let last = 0;
  for (let timeMs = fromMs; timeMs < toMs; timeMs += stepMs) {
    if (isKnown(timeMs)) continue;
    first ??= timeMs;
    last = timeMs;
  }
  return first === undefined ? undefined : { fromMs: first, toMs: last + stepMs };
}

/**
 * What to ask for next, at most `span` steps: the newest stretch first, then what has gone missing since, then ever older ones until the
 * start of `reach`. `undefined` where nothing is left.
 */
export function findWindow(
  progress: StepBackfill | undefined,
  missing: { fromMs: number; toMs: number } | undefined,
  reach: { startMs: number; endMs: number },
  spanMs: number,
): Window | undefined {
  if (progress === undefined) {
    return { kind: "first", fromMs: Math.max(reach.startMs, reach.endMs - spanMs), toMs: reach.endMs };
  }
  if (missing !== undefined) {
    return { kind: "gap", fromMs: missing.fromMs, toMs: Math.min(missing.toMs, missing.fromMs + spanMs) };
  }
  if (progress.sinceMs <= reach.startMs) return undefined;
  return { kind: "older", fromMs: Math.max(reach.startMs, progress.sinceMs - spanMs), toMs: progress.sinceMs };
}
