import type { Endpoint, World } from "../../../crypto/api/world.ts";
import type { StateReader } from "../../../crypto/history/partition-document.ts";
import type { ArchiveEntry } from "../../api/archive-entry.ts";
import type { Column } from "../../api/row.ts";

/** Reads the state, including what this build has added. */
export type SeriesReader = Pick<StateReader, "list" | "read">;

/** Months that files stay published by dataset, including the newest; default: all of them. */
export type ArchiveRetention = Readonly<Record<string, number>>;

/** A dataset that can be downloaded as gzip-compressed CSV. */
export interface Archive<Row = unknown> {
  dataset: string;
  description: string;
  granularity: ArchiveEntry["granularity"];
  /** Record kinds of the rows: `sources` follows from them. */
  kinds: Endpoint["kinds"];
  /** Computed here; otherwise the terms of the sources apply alone (see `nameLicense`). */
  computed: boolean;
  /** Files stay published after the state has deleted their rows. Absent: they are removed. */
  outlivesState?: true;
  columns: readonly Column<Row>[];
  parts(world: World, series: SeriesReader): Iterable<ArchivePart<Row>> | AsyncIterable<ArchivePart<Row>>;
}

export interface ArchivePart<Row = unknown> {
  name: string;
  /** Id of the only coin in the file: its name may pass to another coin. */
  coinId?: string;
  /** Name of the first file of a period with several files. Absent: `name`. */
  period?: string;
  periodStartMs: number | null;
  periodEndMs: number | null;
  /** End of the period; `null` if it never ends. */
  closesAtMs: number | null;
  gaps: ArchiveEntry["gaps"];
  /** Ids of sources whose numbers are in rows of a computed dataset. */
  origins?: readonly string[];
  /** A hash of the row data, cheaper than the rows. Absent: rendered in every build. */
  fingerprint?(): string;
  /** Read once for each format. */
  rows: Iterable<Row>;
}

/** The registry holds archives of different rows. */
export function defineArchive<Row>(archive: Archive<Row>): Archive {
  return archive as unknown as Archive;
}

/** A dataset of one file that every build replaces, dated by its newest observation. */
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

const TEXT_NOTE = "An apostrophe precedes a text that a spreadsheet would run as a formula.";

export function describeColumns(columns: readonly Column<never>[]): ArchiveEntry["columns"] {
  return columns.map(({ name, type, unit, description }) => ({
    name,
    type,
    ...(unit === undefined ? {} : { unit }),
    description: type === "string" ? `${description} ${TEXT_NOTE}` : description,
  }));
}
