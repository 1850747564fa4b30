import { type Column, defineRow, maybeText, maybeUsd, text, usd } from "../../../../kit/api/row.ts";
import type { ArchivePart, SeriesReader } from "../../../../kit/render/archives/archive.ts";
import { groupBy } from "../../../../lib/collections.ts";
import { floorTo } from "../../../../lib/time.ts";
import { findColumns, type Partition } from "../../../history/partition.ts";
import { listNames, parsePartitionName } from "../../../history/partition-document.ts";
import type { Gap } from "../../../history/roll-up.ts";
import {
  findGapsWithin,
  hashPoints,
  listCoins,
  listCoveredSteps,
  listOrigins,
  listTimes,
  type Slice,
  splitByStep,
} from "./slice.ts";

export interface PointRow {
  timeMs: number;
  id: string;
  price: number;
  marketCap: number | null;
  totalVolume: number | null;
  /** Id of the source of the price; `null` if it is our own. */
  origin: string | null;
}

/** Only the id of a coin: a symbol may pass to another coin, and closed files must not change. */
const PointValues = defineRow<PointRow>()("A point", {
  id: text("Stable identifier, CoinGecko's", (point) => point.id),
  price: usd("Price of one coin", (point) => point.price),
  market_cap: maybeUsd("Price times circulating supply", (point) => point.marketCap),
  total_volume: maybeUsd("Traded in the 24 hours before", (point) => point.totalVolume),
  origin: maybeText("The source whose price it is; empty where it is computed here", (point) => point.origin),
});

/** The columns of a table of points. `time`: name and form of the first one. */
export function pointColumns(time: Pick<Column, "name" | "type" | "description">): readonly Column<PointRow>[] {
  return [{ ...time, value: (point) => point.timeMs }, ...Object.values(PointValues.columns)];
}

/** `readPoints` sorts by this column first. */
export const SORTED_BY = "id";

/** The points by coin, then time: this compresses best. They can be read more than once. */
export function readPoints(slices: readonly Slice[], coinIds: readonly string[]): Iterable<PointRow> {
  return { [Symbol.iterator]: () => generatePoints(slices, coinIds) };
}

function* generatePoints(slices: readonly Slice[], coinIds: readonly string[]): Generator<PointRow> {
  for (const id of coinIds) {
    for (const { partition, fromRow, toRow } of slices) {
      const columns = findColumns(partition, id);
      if (columns === undefined) continue;
      for (let row = fromRow; row < toRow; row += 1) {
        const price = columns.prices[row] ?? null;
        const timeMs = partition.times[row];
        if (price === null || timeMs === undefined) continue;
        yield {
          timeMs,
          id,
          price,
          marketCap: columns.marketCaps?.[row] ?? null,
          totalVolume: columns.totalVolumes?.[row] ?? null,
          origin: partition.origins?.[columns.origins?.[row] ?? -1] ?? null,
        };
      }
    }
  }
}

export interface PointPeriod {
  /** `hourly-2026-11`. */
  name: string;
  startMs: number;
  endMs: number;
  partitions: readonly Partition[];
}

export interface PointSteps {
  /** The distance of two points, or the longest that is not a gap. */
  stepMs: number;
  reason: string;
  endMs: number;
  maxRows?: number;
  /** Files of a long period are cut between two steps of this length. Absent: UTC days. */
  cutMs?: number;
  /** The state never deletes periods, so that it has the first price of our own. */
  keepsAll: boolean;
}

/**
 * One file per period, or several if it is long: then `-2` and so on follow the first name. A gap
 * is a step of the period in which no coin has a price of our own. Where the state has our first
 * price, those of other sources before it count as well. Otherwise no other period may count: the
 * state deletes the earlier ones, and a complete file keeps its gaps.
 */
export function* listPointParts(
  periods: readonly PointPeriod[],
  { stepMs, reason, endMs, maxRows, cutMs, keepsAll }: PointSteps,
): Generator<ArchivePart<PointRow>> {
  const files = periods.flatMap((period) =>
    splitByStep(period.partitions, Math.min(endMs, period.endMs), maxRows, cutMs).map((slices, at) => ({
      period,
      slices,
      at,
    })),
  );
  const all = files.flatMap(({ slices }) => slices);
  const lastMs = listTimes(all).at(-1);
  if (lastMs === undefined) return;
  const covered = listCoveredSteps(all, listCoins(all), { stepMs, countsEarlier: keepsAll });
  for (const [index, { period, slices, at }] of files.entries()) {
    const next = files[index + 1];
    const fromMs = at === 0 ? period.startMs : findStart(slices, stepMs);
    const toMs = next?.period === period ? findStart(next.slices, stepMs) : period.endMs;
    const range = { fromMs, toMs: Math.min(toMs, floorTo(lastMs, stepMs) + stepMs) };
    yield describePart(period, at, slices, findGapsWithin(covered, range, { stepMs, reason }));
  }
}

function describePart(period: PointPeriod, at: number, slices: readonly Slice[], gaps: Gap[]): ArchivePart<PointRow> {
  const coinIds = listCoins(slices);
  const times = listTimes(slices);
  return {
    name: at === 0 ? period.name : `${period.name}-${at + 1}`,
    period: period.name,
    periodStartMs: times[0] ?? null,
    periodEndMs: times.at(-1) ?? null,
    closesAtMs: period.endMs,
    gaps,
    origins: listOrigins(slices, coinIds),
    fingerprint: () => hashPoints(slices, coinIds),
    rows: readPoints(slices, coinIds),
  };
}

/** The start of the step of the first row. */
function findStart(slices: readonly Slice[], stepMs: number): number {
  return floorTo(listTimes(slices)[0] ?? Number.POSITIVE_INFINITY, stepMs);
}

/** The partitions from before `beforeMs`, by period. */
export async function readPeriods(
  series: SeriesReader,
  prefix: string,
  beforeMs: number,
  periodOf: (startMs: number) => Omit<PointPeriod, "partitions">,
): Promise<PointPeriod[]> {
  const names = listNames(series, prefix).filter((name) => parsePartitionName(name).startMs < beforeMs);
  const found: (PointPeriod & { partition: Partition })[] = [];
  for (const name of names) {
    const partition = await series.read<Partition>(name);
    if (partition === undefined) continue;
    found.push({ ...periodOf(parsePartitionName(name).startMs), partition, partitions: [] });
  }
  return [...groupBy(found, ({ name }) => name).values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { name, startMs, endMs } = first;
    return [{ name, startMs, endMs, partitions: group.map(({ partition }) => partition) }];
  });
}
