import { groupBy, runAhead } from "../../../lib/collections.ts";
import type { ArchiveEntry } from "../../api/archive-entry.ts";
import type { Archive, ArchivePart, ArchiveWorld } from "./archive.ts";
import type { ArchiveCatalogue, ArchiveMemory, KnownArchive } from "./archive-memory.ts";
import { findExpiry, keepArchive, publishArchive, type RenderedArchive } from "./publish-archive.ts";

/**
 * Files rendered ahead while other threads compress. Finished ones are held in memory, compressed.
 */
const FILES_AHEAD = 4;

/** The archives of a build, one dataset after the other, and those of earlier builds that stay. */
export async function* renderArchives(
  world: ArchiveWorld,
  memory: ArchiveMemory,
  selected: readonly Archive[],
): AsyncGenerator<RenderedArchive> {
  const before = groupBy(memory.catalogue?.archives ?? [], ({ entry }) => entry.dataset);
  for (const archive of selected) yield* renderDataset(archive, world, memory, before.get(archive.dataset));
}

/** What the next build must remember of the archives, by file name. */
export function buildCatalogue(rendered: readonly Pick<RenderedArchive, "known">[]): ArchiveCatalogue {
  const known = rendered.flatMap((archive) => archive.known ?? []);
  return { archives: known.sort((a, b) => (a.entry.filename < b.entry.filename ? -1 : 1)) };
}

/** Datasets in their order, files by name. */
export function listEntries(rendered: readonly Pick<RenderedArchive, "entry">[]): ArchiveEntry[] {
  const datasets = groupBy(
    rendered.flatMap(({ entry }) => entry ?? []),
    ({ dataset }) => dataset,
  );
  return [...datasets.values()].flatMap((entries) => entries.sort((a, b) => (a.filename < b.filename ? -1 : 1)));
}

/** The catalogue without archives that hold restricted values: they are made again, or are gone. */
export function removeRestrictedArchives(
  catalogue: ArchiveCatalogue,
  { sources }: { sources: ReadonlySet<string> },
): ArchiveCatalogue {
  const open = catalogue.archives.filter(({ entry }) => !entry.sources.some((id) => sources.has(id)));
  return open.length < catalogue.archives.length ? { archives: open } : catalogue;
}

/**
 * Files of periods that the state no longer holds completely stay as they were published. Files
 * older than the retention are left out and forgotten.
 */
async function* renderDataset(
  archive: Archive,
  world: ArchiveWorld,
  memory: ArchiveMemory,
  before: readonly KnownArchive[] = [],
): AsyncGenerator<RenderedArchive> {
  const parts: ArchivePart[] = [];
  for await (const part of archive.parts(world, memory.series)) parts.push(part);
  const closings = [...parts, ...before].map(({ closesAtMs }) => closesAtMs);
  const expiredMs = findExpiry(closings, memory.retention?.[archive.dataset]);
  const isKept = ({ closesAtMs }: Pick<ArchivePart, "closesAtMs">) => closesAtMs === null || closesAtMs > expiredMs;
  const fresh = groupBy(parts.filter(isKept), ({ period, name }) => period ?? name);
  const known = groupBy(before.filter(isKept), ({ period }) => period);
  function* listFiles(): Generator<() => Promise<RenderedArchive>> {
    for (const period of new Set([...known.keys(), ...fresh.keys()])) {
      const old = known.get(period) ?? [];
      const rows = fresh.get(period) ?? [];
      if (archive.outlivesState && isForgotten(old, rows)) {
        for (const one of old) yield () => keepArchive(archive, one, world, memory);
        continue;
      }
      for (const part of rows) {
        const same = old.find((one) => isSameFile(one, part));
        yield () => publishArchive(archive, part, world, memory, same);
      }
    }
  }
  yield* runAhead(listFiles(), FILES_AHEAD);
}

/** The name of a file can pass to another thing. */
function isSameFile({ entry, coinId }: KnownArchive, part: ArchivePart): boolean {
  const isSame = coinId === undefined || part.coinId === undefined || coinId === part.coinId;
  return isSame && entry.filename === `${part.name}.csv.gz`;
}

function isForgotten(old: readonly KnownArchive[], rows: readonly ArchivePart[]): boolean {
  return findStart(old.map(({ entry }) => entry)) < findStart(rows);
}

function findStart(files: readonly { periodStartMs: number | null }[]): number {
  return Math.min(...files.map(({ periodStartMs }) => periodStartMs ?? Number.POSITIVE_INFINITY));
}
