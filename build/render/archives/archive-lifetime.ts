import type { ArchiveEntry } from "../../api/archive-entry.ts";
import { DAY_MS } from "../../lib/time.ts";
import type { KnownArchive } from "./archive-memory.ts";

/**
 * A finished period stays open for this time after its last change, because later builds backfill
 * missed ones: a complete file should not change an hour later.
 */
const GRACE_MS = 2 * DAY_MS;

export type Standing = Pick<ArchiveEntry, "complete" | "revision" | "superseded"> & { changedAtMs: number };

/**
 * Whether a file is complete, and its revision. A replaced complete file is open again for the
 * grace period, so that many small repairs are one revision.
 */
export function judgeRevision(
  sha256: string,
  closesAtMs: number | null,
  known: KnownArchive | undefined,
  asOfMs: number,
): Standing {
  const same = known?.entry.sha256 === sha256;
  const changedAtMs = known !== undefined && same ? known.changedAtMs : asOfMs;
  const complete = isComplete(closesAtMs, changedAtMs, asOfMs);
  if (known === undefined) return { complete, revision: 0, superseded: [], changedAtMs };
  const { revision, superseded } = known.entry;
  if (same || !known.entry.complete) return { complete, revision, superseded, changedAtMs };
  const replaced = { revision, sha256: known.entry.sha256 };
  return { complete, revision: revision + 1, superseded: [...superseded, replaced], changedAtMs };
}

function isComplete(closesAtMs: number | null, changedAtMs: number, asOfMs: number): boolean {
  return closesAtMs !== null && asOfMs >= Math.max(closesAtMs, changedAtMs) + GRACE_MS;
}

/**
 * The end of the last period that is too old to be published, counted back from the newest period
 * and not from the clock: a wrong clock or a year without a build removes nothing.
 */
export function findExpiry(closings: Iterable<number | null>, months: number | undefined): number {
  const known = [...closings].filter((closesAtMs) => closesAtMs !== null);
  if (months === undefined || known.length === 0) return Number.NEGATIVE_INFINITY;
  const newest = new Date(Math.max(...known));
  return Date.UTC(newest.getUTCFullYear(), newest.getUTCMonth() - months, 1);
}
