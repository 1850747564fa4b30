import type { ArchiveEntry } from "../../api/archive-entry.ts";
import type { ArchiveRetention, SeriesReader } from "./archive.ts";

/** What the state keeps about a published archive. */
export interface KnownArchive {
  entry: ArchiveEntry;
  /** Id of the one coin in the file, if there is one. Absent in older catalogues. */
  coinId?: string;
  /** Name of the first file of the period. */
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

/** What archives need besides the market of this build. */
export interface ArchiveMemory {
  series: SeriesReader;
  /** The catalogue of the build before. */
  catalogue: ArchiveCatalogue | undefined;
  /** Older files are dropped. */
  retention: ArchiveRetention;
  /**
   * The published file of that path, if it has this hash. `nearby` searches this machine: it only
   * saves rendering. `anywhere` searches remote places too, for files that cannot be rendered
   * again.
   */
  findPublished(path: string, sha256: string, where: "nearby" | "anywhere"): Promise<Uint8Array | undefined>;
}

/** The memory of a first build. */
export const NO_ARCHIVE_MEMORY: ArchiveMemory = {
  series: { list: () => [], read: async () => undefined },
  catalogue: undefined,
  retention: {},
  findPublished: async () => undefined,
};
