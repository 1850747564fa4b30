/** One downloadable archive, as `/api/data/archives` lists it. Times in unix milliseconds. */
export interface ArchiveEntry {
  /** `coins-latest.csv.gz`. */
  filename: string;
  /** `coins-latest`. */
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
  /** The period is closed: no further row will come. */
  complete: boolean;
  revision: number;
  gaps: readonly { fromMs: number; toMs: number; reason: string }[];
  sources: readonly string[];
  /** Short licence name of the computed data. */
  license: string;
}
