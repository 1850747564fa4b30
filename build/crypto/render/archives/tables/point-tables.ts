import type { Column } from "../../../../kit/api/row.ts";
import type { Archive, ArchivePart } from "../../../../kit/render/archives/archive.ts";
import { DAY_MS, floorTo, getCalendarSpan, HOUR_MS, renderDay } from "../../../../lib/time.ts";
import type { World } from "../../../api/world.ts";
import { digestSeries } from "../../../history/digest-series.ts";
import { findColumns } from "../../../history/partition.ts";
import { DAILY, HOURLY, SAMPLES } from "../../../history/partition-document.ts";
import { readSeries } from "../../../history/series.ts";
import { defineArchive } from "../define-archive.ts";
import { listPointParts, type PointRow, pointColumns, readPeriods, readPoints, SORTED_BY } from "./point-parts.ts";
import { findGapsWithin, listCoveredSteps, listOrigins, type Slice, splitByStep } from "./slice.ts";

type PointArchive = Pick<Archive, "dataset" | "description" | "granularity" | "outlivesState"> &
  Pick<Archive<PointRow, World>, "parts"> & { time: Pick<Column, "name" | "type" | "description"> };

const definePoints = ({ time, ...archive }: PointArchive): Archive =>
  defineArchive<PointRow>({
    ...archive,
    kinds: ["ticker", "coin"],
    computed: true,
    columns: pointColumns(time),
    sortedBy: SORTED_BY,
  });

const TIME = { name: "time", type: "datetime" } as const;
const DATE = { name: "date", type: "date", description: "UTC day." } as const;
const HOURS_REASON = "no build published a price of its own in these hours";
const ELSEWHERE = "; what rows there are come from elsewhere";

/** The state deletes samples after 3 days, and these files with them. */
export const prices = definePoints({
  dataset: "prices",
  description:
    "Price, market cap and volume of every coin as each build observed them, one file per UTC day, of the last days only.",
  granularity: "event",
  time: { ...TIME, description: "When it was observed, UTC." },
  async *parts({ market }, series) {
    const endMs = market.asOfMs + 1;
    const periods = await readPeriods(series, SAMPLES, endMs, (startMs) => ({
      name: `prices-${renderDay(startMs)}`,
      startMs,
      endMs: startMs + DAY_MS,
    }));
    // A day of frequent builds of many coins is too long for one file.
    const steps = { stepMs: HOUR_MS, cutMs: HOUR_MS, endMs };
    yield* listPointParts(periods, { ...steps, reason: HOURS_REASON, keepsAll: false });
  },
});

/** The state deletes a day after 45 days; the published month stays as long as configured. */
export const hourly = definePoints({
  dataset: "hourly",
  description:
    "Hourly price, market cap and volume of every coin, one file per month, of the last months only, closed UTC " +
    "days only. A point is the last one in its hour.",
  granularity: "1h",
  outlivesState: true,
  time: { ...TIME, description: "Start of the hour, UTC." },
  async *parts({ market }, series) {
    const endMs = floorTo(market.asOfMs, DAY_MS);
    const periods = await readPeriods(series, HOURLY, endMs, (startMs) => {
      const month = renderDay(startMs).slice(0, 7);
      return { name: `hourly-${month}`, ...getCalendarSpan(month) };
    });
    yield* listPointParts(periods, { stepMs: HOUR_MS, reason: HOURS_REASON + ELSEWHERE, endMs, keepsAll: false });
  },
});

export const daily = definePoints({
  dataset: "daily",
  description:
    "Daily price, market cap and volume of every coin, one file per year, closed UTC days only. A point is the last one of its day.",
  granularity: "1d",
  outlivesState: true,
  time: DATE,
  async *parts({ market }, series) {
    const endMs = floorTo(market.asOfMs, DAY_MS);
    const periods = await readPeriods(series, DAILY, endMs, (startMs) => {
      const year = renderDay(startMs).slice(0, 4);
      return { name: `daily-${year}`, ...getCalendarSpan(year) };
    });
    const reason = `no build published a closing price of its own on these days${ELSEWHERE}`;
    yield* listPointParts(periods, { stepMs: DAY_MS, reason, endMs, keepsAll: true });
  },
});

export const coinHistory = definePoints({
  dataset: "history",
  description:
    "Daily price, market cap and volume of one coin, all that is known, closed UTC days only. One file per coin.",
  granularity: "1d",
  time: DATE,
  async *parts({ market }, series) {
    const endMs = floorTo(market.asOfMs, DAY_MS);
    const years = await readPeriods(series, DAILY, endMs, (startMs) => ({ name: renderDay(startMs), startMs, endMs }));
    const partitions = years.flatMap((year) => year.partitions);
    const slices = splitByStep(partitions, endMs, Number.POSITIVE_INFINITY).flat();
    for (const { id, key } of market.coins) {
      // Other coins of the same years may get points, and the file of this one stays the same.
      const fingerprint = () => `${id} ${digestSeries(readSeries(partitions, id, 0, endMs - 1))}`;
      yield* describeCoin(id, key, slices, fingerprint);
    }
  },
});

function* describeCoin(
  id: string,
  key: string,
  slices: readonly Slice[],
  fingerprint: () => string,
): Generator<ArchivePart<PointRow>> {
  const times = listDays(id, slices);
  const [first] = times;
  const last = times.at(-1);
  if (first === undefined || last === undefined) return;
  const reason = `no build published its own closing price of the coin on these days${ELSEWHERE}`;
  const covered = listCoveredSteps(slices, [id], { stepMs: DAY_MS, countsEarlier: true });
  yield {
    name: `history-${key}`,
    coinId: id,
    periodStartMs: first,
    periodEndMs: last,
    closesAtMs: null,
    gaps: findGapsWithin(covered, { fromMs: first, toMs: last + DAY_MS }, { stepMs: DAY_MS, reason }),
    origins: listOrigins(slices, [id]),
    fingerprint,
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
