import { computeSha256 } from "../../../lib/hash.ts";
import { groupThousands } from "../../../lib/text-layout.ts";
import { DAY_MS, renderTime, startOfMonth } from "../../../lib/time.ts";
import { type ArchiveEntry, nameParquetFile, PARQUET_TREE } from "../../api/archive-entry.ts";
import { nameLicense } from "../../api/license.ts";
import type { Artifact } from "../../platform/artifact.ts";
import { MAX_FILE_BYTES } from "../../platform/artifact.ts";
import { markColumns, markDescription } from "../demo-mark.ts";
import { type Archive, type ArchivePart, type ArchiveWorld, describeColumns } from "./archive.ts";
import type { ArchiveMemory, KnownArchive } from "./archive-memory.ts";
import { nameArchiveFile, renderArchive, renderSidecar } from "./render-archive.ts";
import { renderParquet } from "./render-parquet.ts";

export interface RenderedArchive {
  artifacts: readonly Artifact[];
  /** `null`: the file is known but cannot be published, as the warning says. */
  entry: ArchiveEntry | null;
  /** What the next build must remember; `null` for a file that every build replaces. */
  known: KnownArchive | null;
  warning?: string;
}

type PublishedArchive = RenderedArchive & { entry: ArchiveEntry };

/** Part of every fingerprint. Raise it when the same rows must become other bytes. */
const FORM = 1;
/** The same of Parquet files, also after an update of the writer. */
const PARQUET_FORM = 2;

/**
 * Reuses the published files while the rows are the same: another version of zlib or of the Parquet
 * writer must not change a checksum. The files of a complete period are rendered again only if its
 * rows change, or if no place has them.
 */
export async function publishArchive(
  archive: Archive,
  part: ArchivePart,
  world: ArchiveWorld,
  memory: Pick<ArchiveMemory, "findPublished" | "parquet">,
  known: KnownArchive | undefined,
): Promise<RenderedArchive> {
  const fingerprint = part.fingerprint && describeContent(archive, world, part.fingerprint());
  const same = known?.fingerprint === fingerprint ? known?.entry : undefined;
  const where = same?.complete ? "remote" : "local";
  // A place that cannot be read does no harm: the state has the rows.
  const find = (filename: string, sha256: string) => findFile(filename, sha256, memory, where).catch(() => undefined);
  const found = same && (await find(same.filename, same.sha256));
  const { body, entry } =
    same !== undefined && found !== undefined
      ? { body: found, entry: removeParquet(same) }
      : await renderArchive(archive, part, world);
  const rendered =
    fingerprint === undefined
      ? { artifacts: listArtifacts(entry, body), entry, known: null }
      : describeKnown(archive, part, world, { body, entry, fingerprint, known });
  if (!memory.parquet || part.coinId !== undefined) return rendered;
  const before = same?.parquet?.form === PARQUET_FORM ? same.parquet : undefined;
  const reused = before && (await find(nameParquetFile(entry.filename), before.sha256));
  const parquet = reused ?? renderParquet(markColumns(archive.columns, world), part.rows, archive.sortedBy);
  return addParquet(rendered, parquet, PARQUET_FORM);
}

/** A file that the next build must remember. */
function describeKnown(
  archive: Archive,
  { closesAtMs, coinId, gaps, period, periodStartMs, periodEndMs, name }: ArchivePart,
  world: ArchiveWorld,
  file: { body: Uint8Array; entry: ArchiveEntry; fingerprint: string; known: KnownArchive | undefined },
): PublishedArchive {
  const { body, entry, fingerprint, known } = file;
  const { changedAtMs, ...standing } = judgeRevision(entry.sha256, closesAtMs, known, world.market.asOfMs);
  // Earlier rows stay in the file when their source is switched off or does not answer.
  const sources = [...new Set([...(known?.entry.sources ?? []), ...entry.sources])].sort();
  const license = nameLicense({ ...archive, ...entry, sources }, world.run.sources);
  const published = { ...entry, ...standing, gaps, periodStartMs, periodEndMs, sources, license };
  return {
    artifacts: listArtifacts(published, body),
    entry: published,
    known: {
      entry: published,
      ...(coinId !== undefined && { coinId }),
      period: period ?? name,
      closesAtMs,
      fingerprint,
      changedAtMs,
    },
  };
}

