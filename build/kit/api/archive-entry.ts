/** One downloadable archive, as `/api/data/archives` lists it. Times in unix milliseconds. */
export interface ArchiveEntry {
  filename: string;
  dataset: string;
  description: string;
  granularity: "snapshot" | "5m" | "1h" | "1d" | "event";
  periodStartMs: number | null;
  periodEndMs: number | null;
  rows: number;
  sizeBytes: number;
  uncompressedSizeBytes: number;
  sha256: string;
  sha256Uncompressed: string;
  columns: readonly {
    name: string;
    type: "string" | "number" | "integer" | "datetime" | "date" | "boolean";
    unit?: string;
    description: string;
  }[];
  /** The period is over and nothing was added for a while: no further row is expected. */
  complete: boolean;
  /** Counts the changes of a file that was complete. */
  revision: number;
  /** The files that were complete once and were replaced, oldest first. */
  superseded: readonly { revision: number; sha256: string }[];
  gaps: readonly { fromMs: number; toMs: number; reason: string }[];
  sources: readonly string[];
  license: string;
  /** The same rows as Parquet, in the file that `nameParquetFile` names. */
  parquet?: { sizeBytes: number; sha256: string; form: number };
}

/** The optional tree of the Parquet files. */
export const PARQUET_TREE = "parquet";

/** `news.csv.gz` is `news.parquet`. */
export function nameParquetFile(filename: string): string {
  return filename.replace(/\.csv\.gz$/, ".parquet");
}
