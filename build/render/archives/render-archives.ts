import type { ArchiveEntry } from "../../api/archive-entry.ts";
import type { World } from "../../api/endpoint.ts";
import { groupBy } from "../../lib/collections.ts";
import { runAhead } from "../../lib/run-ahead.ts";
import type { Artifact } from "../artifact.ts";
import { renderDatapackage } from "../documents/datapackage.ts";
import type { Archive, ArchivePart } from "./archive.ts";
import { findExpiry } from "./archive-lifetime.ts";
import { type ArchiveMemory, type KnownArchive, NO_ARCHIVE_MEMORY } from "./archive-memory.ts";
import { archives as registered } from "./archive-registry.ts";
import { keepArchive, type PublishedArchive, publishArchive } from "./publish-archive.ts";

/** Compression runs in other threads; finished files wait in memory, compressed. */
const FILES_AHEAD = 4;

/**
 * Renders all archives and the data package. Returns the entries, which the responses list through
 * `world.archives`.
 */
export async function* streamArchives(
  world: World,
  memory: ArchiveMemory = NO_ARCHIVE_MEMORY,
  archives: readonly Archive[] = registered,
): AsyncGenerator<Artifact, ArchiveEntry[]> {
  const entries: ArchiveEntry[] = [];
  const remembered: KnownArchive[] = [];
  const before = groupBy(memory.catalogue?.archives ?? [], ({ entry }) => entry.dataset);
  for (const archive of archives) {
    const fresh: ArchiveEntry[] = [];
    for await (const { artifacts, entry, known } of publishDataset(
      archive,
      world,
      memory,
      before.get(archive.dataset),
    )) {
      yield* artifacts;
      if (artifacts.length > 0) fresh.push(entry);
      if (known !== null) remembered.push(known);
    }
    entries.push(...fresh.sort((a, b) => (a.filename < b.filename ? -1 : 1)));
  }
  memory.remember({ archives: remembered.sort((a, b) => (a.entry.filename < b.entry.filename ? -1 : 1)) });
  yield renderDatapackage(entries, world);
  return entries;
}

/**
 * Renders the files of a dataset, and keeps published files whose rows the state has deleted. Files
 * older than the retention are left out.
 */
async function* publishDataset(
  archive: Archive,
  world: World,
  memory: ArchiveMemory,
  before: readonly KnownArchive[] = [],
): AsyncGenerator<PublishedArchive> {
  const parts: ArchivePart[] = [];
  for await (const part of archive.parts(world, memory.series)) parts.push(part);
  const closings = [...parts, ...before].map(({ closesAtMs }) => closesAtMs);
  const expiredMs = findExpiry(closings, memory.retention[archive.dataset]);
  const isKept = ({ closesAtMs }: Pick<ArchivePart, "closesAtMs">) => closesAtMs === null || closesAtMs > expiredMs;
  const fresh = groupBy(parts.filter(isKept), ({ period, name }) => period ?? name);
  const known = groupBy(before.filter(isKept), ({ period }) => period);
  function* listFiles(): Generator<() => Promise<PublishedArchive & { warning?: string }>> {
    for (const period of new Set([...known.keys(), ...fresh.keys()])) {
      const old = known.get(period) ?? [];
      const rows = fresh.get(period) ?? [];
      if (archive.outlivesState && isForgotten(old, rows)) {
        for (const one of old) yield () => keepOrMiss(one, world, memory);
        continue;
      }
      for (const part of rows) {
        const same = old.find((one) => isSameFile(one, part));
        yield () => publishArchive(archive, part, world, memory, same);
      }
    }
  }
  for await (const { warning, ...published } of runAhead(listFiles(), FILES_AHEAD)) {
    // In file order, whichever was found first.
    if (warning !== undefined) memory.warn(warning);
    yield published;
  }
}

/** A ticker, and so a file name, can pass to another coin. */
function isSameFile({ entry, coinId }: KnownArchive, part: ArchivePart): boolean {
  const isSameCoin = coinId === undefined || part.coinId === undefined || coinId === part.coinId;
  return isSameCoin && entry.filename === `${part.name}.csv.gz`;
}

/** The published files start earlier than the rows in the state: new files would be shorter. */
function isForgotten(old: readonly KnownArchive[], rows: readonly ArchivePart[]): boolean {
  return findStart(old.map(({ entry }) => entry)) < findStart(rows);
}

function findStart(files: readonly { periodStartMs: number | null }[]): number {
  return Math.min(...files.map(({ periodStartMs }) => periodStartMs ?? Number.POSITIVE_INFINITY));
}

/** A published file, or a warning if its bytes are not found. */
async function keepOrMiss(
  known: KnownArchive,
  world: World,
  memory: ArchiveMemory,
): Promise<PublishedArchive & { warning?: string }> {
  const kept = await keepArchive(known, world, memory);
  return typeof kept === "string" ? { artifacts: [], entry: known.entry, known, warning: kept } : kept;
}
