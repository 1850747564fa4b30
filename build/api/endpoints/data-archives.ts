import { z } from "zod";
import { renderTime } from "../../lib/time.ts";
import { type ArchiveEntry, nameParquetFile } from "../archive-entry.ts";
import { defineSingle } from "../define-endpoint.ts";
import { envelope } from "../endpoint.ts";
import { count, flag, listOf, maybeText, maybeTime, object, text, time } from "../field.ts";
import { fileOf } from "../query.ts";
import { REPORTS } from "../trees.ts";
import { DOWNLOAD_PATH, downloadParameters } from "./data-download.ts";

const Archive = object("An archive", {
  filename: text("Name of the file"),
  dataset: text("Which dataset it is"),
  description: text("What a row is"),
  granularity: z
    .enum(["snapshot", "5m", "1h", "1d", "event"])
    .describe("Distance of two rows in time; snapshot: one moment, event: whenever something happened"),
  period_start: maybeTime("Time of the first row"),
  period_end: maybeTime("Time of the last row"),
  rows: count("Number of rows without the header"),
  size_bytes: count("Size of the file in bytes"),
  uncompressed_size_bytes: count("Size of the CSV text in bytes"),
  sha256: text("SHA-256 of the file, hexadecimal"),
  sha256_uncompressed: text("SHA-256 of the CSV text, hexadecimal"),
  columns: listOf("The columns, in the order of the file", "A column", {
    name: text("Name in the header"),
    type: z.enum(["string", "number", "integer", "datetime", "date", "boolean"]).describe("How to read its cells"),
    unit: maybeText("Unit of the numbers"),
    description: text("What it means"),
  }),
  complete: flag("True when the period is over and nothing was added for two days: no further row is expected"),
  revision: count("Counts the changes of a file that was complete"),
  superseded: listOf("The files of this name that were complete and were replaced, oldest first", "A replaced file", {
    revision: count("Revision of the replaced file"),
    sha256: text("SHA-256 of the replaced file, hexadecimal"),
  }),
  gaps: listOf("Periods without rows, or only with rows from other sources", "A gap", {
    from: time("Beginning of the gap"),
    to: time("End of the gap"),
    reason: text("Why rows are missing"),
  }),
  sources: z.array(text("Id of a source")).describe("Sources of the rows"),
  license: text("Licence of what is computed, and the terms of the sources whose own values are in it"),
  url: text("The file, relative to the base URL"),
  formats: listOf("The same rows in each file format", "A file", {
    format: z.enum(["csv.gz", "parquet"]).describe("csv.gz: gzip-compressed CSV; parquet: Apache Parquet"),
    url: text("The file, relative to the base URL"),
    size_bytes: count("Size of the file in bytes"),
    sha256: text("SHA-256 of the file, hexadecimal"),
  }),
});
export type Archive = z.infer<typeof Archive>;

export const dataArchives = defineSingle({
  id: "data-archives",
  path: "/data/archives",
  tag: "archives",
  title: "Archives",
  description:
    "The archives that can be downloaded, as CSV and in most cases as Parquet, with their columns, checksums and gaps.",
  kinds: ["ticker", "coin", "exchange", "protocol", "chain", "tvl", "index", "rate", "article"],
  body: envelope(z.array(Archive).describe("All archives")),
  // It lists Parquet files, which a host may lack.
  tree: REPORTS,
  from: ({ archives }) => archives,
  compute(archives) {
    const sources = [...new Set(archives.flatMap((archive) => archive.sources))].sort();
    return { data: archives.map(computeArchive), sources };
  },
});

function computeArchive(entry: ArchiveEntry): z.infer<typeof Archive> {
  return {
    filename: entry.filename,
    dataset: entry.dataset,
    description: entry.description,
    granularity: entry.granularity,
    period_start: entry.periodStartMs === null ? null : renderTime(entry.periodStartMs),
    period_end: entry.periodEndMs === null ? null : renderTime(entry.periodEndMs),
    rows: entry.rows,
    size_bytes: entry.sizeBytes,
    uncompressed_size_bytes: entry.uncompressedSizeBytes,
    sha256: entry.sha256,
    sha256_uncompressed: entry.sha256Uncompressed,
    columns: entry.columns.map((column) => ({
      name: column.name,
      type: column.type,
      unit: column.unit ?? null,
      description: column.description,
    })),
    complete: entry.complete,
    revision: entry.revision,
    superseded: entry.superseded.map(({ revision, sha256 }) => ({ revision, sha256 })),
    gaps: entry.gaps.map((gap) => ({ from: renderTime(gap.fromMs), to: renderTime(gap.toMs), reason: gap.reason })),
    sources: [...entry.sources],
    license: entry.license,
    url: nameUrl(entry.filename),
    formats: listFormats(entry),
  };
}

function listFormats({ filename, sizeBytes, sha256, parquet }: ArchiveEntry): Archive["formats"] {
  const csv = { format: "csv.gz" as const, url: nameUrl(filename), size_bytes: sizeBytes, sha256 };
  if (parquet === undefined) return [csv];
  const url = nameUrl(nameParquetFile(filename));
  return [csv, { format: "parquet", url, size_bytes: parquet.sizeBytes, sha256: parquet.sha256 }];
}

function nameUrl(filename: string): string {
  return fileOf(DOWNLOAD_PATH, downloadParameters, { filename }, "");
}
