import type { ArchiveEntry } from "../../api/archive-entry.ts";
import { isFlag, isNumber, isOneOf, isText, isTimeMs, listOf, objectOf, optional, orNull } from "../../lib/shape.ts";
import type { ArchiveCatalogue, KnownArchive } from "./archive-memory.ts";

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
});

/** What an earlier build left about the archives that it published. */
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
