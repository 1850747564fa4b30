import { isFlag, isNumber, isOneOf, isText, isTimeMs, listOf, objectOf, optional, orNull } from "../../../lib/shape.ts";
import type { ArchiveEntry } from "../../api/archive-entry.ts";
import type { FindPublished } from "../../platform/platform.ts";
import type { ArchiveRetention, SeriesReader } from "./archive.ts";

export interface KnownArchive {
  entry: ArchiveEntry;
  /** Id of the one thing in the file, if there is one. Absent in older catalogues. */
  coinId?: string;
  period: string;
  closesAtMs: number | null;
  /** Digest of the rows and of their description. */
  fingerprint: string;
  /** Observation time of the build that last changed the file. */
  changedAtMs: number;
}

/** The document `archives` of the state. Archives that every build replaces are not in it. */
export interface ArchiveCatalogue {
  archives: readonly KnownArchive[];
}

export const CATALOGUE_NAME = "archives";

export interface ArchiveMemory {
  series: SeriesReader;
  catalogue: ArchiveCatalogue | undefined;
  /** `archiveMonths` of the site; `null`: the defaults. */
  retention: ArchiveRetention | null;
  /** Archives of whole datasets are also written as Parquet. */
  parquet: boolean;
  findPublished: FindPublished;
}

export const NO_ARCHIVE_MEMORY: ArchiveMemory = {
  series: { list: () => [], read: async () => undefined },
  catalogue: undefined,
  retention: {},
  parquet: false,
  findPublished: async () => undefined,
};

const isColumn = objectOf<ArchiveEntry["columns"][number]>({
  name: isText,
  type: isOneOf("string", "number", "integer", "datetime", "date", "boolean"),
  unit: optional(isText),
  description: isText,
});

const isEntry = objectOf<ArchiveEntry>({
  filename: isText,
  dataset: isText,
  description: isText,
  granularity: isOneOf("snapshot", "5m", "1h", "1d", "event"),
  periodStartMs: orNull(isTimeMs),
  periodEndMs: orNull(isTimeMs),
  rows: isNumber,
  sizeBytes: isNumber,
  uncompressedSizeBytes: isNumber,
  sha256: isText,
  sha256Uncompressed: isText,
  columns: listOf(isColumn),
  complete: isFlag,
  revision: isNumber,
  superseded: listOf(objectOf<ArchiveEntry["superseded"][number]>({ revision: isNumber, sha256: isText })),
  gaps: listOf(objectOf<ArchiveEntry["gaps"][number]>({ fromMs: isTimeMs, toMs: isTimeMs, reason: isText })),
  sources: listOf(isText),
  license: isText,
  parquet: optional(
    objectOf<NonNullable<ArchiveEntry["parquet"]>>({ sizeBytes: isNumber, sha256: isText, form: isNumber }),
  ),
});

export const isArchiveCatalogue = objectOf<ArchiveCatalogue>({
  archives: listOf(
    objectOf<KnownArchive>({
      entry: isEntry,
      coinId: optional(isText),
      period: isText,
      closesAtMs: orNull(isTimeMs),
      fingerprint: isText,
      changedAtMs: isTimeMs,
    }),
  ),
});

/**
 * Per file the higher revision wins, or the newer one if equal. All superseded checksums are kept.
 */
export function mergeCatalogues(older: ArchiveCatalogue, newer: ArchiveCatalogue): ArchiveCatalogue {
  const merged = new Map(older.archives.map((archive) => [archive.entry.filename, archive]));
  for (const archive of newer.archives) {
    const { filename } = archive.entry;
    const before = merged.get(filename);
    merged.set(filename, before === undefined ? archive : mergeArchives(before, archive));
  }
  const names = [...merged.keys()].sort();
  return { archives: names.flatMap((name) => merged.get(name) ?? []) };
}

function mergeArchives(older: KnownArchive, newer: KnownArchive): KnownArchive {
  // The name has passed to another thing: not a revision of the same file.
  if (older.coinId !== undefined && newer.coinId !== undefined && older.coinId !== newer.coinId) return newer;
  const [lower, higher] = older.entry.revision > newer.entry.revision ? [newer, older] : [older, newer];
  const { revision, sha256 } = higher.entry;
  const known = [...lower.entry.superseded, ...higher.entry.superseded];
  // An incomplete file needs no checksum.
  if (lower.entry.complete && lower.entry.sha256 !== sha256)
    known.push({ revision: lower.entry.revision, sha256: lower.entry.sha256 });
  const distinct = new Map(known.map((one) => [`${one.revision} ${one.sha256}`, one]));
  const superseded = [...distinct.values()]
    .filter((one) => one.revision !== revision || one.sha256 !== sha256)
    .sort((a, b) => a.revision - b.revision || (a.sha256 < b.sha256 ? -1 : 1));
  return { ...higher, entry: { ...higher.entry, superseded } };
}
