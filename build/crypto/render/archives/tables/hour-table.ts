import type { ArchivePart } from "../../../../kit/render/archives/archive.ts";
import { HOUR_MS } from "../../../../lib/time.ts";
import type { HourYear } from "../../../history/hour-years.ts";
import { HOURS, parsePartitionName } from "../../../history/partition-document.ts";
import { defineArchive } from "../define-archive.ts";
import { type PointRow, pointColumns, readPoints, SORTED_BY } from "./point-parts.ts";
import { listCoins, listOrigins, type Slice } from "./slice.ts";

const TIME = { name: "time", type: "datetime", description: "Start of the hour, UTC." } as const;
const isKept = ({ name }: { name: string }) => name !== "market_cap" && name !== "total_volume";
/** A row takes up to 15 bytes compressed, and every host accepts 20 MB. */
const MAX_ROWS = 1_300_000;

/** Years that are final: until then the months of `hourly` hold what builds observed. */
export const hours = defineArchive<PointRow>({
  dataset: "hours",
  description:
    "Price of every hour of a UTC year of the largest coins, once the year is over and its hours were filled from " +
    "candles as far as any exchange has them. An hour without a known price has no row. A point is the last price " +
    "in its hour.",
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
        .map(({ name, rows }) => ({ ...parsePartitionName(name), rows }));
      for (const [at, file] of splitMonths(months).entries()) yield describePart(one, at, file);
    }
  },
});

interface Month {
  startMs: number;
  endMs: number;
  rows: number;
}

/** Groups of months that fit into a file each. */
function splitMonths(months: readonly Month[]): Month[][] {
  const files: Month[][] = [];
  let rows = 0;
  for (const month of months.filter((one) => one.rows > 0)) {
    const last = files.at(-1);
    if (last !== undefined && rows + month.rows <= MAX_ROWS) last.push(month);
    else files.push([month]);
    rows = last === files.at(-1) ? rows + month.rows : month.rows;
  }
  return files;
}

/** Reads the hours only when they are written: ten years of them would slow every build. */
function describePart({ year, version, months }: HourYear, at: number, file: readonly Month[]): ArchivePart<PointRow> {
  const fromMs = file[0]?.startMs ?? 0;
  const toMs = (file.at(-1)?.endMs ?? 0) - HOUR_MS;
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
      return listOrigins(slices, listCoins(slices));
    },
    fingerprint: () => `${version} ${at}`,
    rows: {
      [Symbol.iterator]() {
        const slices = readSlices();
        return readPoints(slices, listCoins(slices))[Symbol.iterator]();
      },
    },
  };
}
