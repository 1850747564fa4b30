import { DAY_MS, floorTo } from "../../lib/time.ts";
import { findScoredStart } from "../market/totals/scorecards.ts";
import type { PerSpan } from "./run-report.ts";

/** The first millisecond of each span. A month has the days of the scorecards. */
export function findStarts(nowMs: number): PerSpan<number> {
  return { day: nowMs - DAY_MS + 1, week: nowMs - 7 * DAY_MS + 1, month: findScoredStart(nowMs) };
}

/**
 * The first moment at which a record that began at `sinceMs` covers each span. The last day is
 * shown at once. A month begins at 00:00 UTC. So its first day counts as known, although a
 * record lacks the hours before its first build.
 */
export function findCoverage(sinceMs: number): PerSpan<number> {
  const dayMs = floorTo(sinceMs, DAY_MS);
  return { day: sinceMs, week: sinceMs + 7 * DAY_MS, month: dayMs + (dayMs - findScoredStart(dayMs)) };
}
