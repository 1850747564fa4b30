import { z } from "zod";
import { type ArchiveEntry, nameParquetFile } from "../../../kit/api/archive-entry.ts";
import { envelope } from "../../../kit/api/endpoint.ts";
import { fileOf } from "../../../kit/api/query.ts";
import {
  count,
  defineRow,
  flag,
  listOf,
  maybeText,
  maybeTime,
  oneOf,
  type RowOf,
  text,
  texts,
  time,
} from "../../../kit/api/row.ts";
import { REPORTS } from "../../../kit/api/world.ts";
import { defineSingle } from "../define-endpoint.ts";
import { DOWNLOAD_PATH, downloadParameters } from "./data-download.ts";

const ColumnRow = defineRow<ArchiveEntry["columns"][number]>()("A column", {
  name: text("Name in the header", (column) => column.name),
  type: oneOf(
    ["string", "number", "integer", "datetime", "date", "boolean"],
    "How to read its cells",
    (column) => column.type,
  ),
  unit: maybeText("Unit of the numbers", (column) => column.unit ?? null),
  description: text("What it means", (column) => column.description),
});

const SupersededRow = defineRow<ArchiveEntry["superseded"][number]>()("A replaced file", {
  revision: count("Revision of the replaced file", (file) => file.revision),
  sha256: text("SHA-256 of the replaced file, hexadecimal", (file) => file.sha256),
});

const GapRow = defineRow<ArchiveEntry["gaps"][number]>()("A gap", {
  from: time("Beginning of the gap", (gap) => gap.fromMs),
  to: time("End of the gap", (gap) => gap.toMs),
  reason: text("Why rows are missing", (gap) => gap.reason),
});

interface Format {
  format: "csv.gz" | "parquet";
  filename: string;
  sizeBytes: number;
  sha256: string;
}

const FormatRow = defineRow<Format>()("A file", {
  format: oneOf(["csv.gz", "parquet"], "csv.gz: gzip-compressed CSV; parquet: Apache Parquet", (file) => file.format),
  url: text("The file, relative to the base URL", nameUrl),
  size_bytes: count("Size of the file in bytes", (file) => file.sizeBytes),
  sha256: text("SHA-256 of the file, hexadecimal", (file) => file.sha256),
});

const ArchiveRow = defineRow<ArchiveEntry>()("An archive", {
  filename: text("Name of the file", (archive) => archive.filename),
  dataset: text("Which dataset it is", (archive) => archive.dataset),
  description: text("What a row is", (archive) => archive.description),
  granularity: oneOf(
    ["snapshot", "5m", "1h", "1d", "event"],
    "Distance of two rows in time; snapshot: one moment, event: whenever something happened",
    (archive) => archive.granularity,
  ),
  period_start: maybeTime("Time of the first row", (archive) => archive.periodStartMs),
  period_end: maybeTime("Time of the last row", (archive) => archive.periodEndMs),
  rows: count("Number of rows without the header", (archive) => archive.rows),
  size_bytes: count("Size of the file in bytes", (archive) => archive.sizeBytes),
  uncompressed_size_bytes: count("Size of the CSV text in bytes", (archive) => archive.uncompressedSizeBytes),
  sha256: text("SHA-256 of the file, hexadecimal", (archive) => archive.sha256),
  sha256_uncompressed: text("SHA-256 of the CSV text, hexadecimal", (archive) => archive.sha256Uncompressed),
  columns: listOf("The columns, in the order of the file", ColumnRow, (archive) => archive.columns),
  complete: flag(
    "True when the period is over and nothing was added for two days: no further row is expected",
    (archive) => archive.complete,
  ),
  revision: count("Counts the changes of a file that was complete", (archive) => archive.revision),
  superseded: listOf(
    "The files of this name that were complete and were replaced, oldest first",
    SupersededRow,
    (archive) => archive.superseded,
  ),
  gaps: listOf("Periods without rows, or only with rows from other sources", GapRow, (archive) => archive.gaps),
  sources: texts("Sources of the rows", "Id of a source", (archive) => archive.sources),
  license: text(
    "Licence of what is computed, and the terms of the sources whose own values are in it",
    (archive) => archive.license,
  ),
  url: text("The file, relative to the base URL", nameUrl),
  formats: listOf("The same rows in each file format", FormatRow, listFormats),
});
export type Archive = RowOf<typeof ArchiveRow>;

export const dataArchives = defineSingle({
  id: "data-archives",
  path: "/data/archives",
  docs: {
    tag: "downloads",
    title: "Archives",
    description:
      "The archives that can be downloaded, as CSV and in most cases as Parquet, with their columns, checksums and gaps.",
  },
  kinds: ["ticker", "coin", "exchange", "protocol", "chain", "tvl", "index", "rate", "article"],
  body: envelope(z.array(ArchiveRow.schema).describe("All archives")),
  // It lists Parquet files, which a host may lack.
  tree: REPORTS,
  from: ({ archives }) => archives,
  compute(archives) {
    const sources = [...new Set(archives.flatMap((archive) => archive.sources))].sort();
    return { data: archives.map(ArchiveRow.compute), sources };
  },
});

function listFormats({ filename, sizeBytes, sha256, parquet }: ArchiveEntry): Format[] {
  const csv: Format = { format: "csv.gz", filename, sizeBytes, sha256 };
  if (parquet === undefined) return [csv];
  const { sizeBytes: parquetBytes, sha256: parquetHash } = parquet;
  return [
    csv,
    { format: "parquet", filename: nameParquetFile(filename), sizeBytes: parquetBytes, sha256: parquetHash },
  ];
}

function nameUrl({ filename }: Pick<ArchiveEntry, "filename">): string {
  return fileOf(DOWNLOAD_PATH, downloadParameters, { filename }, "");
}
