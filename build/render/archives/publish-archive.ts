import type { ArchiveEntry } from "../../api/archive-entry.ts";
import type { World } from "../../api/endpoint.ts";
import { renderTime } from "../../lib/time.ts";
import type { Artifact } from "../artifact.ts";
import { markColumns, markDescription } from "../demo-mark.ts";
import { computeSha256 } from "../hash.ts";
import { type Archive, type ArchivePart, describeColumns } from "./archive.ts";
import { judgeRevision } from "./archive-lifetime.ts";
import type { ArchiveMemory, KnownArchive } from "./archive-memory.ts";
import { nameArchiveFile, nameLicense, renderArchive, renderSidecar } from "./render-archive.ts";

/** An archive of this build. */
export interface PublishedArchive {
  artifacts: Artifact[];
  entry: ArchiveEntry;
  /** `null` if every build replaces the file. */
  known: KnownArchive | null;
}

/** Part of every fingerprint: raise it when equal rows must give other bytes. */
const FORM = 1;

/**
 * Renders one file. Equal content reuses the published bytes: another version of zlib must not
 * replace a file with a known checksum.
 */
export async function publishArchive(
  archive: Archive,
  part: ArchivePart,
  world: World,
  memory: Pick<ArchiveMemory, "findPublished">,
  known: KnownArchive | undefined,
): Promise<PublishedArchive> {
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
  const license = nameLicense(entry, world);
  const published = { ...entry, ...standing, gaps, periodStartMs, periodEndMs, license };
  return {
    artifacts: listArtifacts(published, body),
    entry: published,
    known: {
      entry: published,
      ...(coinId !== undefined && { coinId }),
      period: part.period ?? part.name,
      ...{ closesAtMs, fingerprint, changedAtMs },
    },
  };
}

/**
 * Keeps a published file whose rows the state has deleted. If its bytes are not found, returns a
 * warning; the file stays in the catalogue, because a later build may find it.
 */
export async function keepArchive(
  known: KnownArchive,
  world: World,
  memory: Pick<ArchiveMemory, "findPublished">,
): Promise<PublishedArchive | string> {
  const body = await findBytes(known.entry, memory, "anywhere");
  if (body === undefined) {
    const { filename, periodEndMs } = known.entry;
    const until = periodEndMs === null ? "" : ` (until ${renderTime(periodEndMs)})`;
    return `${filename}${until} is not published: the state no longer holds its rows, and its file is not where it was published before`;
  }
  const { sha256 } = known.entry;
  const { changedAtMs, ...standing } = judgeRevision(sha256, known.closesAtMs, known, world.market.asOfMs);
  const entry = { ...known.entry, ...standing, license: nameLicense(known.entry, world) };
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
