import type { Endpoint, World } from "../../api/endpoint.ts";
import type { ArchiveEntry } from "../../api/rows/archive-entry.ts";
import type { StateReader } from "../../history/partition-document.ts";
import type { Column } from "./column.ts";

/** What the state remembers, as archives read it: with what this build has added. */
export type SeriesReader = Pick<StateReader, "list" | "read">;

/** The declaration of a dataset that can be downloaded as gzip-compressed CSV. */
export interface Archive<Row = unknown> {
  /** `coins-latest`. */
  dataset: string;
  description: string;
  granularity: ArchiveEntry["granularity"];
  /** The kinds of records that the rows rest on: `sources` follows from them. */
  kinds: Endpoint["kinds"];
  /** The project computes the numbers, and so may release them as CC0; otherwise the sources' own terms hold. */
  computed: boolean;
  /** A file stays published, as it is, once the state has forgotten what it was made of. Absent: it goes with that. */
  outlivesState?: true;
  columns: readonly Column<Row>[];
  /** The files of the dataset; none where nothing is known. */
  parts(world: World, series: SeriesReader): Iterable<ArchivePart<Row>> | AsyncIterable<ArchivePart<Row>>;
}

/** One file of a dataset. */
export interface ArchivePart<Row = unknown> {
  /** File name without extension. */
  name: string;
  /** Id of the one coin that it is about: another coin may get the name later. */
  coinId?: string;
  /** Name of the first file of the period, where a period takes several files. Absent: `name`. */
  period?: string;
  periodStartMs: number | null;
  periodEndMs: number | null;
  /** When the period is over; `null` where it never is. */
  closesAtMs: number | null;
  gaps: ArchiveEntry["gaps"];
  /** Ids of the sources whose own numbers stand in rows of a computed dataset. */
  origins?: readonly string[];
  /** A hash of what the rows are made of, cheaper than the rows. Without one the file is rendered in every build. */
  fingerprint?(): string;
  /** In a stable order. */
  rows: Iterable<Row>;
}

/** Checks an archive against the contract where it is written and lets the registry hold archives of different rows. */
export function defineArchive<Row>(archive: Archive<Row>): Archive {
  return archive as unknown as Archive;
}

/** A dataset of one file that every build replaces by the newest state, at the time of its newest observation. */
export function defineSnapshot<Row>(
  archive: Omit<Archive<Row>, "granularity" | "parts"> & { rows(world: World): readonly Row[] },
): Archive {
  const { rows, ...declaration } = archive;
  return defineArchive<Row>({
    ...declaration,
    granularity: "snapshot",
    *parts(world) {
      const found = rows(world);
      if (found.length === 0) return;
      const times = world.market.datasets
        .filter((one) => archive.kinds.includes(one.kind))
        .map((one) => one.observedAtMs);
      const timeMs = times.length === 0 ? null : Math.max(...times);
      yield {
        name: archive.dataset,
        periodStartMs: timeMs,
        periodEndMs: timeMs,
        closesAtMs: null,
        gaps: [],
        rows: found,
      };
    },
  });
}
