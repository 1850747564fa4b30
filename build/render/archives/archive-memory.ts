import type { ArchiveEntry } from "../../api/rows/archive-entry.ts";
import type { SeriesReader } from "./archive.ts";
import type { ArchiveRetention } from "./archive-retention.ts";

/** What is remembered of a published archive from one build to the next. */
export interface KnownArchive {
  entry: ArchiveEntry;
  /** Id of the coin that the file is about, where it is about one. Absent in older catalogues. */
  coinId?: string;
  /** Name of the first file of its period. */
  period: string;
  closesAtMs: number | null;
  /** Of what the rows were made of, and of how they are described. */
  fingerprint: string;
  /** Observation time of the build that last changed the content. */
  changedAtMs: number;
}

/** The document `archives` of the state. Archives that are new in every build are not in it. */
export interface ArchiveCatalogue {
  archives: readonly KnownArchive[];
}

export const CATALOGUE_NAME = "archives";

/** What the archives need beside the market of this build. */
export interface ArchiveMemory {
  series: SeriesReader;
  /** As the build before left it. */
  catalogue: ArchiveCatalogue | undefined;
  /** Older files are neither published nor remembered. */
  retention: ArchiveRetention;
  /**
   * The file of that path in the site as it was published before, if its hash is the given one. `anywhere` also asks places that
   * are far: for what cannot be made again. `nearby` only spares the work of rendering what has not changed.
   */
  findPublished(path: string, sha256: string, where: "nearby" | "anywhere"): Promise<Uint8Array | undefined>;
}

/** For a first build, or one without a state. */
export const NO_ARCHIVE_MEMORY: ArchiveMemory = {
  series: { list: () => [], read: async () => undefined },
  catalogue: undefined,
  retention: {},
  findPublished: async () => undefined,
};
