import type { ArchiveEntry } from "../../api/archive-entry.ts";
import type { ArchiveRetention, SeriesReader } from "./archive.ts";

/** What the next build needs to know of a published archive. */
export interface KnownArchive {
  entry: ArchiveEntry;
  /** Id of the only coin in the file. Absent in older catalogues. */
  coinId?: string;
  /** Name of the first file of the period. */
  period: string;
  closesAtMs: number | null;
  /** Hash of the row data and its description. */
  fingerprint: string;
  /** Observation time of the build that last changed the content. */
  changedAtMs: number;
}

/** The state document `archives`, without files that every build replaces. */
export interface ArchiveCatalogue {
  archives: readonly KnownArchive[];
}

export const CATALOGUE_NAME = "archives";

/** Inputs of the archives besides the market. */
export interface ArchiveMemory {
  series: SeriesReader;
  /** Catalogue of the previous build. */
  catalogue: ArchiveCatalogue | undefined;
  /** Older files are dropped. */
  retention: ArchiveRetention;
  /**
   * A published file, if its hash is the given one. `anywhere` also uses remote places, for content
   * that cannot be rendered again; `nearby` only saves rendering.
   */
  findPublished(path: string, sha256: string, where: "nearby" | "anywhere"): Promise<Uint8Array | undefined>;
  /** Receives the catalogue before anything after the archives is rendered. */
  remember(catalogue: ArchiveCatalogue): void;
  warn(message: string): void;
}

/** For a first build, or one without state. */
export const NO_ARCHIVE_MEMORY: ArchiveMemory = {
  series: { names: () => [], read: async () => undefined },
  catalogue: undefined,
  retention: {},
  findPublished: async () => undefined,
  remember: () => undefined,
  warn: () => undefined,
};
