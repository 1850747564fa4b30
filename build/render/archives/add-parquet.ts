import { gunzipSync } from "node:zlib";
import { type ArchiveEntry, nameParquetFile } from "../../api/archive-entry.ts";
import type { World } from "../../api/endpoint.ts";
import { PARQUET_TREE } from "../../api/trees.ts";
import { computeSha256 } from "../../lib/hash.ts";
import { type Archive, MAX_ARCHIVE_BYTES } from "./archive.ts";
import type { ArchiveMemory } from "./archive-memory.ts";
import type { RenderedArchive } from "./publish-archive.ts";
import { nameArchiveFile } from "./render-archive.ts";
import { renderArchives } from "./render-archives.ts";
import { renderParquet } from "./render-parquet.ts";

/** Raise it when the same CSV must become other bytes, also after an update of the writer. */
const FORM = 2;

/** All archives as CSV, and those of whole datasets as Parquet if `parquet` is true. */
export function renderAllFormats(
  world: World,
  memory: ArchiveMemory,
  parquet: boolean,
  selected?: readonly Archive[],
): AsyncGenerator<RenderedArchive> {
  return addParquet(renderArchives(world, memory, selected), memory, parquet);
}

/**
 * Adds a Parquet file to each archive of a whole dataset. It is made from the CSV text, so both
 * always have the same rows, even when the state no longer holds them. A file whose CSV has not
 * changed is reused if it is on this machine. `on: false`: removes what earlier builds remember.
 */
async function* addParquet(
  rendered: AsyncIterable<RenderedArchive>,
  { catalogue, findPublished }: Pick<ArchiveMemory, "catalogue" | "findPublished">,
  on: boolean,
): AsyncGenerator<RenderedArchive> {
  const before = new Map(catalogue?.archives.map(({ entry }) => [entry.filename, entry]));
  for await (const archive of rendered) {
    if (archive.entry === null) {
      yield archive;
      continue;
    }
    const { parquet: _old, ...entry } = archive.entry;
    const csv = archive.artifacts[0]?.body;
    if (!on || archive.known?.coinId !== undefined || !(csv instanceof Uint8Array)) {
      yield withEntry(archive, entry);
      continue;
    }
    const body = (await findBefore(entry, before.get(entry.filename), findPublished)) ?? renderFrom(csv, entry);
    const filename = nameParquetFile(entry.filename);
    if (body.length > MAX_ARCHIVE_BYTES) {
      const warning = `${filename} is left out: its ${body.length.toLocaleString("en-US")} bytes are too many for some hosts`;
      yield { ...withEntry(archive, entry), warning };
      continue;
    }
    const file = { path: nameArchiveFile(filename), body, tree: PARQUET_TREE };
    const parquet = { sizeBytes: body.length, sha256: computeSha256(body), form: FORM };
    yield withEntry({ ...archive, artifacts: [...archive.artifacts, file] }, { ...entry, parquet });
  }
}

function withEntry(archive: RenderedArchive, entry: ArchiveEntry): RenderedArchive {
  return { ...archive, entry, known: archive.known === null ? null : { ...archive.known, entry } };
}

function renderFrom(csv: Uint8Array, { columns }: ArchiveEntry): Uint8Array {
  return renderParquet(gunzipSync(csv).toString(), columns);
}

async function findBefore(
  entry: ArchiveEntry,
  before: ArchiveEntry | undefined,
  findPublished: ArchiveMemory["findPublished"],
): Promise<Uint8Array | undefined> {
  const known = before?.parquet;
  if (known === undefined || known.form !== FORM || before?.sha256Uncompressed !== entry.sha256Uncompressed) return;
  if (JSON.stringify(before.columns) !== JSON.stringify(entry.columns)) return;
  const body = await findPublished(nameArchiveFile(nameParquetFile(entry.filename)), known.sha256, "nearby");
  return body !== undefined && computeSha256(body) === known.sha256 ? body : undefined;
}
