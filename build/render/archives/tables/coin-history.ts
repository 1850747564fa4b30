import { findColumns } from "../../../history/partition.ts";
import { DAILY } from "../../../history/partition-name.ts";
import { DAY_MS, floorTo, renderDay } from "../../../lib/time.ts";
import { type ArchivePart, defineArchive } from "../archive.ts";
import { findOwnGaps } from "./own-gaps.ts";
import { type PointRow, pointColumns, readPoints } from "./point-row.ts";
import { readPeriods } from "./read-periods.ts";
import { hashPoints, listOrigins, type Slice, splitByDay } from "./slice.ts";

const GAP_REASON = "no build published an own price of the coin on these days; what rows there are come from elsewhere";

/** The days of one coin, all that are known: what most people who want history look for. */
export const coinHistory = defineArchive<PointRow>({
  dataset: "history",
  description:
    "Daily price, market cap and volume of one coin, all that is known, closed UTC days only. One file per coin.",
  granularity: "1d",
  kinds: ["ticker", "coin"],
  computed: true,
  columns: pointColumns({ name: "date", type: "date", description: "UTC day." }),
  async *parts({ market }, series) {
    const today = floorTo(market.asOfMs, DAY_MS);
    const years = await readPeriods(series, DAILY, today, (startMs) => ({ name: renderDay(startMs), endMs: today }));
    const slices = years.flatMap(({ partitions }) => splitByDay(partitions, today, Number.POSITIVE_INFINITY).flat());
    for (const { id, key } of market.coins) {
      const part = describeCoin(id, key, slices);
      if (part !== undefined) yield part;
    }
  },
});

function describeCoin(id: string, key: string, slices: readonly Slice[]): ArchivePart<PointRow> | undefined {
  const times = listDays(id, slices);
  const [first] = times;
  const last = times.at(-1);
  if (first === undefined || last === undefined) return undefined;
  return {
    name: `history-${key}`,
    coinId: id,
    periodStartMs: first,
    periodEndMs: last,
    closesAtMs: null,
    gaps: findOwnGaps(slices, [id], { stepMs: DAY_MS, lastMs: last, reason: GAP_REASON }),
    origins: listOrigins(slices, [id]),
    fingerprint: () => hashPoints(slices, [id]),
    rows: readPoints(slices, [id]),
  };
}

function listDays(id: string, slices: readonly Slice[]): number[] {
  return slices.flatMap(({ partition, fromRow, toRow }) => {
    const prices = findColumns(partition, id)?.prices;
    if (prices === undefined) return [];
    return partition.times.slice(fromRow, toRow).filter((_, row) => (prices[fromRow + row] ?? null) !== null);
  });
}