/**
 * Files whose rows the state no longer holds. If no place has the CSV, it stays known: a later
 * build may find it. The same holds for its Parquet. Rejects while a place cannot be read: a site
 * without the file would replace the one that has it.
 */
export async function keepArchive(
  archive: Pick<Archive, "computed">,
  known: KnownArchive,
  world: ArchiveWorld,
  memory: Pick<ArchiveMemory, "findPublished" | "parquet">,
): Promise<RenderedArchive> {
  const { filename, parquet, periodEndMs, sha256 } = known.entry;
  const body = await findFile(filename, sha256, memory, "remote");
  if (body === undefined) {
    const until = periodEndMs === null ? "" : ` (until ${renderTime(periodEndMs)})`;
    const warning = `${filename}${until} is not published: the state no longer holds its rows, and its file is not where it was published before`;
    return { artifacts: [], entry: null, known, warning };
  }
  const { changedAtMs, ...standing } = judgeRevision(sha256, known.closesAtMs, known, world.market.asOfMs);
  const license = nameLicense({ ...archive, ...known.entry }, world.run.sources);
  const entry = { ...removeParquet(known.entry), ...standing, license };
  const kept = { artifacts: listArtifacts(entry, body), entry, known: { ...known, entry, changedAtMs } };
  if (!memory.parquet || parquet === undefined) return kept;
  const found = await findFile(nameParquetFile(filename), parquet.sha256, memory, "remote");
  if (found !== undefined) return addParquet(kept, found, parquet.form);
  return { ...kept, known: { ...kept.known, entry: { ...entry, parquet } } };
}

/** Adds the Parquet file with the same rows, unless it is too large for some hosts. */
function addParquet(archive: PublishedArchive, body: Uint8Array, form: number): RenderedArchive {
  const { artifacts, entry, known } = archive;
  const filename = nameParquetFile(entry.filename);
  if (body.length > MAX_FILE_BYTES) {
    const bytes = groupThousands(body.length);
    return { ...archive, warning: `${filename} is left out: its ${bytes} bytes are too many for some hosts` };
  }
  const file = { path: nameArchiveFile(filename), body, tree: PARQUET_TREE };
  const parquet = { sizeBytes: body.length, sha256: computeSha256(body), form };
  const complete = { ...entry, parquet };
  return {
    artifacts: [...artifacts, file],
    entry: complete,
    known: known && { ...known, entry: complete },
  };
}

function removeParquet({ parquet: _, ...entry }: ArchiveEntry): ArchiveEntry {
  return entry;
}

/** The published file with this hash. */
async function findFile(
  filename: string,
  sha256: string,
  { findPublished }: Pick<ArchiveMemory, "findPublished">,
  where: "local" | "remote",
): Promise<Uint8Array | undefined> {
  const body = await findPublished(nameArchiveFile(filename), sha256, where);
  return body !== undefined && computeSha256(body) === sha256 ? body : undefined;
}

function listArtifacts({ filename, sha256 }: ArchiveEntry, body: Uint8Array): Artifact[] {
  return [{ path: nameArchiveFile(filename), body }, renderSidecar(filename, sha256)];
}

function describeContent(archive: Archive, world: ArchiveWorld, rows: string): string {
  const { dataset, granularity, computed } = archive;
  const columns = describeColumns(markColumns(archive.columns, world));
  const form = [FORM, dataset, markDescription(archive.description, world), granularity, computed, columns, rows];
  return computeSha256(JSON.stringify(form));
}

/** Backfills may change a finished period: it stays open for this time after its last change. */
const GRACE_MS = 2 * DAY_MS;

export type RevisionStatus = Pick<ArchiveEntry, "complete" | "revision" | "superseded"> & { changedAtMs: number };

/**
 * A replaced complete file is open again for the grace period: many small repairs are one
 * revision.
 */
function judgeRevision(
  sha256: string,
  closesAtMs: number | null,
  known: KnownArchive | undefined,
  asOfMs: number,
): RevisionStatus {
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
  return startOfMonth(Math.max(...known), -months);
}
