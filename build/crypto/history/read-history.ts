import { DAY_MS, floorTo, HOUR_MS, MINUTE_MS } from "../../lib/time.ts";
import type { MarketCoin } from "../market/model/market.ts";
import { type ClosedDays, listClosedDays } from "./closed-days.ts";
import { EMPTY_PARTITION, findColumns, mergePartitions, type Partition } from "./partition.ts";
import {
  DAILY,
  HOURLY,
  joinDigests,
  listNames,
  nameDaily,
  nameHourly,
  parsePartitionName,
  readPartition,
  SAMPLES,
  type StateReader,
} from "./partition-document.ts";
import { rollUp } from "./roll-up.ts";

const STEP_MS: Record<Interval, number> = { "5m": 5 * MINUTE_MS, "1h": HOUR_MS, "1d": DAY_MS };

/**
 * The series of every coin after `updateSeries`: 5-minute points from the samples, hours from the
 * closed days and the samples of the running day, and days that are over. An hour of the last week
 * without a point gets the reference's hourly price (`sparklines`, by coin). Days never do, because
 * that price changes with every answer of the reference.
 */
export async function readHistory(
  state: StateReader,
  sparklines: ReadonlyMap<string, Sparkline>,
  asOfMs: number,
): Promise<History> {
  const samples = await readAll(state, SAMPLES);
  const hours = new Map((await readAll(state, HOURLY)).map(({ name, partition }) => [name, partition]));
  for (const { name, partition } of samples) {
    if (state.find(name)?.closed === true) continue;
    const hourly = nameHourly(parsePartitionName(name).startMs);
    hours.set(hourly, mergePartitions(hours.get(hourly) ?? EMPTY_PARTITION, rollUp(partition, HOUR_MS)));
  }
  const partitions: Record<Interval, Partition[]> = {
    "5m": samples.map(({ partition }) => rollUp(partition, STEP_MS["5m"])),
    "1h": [...hours].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, partition]) => partition),
    "1d": (await readAll(state, DAILY)).map(({ partition }) => partition),
  };
  const version = joinDigests(state, listNames(state, DAILY));
  const days = listClosedDays(partitions["1d"], asOfMs, (year) => joinDigests(state, [nameDaily(Date.UTC(year, 0))]));
  return {
    days,
    version: (interval) => (interval === "1d" ? version : undefined),
    series(coinId, interval, fromMs, toMs) {
      const endMs = interval === "1d" ? Math.min(toMs, asOfMs - DAY_MS) : toMs;
      const own = readSeries(partitions[interval], coinId, fromMs, endMs);
      const sparkline = interval === "1h" ? sparklines.get(coinId) : undefined;
      return sparkline === undefined ? own : addSparkline(own, sparkline, fromMs, toMs, asOfMs);
    },
  };
}

async function readAll(state: StateReader, prefix: string): Promise<{ name: string; partition: Partition }[]> {
  const found: { name: string; partition: Partition }[] = [];
  for (const name of listNames(state, prefix)) found.push({ name, partition: await readPartition(state, name) });
  return found;
}

/** A coin's points with `fromMs <= time <= toMs`. The partitions follow one another in time. */
export function readSeries(partitions: readonly Partition[], coinId: string, fromMs: number, toMs: number): Series {
  const parts = partitions.flatMap((partition) => readPart(partition, coinId, fromMs, toMs) ?? []);
  const labelled = parts.some(({ origins }) => origins?.some((origin) => origin !== null));
  return {
    times: join(parts.map(({ times }) => times)),
    prices: join(parts.map(({ prices }) => prices)),
    marketCaps: join(parts.map(({ marketCaps }) => marketCaps)),
    totalVolumes: join(parts.map(({ totalVolumes }) => totalVolumes)),
    ...(labelled ? { origins: join(parts.map(({ times, origins }) => origins ?? times.map(() => null))) } : {}),
  };
}

/** Many times faster than `flat`. */
function join<T>(parts: readonly (readonly T[])[]): T[] {
  return ([] as T[]).concat(...parts);
}

