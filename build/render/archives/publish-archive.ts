import type { ArchiveEntry } from "../../api/archive-entry.ts";
import type { World } from "../../api/endpoint.ts";
import { nameLicense } from "../../api/license.ts";
import { computeSha256 } from "../../lib/hash.ts";
import { DAY_MS, renderTime } from "../../lib/time.ts";
import type { Artifact } from "../../platform/artifact.ts";
import { markColumns, markDescription } from "../demo-mark.ts";
import { type Archive, type ArchivePart, describeColumns } from "./archive.ts";
import type { ArchiveMemory, KnownArchive } from "./archive-memory.ts";
import { nameArchiveFile, renderArchive, renderSidecar } from "./render-archive.ts";

export interface RenderedArchive {
  artifacts: readonly Artifact[];
  /** `null`: the file is known but cannot be published, as the warning says. */
  entry: ArchiveEntry | null;
  /** What the next build must remember; `null` for a file that every build replaces. */
  known: KnownArchive | null;
  warning?: string;
}

/** Part of every fingerprint. Raise it when the same rows must become other bytes. */
const FORM = 1;

/**
 * Reuses published bytes while the content is the same: another version of zlib must not change a
 * checksum.
 */
export async function publishArchive(
  archive: Archive,
  part: ArchivePart,
  world: World,
  memory: Pick<ArchiveMemory, "findPublished">,
  known: KnownArchive | undefined,
): Promise<RenderedArchive> {
  if (part.fingerprint === undefined) {
    const { body, entry } = await renderArchive(archive, part, world);
    return { artifacts: listArtifacts(entry, body), entry, known: null };
  }
  const fingerprint = describeContent(archive, world, part.fingerprint());
  const again = known?.fingerprint === fingerprint ? await findBytes(known.entry, memory, "nearby") : undefined;
  let { body, entry } =
    known !== undefined && again !== undefined
      ? { body: again, entry: known.entry }
      : await renderArchive(archive, part, world);
  if (known !== undefined && entry.sha256 !== known.entry.sha256) {
    const same = entry.sha256Uncompressed === known.entry.sha256Uncompressed;
    const before = same ? await findBytes(known.entry, memory, "anywhere") : undefined;
    if (before !== undefined) {
      const { sha256, sizeBytes } = known.entry;
      [body, entry] = [before, { ...entry, sha256, sizeBytes }];
    }
  }
  const { closesAtMs, coinId, gaps, periodStartMs, periodEndMs } = part;
  const { changedAtMs, ...standing } = judgeRevision(entry.sha256, closesAtMs, known, world.market.asOfMs);
  const license = nameLicense({ ...archive, ...entry }, world.run.sources);
  const published = { ...entry, ...standing, gaps, periodStartMs, periodEndMs, license };
  return {
    artifacts: listArtifacts(published, body),
    entry: published,
    known: {
      entry: published,
      ...(coinId !== undefined && { coinId }),
      period: part.period ?? part.name,
      closesAtMs,
      fingerprint,
      changedAtMs,
    },
  };
}

/**
 * A file whose rows the state no longer holds. If its bytes cannot be found, it stays known: a
 * later build may find them.
 */
export async function keepArchive(
  archive: Pick<Archive, "computed">,
  known: KnownArchive,
  world: World,
  memory: Pick<ArchiveMemory, "findPublished">,
): Promise<RenderedArchive> {
  const { filename, periodEndMs, sha256 } = known.entry;
  const body = await findBytes(known.entry, memory, "anywhere");
  if (body === undefined) {
    const until = periodEndMs === null ? "" : ` (until ${renderTime(periodEndMs)})`;
    const warning = `${filename}${until} is not published: the state no longer holds its rows, and its file is not where it was published before`;
    return { artifacts: [], entry: null, known, warning };
  }
  const { changedAtMs, ...standing } = judgeRevision(sha256, known.closesAtMs, known, world.market.asOfMs);
  const license = nameLicense({ ...archive, ...known.entry }, world.run.sources);
  const entry = { ...known.entry, ...standing, license };
  return { artifacts: listArtifacts(entry, body), entry, known: { ...known, entry, changedAtMs } };
}

async function findBytes(
  { filename, sha256 }: ArchiveEntry,
  { findPublished }: Pick<ArchiveMemory, "findPublished">,
  where: "nearby" | "anywhere",
): Promise<Uint8Array | undefined> {
  const body = await findPublished(nameArchiveFile(filename), sha256, where);
  return body !== undefined && computeSha256(body) === sha256 ? body : undefined;
}

function listArtifacts({ filename, sha256 }: ArchiveEntry, body: Uint8Array): Artifact[] {
  return [{ path: nameArchiveFile(filename), body }, renderSidecar(filename, sha256)];
}

function describeContent(archive: Archive, world: World, rows: string): string {
  const { dataset, granularity, computed } = archive;
  const columns = describeColumns(markColumns(archive.columns, world));
  const form = [FORM, dataset, markDescription(archive.description, world), granularity, computed, columns, rows];
  return computeSha256(JSON.stringify(form));
}

/** Backfills may change a finished period: it stays open for this time after its last change. */
const GRACE_MS = 2 * DAY_MS;

export type Standing = Pick<ArchiveEntry, "complete" | "revision" | "superseded"> & { changedAtMs: number };

/**
 * A replaced complete file is open again for the grace period: many small repairs are one
 * revision.
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
 * Counted back from the newest period, not from the clock: a wrong clock or a year without a build
 * removes nothing.
 */
export function findExpiry(closings: Iterable<number | null>, months: number | undefined): number {
  const known = [...closings].filter((closesAtMs) => closesAtMs !== null);
  if (months === undefined || known.length === 0) return Number.NEGATIVE_INFINITY;
  const newest = new Date(Math.max(...known));
  return Date.UTC(newest.getUTCFullYear(), newest.getUTCMonth() - months, 1);
}
