import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import type { ArchiveEntry } from "../endpoints/archive-entry.ts";
import type { World } from "../endpoints/endpoint.ts";
import type { Archive, ArchivePart } from "./archive.ts";
import type { Artifact } from "./artifact.ts";
import { describeColumns } from "./column.ts";
import { countCsvRows } from "./count-csv-rows.ts";
import { gzip } from "./gzip.ts";
import { computeSha256 } from "./hash.ts";
import { renderCsv } from "./render-csv.ts";

/** Below the output folder. */
export const DOWNLOAD_FOLDER = "api/data/download";

export const COMPUTED_LICENSE = "CC0-1.0";

/**
 * One file of an archive: `{name}.csv.gz`, its `.sha256` in the form that `sha256sum -c` reads, and the entry that lists
 * it. The compressed file is read back and compared before it is handed over.
 */
export async function renderArchive(
  archive: Archive,
  part: ArchivePart,
  world: World,
): Promise<{ artifacts: Artifact[]; entry: ArchiveEntry }> {
  const written = { rows: 0, bytes: 0, hash: createHash("sha256") };
  const body = await gzip(measure(renderCsv(archive.columns, count(part.rows, written)), written));
  const sha256Uncompressed = written.hash.digest("hex");
  const filename = `${part.name}.csv.gz`;
  checkBody(filename, body, written.rows, sha256Uncompressed);
  const sha256 = computeSha256(body);
  const sources = findSources(archive, world);
  const path = `${DOWNLOAD_FOLDER}/${filename}`;
  return {
    artifacts: [
      { path, body },
      { path: `${path}.sha256`, body: `${sha256}  ${filename}\n` },
    ],
    entry: {
      filename,
      dataset: archive.dataset,
      description: archive.description,
      granularity: archive.granularity,
      periodStartMs: part.periodStartMs,
      periodEndMs: part.periodEndMs,
      rows: written.rows,
      sizeBytes: body.length,
      uncompressedSizeBytes: written.bytes,
      sha256,
      sha256Uncompressed,
      columns: describeColumns(archive.columns),
      complete: part.complete,
      // Counts the changes of a closed period, and none is closed.
      revision: 0,
      gaps: part.gaps,
      sources,
      license: archive.computed ? COMPUTED_LICENSE : nameLicenses(sources, world),
    },
  };
}

function* count<Row>(rows: Iterable<Row>, written: { rows: number }): Generator<Row> {
  for (const row of rows) {
    written.rows += 1;
    yield row;
  }
}

async function* measure(
  chunks: AsyncIterable<Buffer>,
  written: { bytes: number; hash: ReturnType<typeof createHash> },
): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    written.bytes += chunk.length;
    written.hash.update(chunk);
    yield chunk;
  }
}

/** Reads the file as a stranger would: a damaged archive must stop the build and not be published. */
function checkBody(filename: string, body: Buffer, rows: number, sha256: string): void {
  const csv = gunzipSync(body);
  if (computeSha256(csv) !== sha256) throw new Error(`${filename}: the content changed in compression`);
  const found = countCsvRows(csv);
  if (found !== rows) throw new Error(`${filename}: ${rows} rows were written, ${found} are in it`);
}

/** Ids of the sources whose records the rows rest on, sorted. */
function findSources(archive: Archive, world: World): string[] {
  const datasets = world.market.datasets.filter((dataset) => archive.kinds.includes(dataset.kind));
  return [...new Set(datasets.map((dataset) => dataset.source))].sort();
}

/** What the sources themselves say: the project may not license numbers that it only passes on. */
function nameLicenses(sources: readonly string[], world: World): string {
  const names = sources.map((id) => world.run.sources.find((source) => source.id === id)?.license ?? `terms of ${id}`);
  return [...new Set(names)].join("; ") || "terms of the source";
}
