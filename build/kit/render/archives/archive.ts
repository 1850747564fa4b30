import type { ArchiveEntry } from "../../api/archive-entry.ts";
import type { Licensed } from "../../api/license.ts";
import type { Column } from "../../api/row.ts";
import type { StateStore } from "../../platform/platform.ts";

/** Reads the state, including what this build has added. */
export type SeriesReader = Pick<StateStore, "list" | "read">;

/** Months that files stay published by dataset, including the newest; default: all of them. */
export type ArchiveRetention = Readonly<Record<string, number>>;

/** What the archives of a build need of it. */
export interface ArchiveWorld {
  sample: boolean;
  market: {
    asOfMs: number;
    datasets: readonly { source: string; kind: string; observedAtMs: number }[];
  };
  run: { sources: readonly Licensed[] };
}

/** A dataset that can be downloaded as gzip-compressed CSV. `World`: what its rows come from. */
export interface Archive<Row = unknown, World extends ArchiveWorld = ArchiveWorld> {
  dataset: string;
  description: string;
  granularity: ArchiveEntry["granularity"];
  /** Record kinds of the rows: `sources` follows from them. */
  kinds: readonly string[];
  /** Computed here; otherwise the terms of the sources apply alone (see `nameLicense`). */
  computed: boolean;
  /** Files stay published after the state has deleted their rows. Absent: they are removed. */
  outlivesState?: true;
  columns: readonly Column<Row>[];
  /** Column by which the rows are sorted first: Parquet keeps the rows of a value in one group. */
  sortedBy?: string;
  parts(world: World, series: SeriesReader): Iterable<ArchivePart<Row>> | AsyncIterable<ArchivePart<Row>>;
}

export interface ArchivePart<Row = unknown> {
  name: string;
  /** Id of the only thing in the file: its name may pass to another one. */
  coinId?: string;
  /** Name of the first file of a period with several files. Absent: `name`. */
  period?: string;
  periodStartMs: number | null;
  periodEndMs: number | null;
  /** End of the period; `null` if it never ends. */
  closesAtMs: number | null;
  gaps: ArchiveEntry["gaps"];
  /** Ids of sources whose own numbers are in the rows, whether or not this build read them. */
  origins?: readonly string[];
  /** A hash of the row data, cheaper than the rows. Absent: rendered in every build. */
  fingerprint?(): string;
  /** Read once for each format. */
  rows: Iterable<Row>;
}

/** The registry holds archives of different rows. */
export function defineArchive<Row, World extends ArchiveWorld>(archive: Archive<Row, World>): Archive {
  return archive;
}

export type Snapshot<Row, World extends ArchiveWorld> = Omit<Archive<Row, World>, "granularity" | "parts"> & {
  rows(world: World): readonly Row[];
};

/** A dataset of one file that every build replaces, dated by its newest observation. */
export function defineSnapshot<Row, World extends ArchiveWorld>(archive: Snapshot<Row, World>): Archive {
  const { rows, ...declaration } = archive;
  return defineArchive<Row, World>({
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

const TEXT_NOTE = "An apostrophe precedes a text that a spreadsheet would run as a formula.";

/** The columns as the list of archives describes them. */
export function describeColumns(columns: readonly Column<never>[]): ArchiveEntry["columns"] {
  return columns.map(({ name, type, unit, description }) => ({
    name,
    type,
    ...(unit === undefined ? {} : { unit }),
    description: type === "string" ? `${description} ${TEXT_NOTE}` : description,
  }));
}
