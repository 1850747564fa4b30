import type { ArchiveEntry } from "../endpoints/archive-entry.ts";
import type { Endpoint, World } from "../endpoints/endpoint.ts";
import type { Column } from "./column.ts";

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
  columns: readonly Column<Row>[];
  /** The files of the dataset; none where nothing is known. */
  parts(world: World): Iterable<ArchivePart<Row>>;
}

/** One file of a dataset. */
export interface ArchivePart<Row = unknown> {
  /** File name without extension. */
  name: string;
  periodStartMs: number | null;
  periodEndMs: number | null;
  /** No further row will come. */
  complete: boolean;
  gaps: ArchiveEntry["gaps"];
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
        complete: false,
        gaps: [],
        rows: found,
      };
    },
  });
}