/** `undefined` when the partition has no point of the coin in that time. */
function readPart(partition: Partition, coinId: string, fromMs: number, toMs: number): Series | undefined {
  const { times } = partition;
  if ((times.at(-1) ?? Number.NEGATIVE_INFINITY) < fromMs || (times[0] ?? 0) > toMs) return undefined;
  const columns = findColumns(partition, coinId);
  if (columns === undefined) return undefined;
  const start = findRow(times, fromMs);
  const end = findRow(times, toMs, true);
  const { prices, marketCaps, totalVolumes, origins } = columns;
  const rows: number[] = [];
  for (let row = start; row < end; row += 1) if (prices[row] != null) rows.push(row);
  // Nearly every coin has a point at every time: then slices are enough, and faster.
  const pick = <T>(column: readonly T[]): T[] =>
    rows.length === end - start ? column.slice(start, end) : rows.map((row) => column[row] as T);
  return {
    times: pick(times),
    prices: pick(prices) as number[],
    marketCaps: pick(marketCaps),
    totalVolumes: pick(totalVolumes),
    ...(origins && { origins: pick(origins).map((label) => nameOrigin(partition, label)) }),
  };
}

function nameOrigin({ origins }: Partition, label: number | null | undefined): string | null {
  return origins?.[label ?? -1] ?? null;
}

/** The first row at or after the time; with `after`, the first one after it. */
function findRow(times: readonly number[], timeMs: number, after = false): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const time = times[middle] ?? Number.POSITIVE_INFINITY;
    if (time < timeMs || (after && time === timeMs)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Columns of equal length, ascending in time (unix milliseconds). Prices, market caps and volumes
 * in USD.
 */
export interface Series {
  times: readonly number[];
  prices: readonly number[];
  marketCaps: readonly (number | null)[];
  totalVolumes: readonly (number | null)[];
  /** The source of each point; `null` for own points. Absent: all points are own. */
  origins?: readonly (string | null)[];
}

export type Interval = "5m" | "1h" | "1d";

/** Read access to the series of all coins. */
export interface History {
  /** The points of a coin with `fromMs <= time <= toMs`; empty columns if there are none. */
  series(coinId: string, interval: Interval, fromMs: number, toMs: number): Series;
  /** The closed days of all coins; absent: none are known. */
  days?: ClosedDays;
  /**
   * The same text means the same series of every coin. `undefined`: unknown, because each build or
   * this one changed them.
   */
  version?(interval: Interval): string | undefined;
}

/** How far back the reference's hourly prices go. */
const REACH_MS = 7 * DAY_MS;

/** A reference's hourly prices of a coin, the last one at `endMs`. */
export interface Sparkline {
  source: string;
  prices: readonly number[];
  endMs: number;
}

export function listSparklines(
  coins: readonly Pick<MarketCoin, "id" | "sparkline" | "sparklineEndMs">[],
  source: string | undefined,
): Map<string, Sparkline> {
  return new Map(
    coins.flatMap(({ id, sparkline, sparklineEndMs }) =>
      source === undefined || sparklineEndMs === null
        ? []
        : [[id, { source, prices: sparkline, endMs: sparklineEndMs }] as const],
    ),
  );
}

/**
 * Adds the reference's price to every hour of the week before `asOfMs` without a point. Market cap
 * and volume of such an hour are unknown.
 */
export function addSparkline(own: Series, sparkline: Sparkline, fromMs: number, toMs: number, asOfMs: number): Series {
  const { prices, endMs, source } = sparkline;
  const known = new Set(own.times);
  const added: { timeMs: number; price: number }[] = [];
  for (const [at, price] of prices.entries()) {
    const seenMs = endMs - (prices.length - 1 - at) * HOUR_MS;
    const timeMs = floorTo(seenMs, HOUR_MS);
    const isWanted = timeMs >= fromMs && timeMs <= toMs && seenMs <= asOfMs && seenMs >= asOfMs - REACH_MS;
    if (isWanted && !known.has(timeMs)) added.push({ timeMs, price });
  }
  if (added.length === 0) return own;
  const rows = mergeRows(own.times, added);
  const pick = <Own, Added>(column: readonly Own[] | undefined, ofAdded: (at: number) => Added): (Own | Added)[] =>
    rows.map((row) => (row < 0 ? ofAdded(-1 - row) : (column?.[row] as Own)));
  return {
    times: pick(own.times, (at) => added[at]!.timeMs),
    prices: pick(own.prices, (at) => added[at]!.price),
    marketCaps: pick(own.marketCaps, () => null),
    totalVolumes: pick(own.totalVolumes, () => null),
    origins: pick(own.origins ?? own.times.map(() => null), () => source),
  };
}

/** Rows in the order of time: those of `times` as they are; those of `added` as −1, −2, … */
function mergeRows(times: readonly number[], added: readonly { timeMs: number }[]): number[] {
  const rows: number[] = [];
  let next = 0;
  for (const [row, timeMs] of times.entries()) {
    for (; next < added.length && added[next]!.timeMs < timeMs; next += 1) rows.push(-1 - next);
    rows.push(row);
  }
  for (; next < added.length; next += 1) rows.push(-1 - next);
  return rows;
}
