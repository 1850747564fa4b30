import { createHash } from "node:crypto";
import { createGzip, gunzipSync } from "node:zlib";
import { countCsvRows } from "../../../lib/count-csv-rows.ts";
import { computeSha256 } from "../../../lib/hash.ts";
import { OperationalError } from "../../../lib/operational-error.ts";
import { groupThousands } from "../../../lib/text-layout.ts";
import type { ArchiveEntry } from "../../api/archive-entry.ts";
import { nameLicense } from "../../api/license.ts";
import type { Artifact } from "../../platform/artifact.ts";
import { MAX_FILE_BYTES } from "../../platform/artifact.ts";
import { markColumns, markDescription } from "../demo-mark.ts";
import { type Archive, type ArchivePart, type ArchiveWorld, describeColumns } from "./archive.ts";
import { renderCsv } from "./render-csv.ts";

const DOWNLOAD_FOLDER = "api/data/download";

/** The path of an archive, relative to the root of the site. */
export function nameArchiveFile(filename: string): string {
  return `${DOWNLOAD_FOLDER}/${filename}`;
}

/** `{filename}.sha256`, for `sha256sum -c`. */
export function renderSidecar(filename: string, sha256: string): Artifact {
  return { path: `${nameArchiveFile(filename)}.sha256`, body: `${sha256}  ${filename}\n` };
}

/**
 * `{name}.csv.gz`, and its entry as if it was never published before. Throws when the file is too
 * large for hosts.
 */
export async function renderArchive(
  archive: Archive,
  part: ArchivePart,
  world: ArchiveWorld,
  maxBytes: number = MAX_FILE_BYTES,
): Promise<{ body: Uint8Array; entry: ArchiveEntry }> {
  const columns = markColumns(archive.columns, world);
  const written = { rows: 0, bytes: 0, hash: createHash("sha256") };
  const body = await gzip(measure(renderCsv(columns, count(part.rows, written)), written));
  const sha256Uncompressed = written.hash.digest("hex");
  const filename = `${part.name}.csv.gz`;
  acceptSize(filename, body.length, written.rows, maxBytes);
  checkBody(filename, body, written.rows, sha256Uncompressed);
  const entry: ArchiveEntry = {
    filename,
    dataset: archive.dataset,
    description: markDescription(archive.description, world),
    granularity: archive.granularity,
    periodStartMs: part.periodStartMs,
    periodEndMs: part.periodEndMs,
    rows: written.rows,
    sizeBytes: body.length,
    uncompressedSizeBytes: written.bytes,
    sha256: computeSha256(body),
    sha256Uncompressed,
    columns: describeColumns(columns),
    complete: false,
    revision: 0,
    superseded: [],
    gaps: part.gaps,
    ...nameSources(archive, part.origins ?? [], world),
  };
  return { body, entry };
}

function acceptSize(filename: string, bytes: number, rows: number, maxBytes: number): void {
  if (bytes <= maxBytes) return;
  const numbers = `${groupThousands(rows)} rows make ${groupThousands(bytes)} bytes`;
  throw new OperationalError(
    `The archive ${filename} is too large for some hosts: ${numbers}, and ${groupThousands(maxBytes)} are the most. Publish less in it.`,
  );
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

/** A damaged archive must stop the build. */
function checkBody(filename: string, body: Buffer, rows: number, sha256: string): void {
  const csv = gunzipSync(body);
  if (computeSha256(csv) !== sha256) throw new Error(`${filename}: the content changed in compression`);
  const found = countCsvRows(csv);
  if (found !== rows) throw new Error(`${filename}: ${rows} rows were written, ${found} are in it`);
}

function nameSources(
  { kinds, computed }: Archive,
  origins: readonly string[],
  { market, run }: ArchiveWorld,
): Pick<ArchiveEntry, "sources" | "license"> {
  const given = market.datasets.filter(({ kind }) => kinds.includes(kind)).map(({ source }) => source);
  const sources = [...new Set([...given, ...origins])].sort();
  return { sources, license: nameLicense({ computed, sources, copied: origins }, run.sources) };
}

/** Byte 9 of a gzip header names the operating system; 255 is "unknown" (RFC 1952, 2.3.1). */
const OS_BYTE = 9;
const OS_UNKNOWN = 255;

/**
 * One gzip member without name or time: equal bytes on every system. Level 9 would take twice the
 * time for files that are as large.
 */
export async function gzip(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const stream = createGzip({ level: 7 });
  const parts: Buffer[] = [];
  const ended = new Promise<void>((resolve, reject) => {
    stream.on("data", (part: Buffer) => parts.push(part));
    stream.on("end", resolve);
    stream.on("error", reject);
  });
  for await (const chunk of chunks) {
    await new Promise<void>((resolve, reject) => {
      stream.write(chunk, (error) => (error ? reject(error) : resolve()));
    });
  }
  stream.end();
  await ended;
  const body = Buffer.concat(parts);
  body[OS_BYTE] = OS_UNKNOWN;
  return body;
}
