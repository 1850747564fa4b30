import { HOUR_MS } from "../../lib/time.ts";
import { LISTING_RULES } from "../rules.ts";

/** What of a book is compared from build to build. */
export interface BookFace {
  last: number;
  /** `null` where the venue tells none; then the best offers stand in for it. */
  baseVolume: number | null;
  bid?: number | null;
  ask?: number | null;
}

/** How long a book has shown the same face. */
export interface UnchangedRun extends BookFace {
  sinceMs: number;
  /** Consecutive builds that saw exactly this. */
  builds: number;
}

export const UNCHANGED = `unchanged for ${LISTING_RULES.unchangedBuilds} builds and ${LISTING_RULES.unchangedMs / HOUR_MS} hours`;

/** The run after one more build that saw this. */
export function extendRun(previous: UnchangedRun | null, seen: BookFace, now: number): UnchangedRun {
  const same = previous !== null && isSame(previous, seen);
  const sinceMs = same ? previous.sinceMs : now;
  const builds = same ? previous.builds + 1 : 1;
  const { last, baseVolume, bid = null, ask = null } = seen;
  // Offers are only kept where they are compared.
  return baseVolume === null ? { last, baseVolume, bid, ask, sinceMs, builds } : { last, baseVolume, sinceMs, builds };
}

function isSame(a: BookFace, b: BookFace): boolean {
  if (a.last !== b.last || a.baseVolume !== b.baseVolume) return false;
  return a.baseVolume !== null || ((a.bid ?? null) === (b.bid ?? null) && (a.ask ?? null) === (b.ask ?? null));
}

/** Rule 5.1 of the methodology: whether a book stands still, bit for bit, for too long to be a market. */
export function isUnchanged({ builds, sinceMs }: UnchangedRun, now: number): boolean {
  return builds >= LISTING_RULES.unchangedBuilds && now - sinceMs >= LISTING_RULES.unchangedMs;
}
