import { HOUR_MS } from "../lib/time.ts";

/** How long a book has shown the same last price and volume, kept from build to build. */
export interface UnchangedRun {
  last: number;
  baseVolume: number | null;
  sinceMs: number;
  /** Consecutive builds that saw exactly this. */
  builds: number;
}

/** Both are needed: three quick builds prove nothing, and neither do two that lie far apart. */
const BUILDS = 3;
const SPAN_MS = 3 * HOUR_MS;

/** The run after one more build that saw `last` and `baseVolume`. */
export function extendRun(
  previous: UnchangedRun | null,
  seen: { last: number; baseVolume: number | null },
  now: number,
): UnchangedRun {
  const { last, baseVolume } = seen;
  if (previous === null || previous.last !== last || previous.baseVolume !== baseVolume) {
    return { last, baseVolume, sinceMs: now, builds: 1 };
  }
  return { last, baseVolume, sinceMs: previous.sinceMs, builds: previous.builds + 1 };
}

/** Rule 5.1 of the methodology: the reason to leave out a book that stands still bit for bit, or `null`. */
export function findUnchangedReason(run: UnchangedRun, now: number): string | null {
  return run.builds >= BUILDS && now - run.sinceMs >= SPAN_MS ? "unchanged for 3 builds and 3 hours" : null;
}
