import { findColumns } from "../../../history/partition.ts";
import { DAILY, HOURLY, parsePartitionName, SAMPLES } from "../../../history/partition-document.ts";
import { DAY_MS, floorTo, HOUR_MS, renderDay } from "../../../lib/time.ts";
import { type ArchivePart, defineArchive } from "../archive.ts";
import { listPointParts, type PointRow, pointColumns, readPeriods, readPoints } from "./point-parts.ts";
import { findOwnGaps, hashPoints, listOrigins, type Slice, splitByDay } from "./slice.ts";

/** The state deletes samples after 3 days, and these files with them. */
export const prices = defineArchive<PointRow>({
  dataset: "prices",
  description:
    "Price, market cap and volume of every coin as each build observed them, one file per UTC day, of the last days only.",
  granularity: "event",
  kinds: ["ticker", "coin"],
  computed: true,
  columns: pointColumns({ name: "time", type: "datetime", description: "When it was observed, UTC." }),
  async *parts({ market }, series) {
    const periods = await readPeriods(series, SAMPLES, Number.POSITIVE_INFINITY, (startMs) => ({
      name: `prices-${renderDay(startMs)}`,
      endMs: startMs + DAY_MS,
    }));
    const reason = "no build published a price of its own in these hours";
    yield* listPointParts(periods, { stepMs: HOUR_MS, reason, endMs: market.asOfMs + 1 });
  },
});

/** The state deletes a day after 45 days; the published month stays as long as configured. */
export const hourly = defineArchive<PointRow>({
  dataset: "hourly",
  description:
    "Hourly price, market cap and volume of every coin, one file per month, of the last months only, closed UTC days only. A point is the last one in its hour.",
  granularity: "1h",
  kinds: ["ticker", "coin"],
  computed: true,
  outlivesState: true,
  columns: pointColumns({ name: "time", type: "datetime", description: "Start of the hour, UTC." }),
  async *parts({ market }, series) {
    const today = floorTo(market.asOfMs, DAY_MS);
    const periods = await readPeriods(series, HOURLY, today, (startMs) => ({
      name: `hourly-${renderDay(startMs).slice(0, 7)}`,
      endMs: Date.UTC(new Date(startMs).getUTCFullYear(), new Date(startMs).getUTCMonth() + 1, 1),
    }));
    const reason = "no build published a price of its own in these hours; what rows there are come from elsewhere";
    yield* listPointParts(periods, { stepMs: HOUR_MS, reason, endMs: today });
  },
});

const GAP_REASON = "no build published a price of its own on these days; what rows there are come from elsewhere";

export const daily = defineArchive<PointRow>({
  dataset: "daily",
  description:
    "Daily price, market cap and volume of every coin, one file per year, closed UTC days only. A point is the last one of its day.",
  granularity: "1d",
  kinds: ["ticker", "coin"],
  computed: true,
  outlivesState: true,
  columns: pointColumns({ name: "date", type: "date", description: "UTC day." }),
  async *parts({ market }, series) {
    const today = floorTo(market.asOfMs, DAY_MS);
    const periods = await readPeriods(series, DAILY, today, (startMs) => {
      const year = renderDay(startMs).slice(0, 4);
      return { name: `daily-${year}`, endMs: parsePartitionName(`${DAILY}${year}`).endMs };
    });
    yield* listPointParts(periods, { stepMs: DAY_MS, reason: GAP_REASON, endMs: today });
  },
});

const COIN_GAP_REASON =
  "no build published an own price of the coin on these days; what rows there are come from elsewhere";

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
    gaps: findOwnGaps(slices, [id], { stepMs: DAY_MS, lastMs: last, reason: COIN_GAP_REASON }),
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
