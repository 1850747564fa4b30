import type { ArchivePart } from "../../../../kit/render/archives/archive.ts";
import { HOUR_MS, type TimeSpan } from "../../../../lib/time.ts";
import type { HourYear } from "../../../history/hour-years.ts";
import { findColumns } from "../../../history/partition.ts";
import { HOURS, parsePartitionName } from "../../../history/partition-document.ts";
import { defineArchive } from "../define-archive.ts";
import { type PointRow, pointColumns, readPoints, SORTED_BY } from "./point-parts.ts";
import { listCoins, listOrigins, type Slice } from "./slice.ts";

const TIME = { name: "time", type: "datetime", description: "Start of the hour, UTC." } as const;
const isKept = ({ name }: { name: string }) => name !== "market_cap" && name !== "total_volume";
/** A row takes up to 15 bytes compressed, and every host accepts 20 MB. */
const ROWS_PER_FILE = 1_250_000;

/** Years that are final: until then the months of `hourly` hold what builds observed. */
export const hours = defineArchive<PointRow>({
  dataset: "hours",
  description:
    "Price of every hour of a UTC year of the largest coins, once the year is over and its hours were filled from " +
    "candles as far as any exchange has them. An hour without a known price has no row. A point is the last price " +
    "in its hour. A year of many coins is split into several files by id: all hours of a coin are in one.",
  granularity: "1h",
  outlivesState: true,
  kinds: ["ticker", "coin"],
  computed: true,
  columns: pointColumns(TIME).filter(isKept),
  sortedBy: SORTED_BY,
  *parts({ history }, series) {
    for (const one of history.hourYears ?? []) {
      if (!one.final || one.version === undefined) continue;
      const months = series
        .list(`${HOURS}${one.year}`)
        .filter(({ rows }) => rows > 0)
        .map(({ name, rows }) => ({ ...parsePartitionName(name), rows }));
      const files = Math.ceil(months.reduce((sum, { rows }) => sum + rows, 0) / ROWS_PER_FILE);
      for (let at = 0; at < files; at += 1) yield describePart(one, months, { at, files });
    }
  },
});

/** Reads the hours only when they are written: ten years of them would slow every build. */
function describePart(
  { year, version, months }: HourYear,
  known: readonly TimeSpan[],
  { at, files }: { at: number; files: number },
): ArchivePart<PointRow> {
  const fromMs = known[0]?.startMs ?? 0;
  const toMs = (known.at(-1)?.endMs ?? 0) - HOUR_MS;
  const readSlices = () =>
    months(fromMs, toMs).map((partition): Slice => ({ partition, fromRow: 0, toRow: partition.times.length }));
  return {
    name: at === 0 ? `hours-${year}` : `hours-${year}-${at + 1}`,
    period: `hours-${year}`,
    periodStartMs: fromMs,
    periodEndMs: toMs,
    closesAtMs: Date.UTC(year + 1, 0, 1),
    gaps: [],
    get origins() {
      const slices = readSlices();
      return listOrigins(slices, pickCoins(slices, at, files));
    },
    fingerprint: () => `${version} ${at} of ${files}`,
    rows: {
      [Symbol.iterator]() {
        const slices = readSlices();
        return readPoints(slices, pickCoins(slices, at, files))[Symbol.iterator]();
      },
    },
  };
}

/**
 * The coins of a file, sorted by id. Files have about as many rows each, and all hours of a coin
 * are in one of them: reading a coin's year takes no second file.
 */
export function pickCoins(slices: readonly Slice[], at: number, files: number): string[] {
  const coins = listCoins(slices).map((id) => ({ id, rows: countPoints(slices, id) }));
  const all = coins.reduce((sum, { rows }) => sum + rows, 0);
  let before = 0;
  return coins.flatMap(({ id, rows }) => {
    const file = Math.floor((before * files) / all);
    before += rows;
    return file === at ? id : [];
  });
}

function countPoints(slices: readonly Slice[], id: string): number {
  return slices.reduce((sum, { partition }) => {
    const prices = findColumns(partition, id)?.prices ?? [];
    return sum + prices.filter((price) => price !== null).length;
  }, 0);
}
