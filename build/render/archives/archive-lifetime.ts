import type { ArchiveEntry } from "../../api/archive-entry.ts";
import { DAY_MS } from "../../lib/time.ts";
import type { KnownArchive } from "./archive-memory.ts";

/**
 * A period that is over stays open for so long after its last change: builds that were missed are made up for by the
 * backfill of the following ones, and a file that was called complete should not change an hour later.
 */
const GRACE_MS = 2 * DAY_MS;

export type Standing = Pick<ArchiveEntry, "complete" | "revision" | "superseded"> & { changedAtMs: number };

/**
 * Whether a file is complete, and how often a complete one was replaced. A replaced one is open again until the grace has
 * passed once more, so that many small repairs count as one revision.
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
 * How long the files of a dataset stay on the site: dataset → months, the one of the newest file included. A dataset that is not
 * named keeps all of its files.
 */
export type ArchiveRetention = Readonly<Record<string, number>>;

/**
 * The end of the last period that is too old to be published. Counted back from the newest period that there is and not from the clock: a
 * clock that was set forward, or a year without a build, takes nothing off the site.
 */
export function findExpiry(closings: Iterable<number | null>, months: number | undefined): number {
  const known = [...closings].filter((closesAtMs) => closesAtMs !== null);
  if (months === undefined || known.length === 0) return Number.NEGATIVE_INFINITY;
  const newest = new Date(Math.max(...known));
  return Date.UTC(newest.getUTCFullYear(), newest.getUTCMonth() - months, 1);
}
