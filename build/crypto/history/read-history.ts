import { sortByName } from "../../lib/entries.ts";
import { DAY_MS, floorTo, HOUR_MS, MINUTE_MS } from "../../lib/time.ts";
import type { MarketCoin } from "../market/model/market.ts";
import { type ClosedDays, listClosedDays } from "./closed-days.ts";
import { HOUR_REVISIONS, type HourRevisions } from "./hour-revisions.ts";
import { createMonthReader, type HourYear, listHourYears } from "./hour-years.ts";
import { findHourlyStart } from "./kept-hours.ts";
import { EMPTY_PARTITION, findFirstTime, mergePartitions, type Partition } from "./partition.ts";
import {
  DAILY,
  DENSE,
  HOURLY,
  joinDigests,
  listNames,
  nameDaily,
  nameHourly,
  parsePartitionName,
  readPartition,
  SAMPLES,
  type StateReader,
  type SyncStateReader,
} from "./partition-document.ts";
import { findDone, PAST_HOURS, type PastHours } from "./past-hours-document.ts";
import { rollUp } from "./roll-up.ts";
import { joinParts, readParts, readSeries, type Series } from "./series.ts";

const STEP_MS: Record<Interval, number> = { "5m": 5 * MINUTE_MS, "1h": HOUR_MS, "1d": DAY_MS };

/**
 * The series of every coin after `updateSeries`: 5-minute points from the samples and, where there
 * is none, from the prices between two builds; hours from the months that are kept for good, the
 * closed days and the samples of the running day; and days that are over. An hour of the last week
 * without a point gets the reference's hourly price (`sparklines`, by coin). Days never do, because
 * that price changes with every answer of the reference; nor do the hours of a year. Such an hour
 * has no corrections: the description of `/api/corrections` says so.
 */
export async function readHistory(
  state: SyncStateReader,
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
    "1h": sortByName(hours).map(([, partition]) => partition),
    "1d": (await readAll(state, DAILY)).map(({ partition }) => partition),
  };
  const dense = (await readAll(state, DENSE)).map(({ partition }) => partition);
  const days = listClosedDays(partitions["1d"], asOfMs, (year) => joinDigests(state, [nameDaily(Date.UTC(year, 0))]));
  const hourlyFromMs = findHourlyStart(state, asOfMs);
  const past = await state.read<PastHours>(PAST_HOURS);
  const revisions = (await state.read<HourRevisions>(HOUR_REVISIONS)) ?? {};
  // Without a backfill no older hours are expected.
  const doneFromMs = past === undefined ? 0 : (past.doneFromMs ?? Number.POSITIVE_INFINITY);
  const done = past && findDone(past);
  // A coin can enter the largest ones, or get older days, after the others were completed.
  const isComplete = (coinId: string, fromMs: number): boolean => {
    if (done === undefined) return true;
    const firstMs = Math.min(...partitions["1d"].flatMap((days) => findFirstTime(days, coinId) ?? []));
    return (done.get(coinId) ?? Number.POSITIVE_INFINITY) <= Math.max(fromMs, firstMs);
  };
  const readMonths = createMonthReader(state);
  const readHours = (coinId: string, fromMs: number, toMs: number): Series => {
    const recent = readParts(partitions["1h"], coinId, Math.max(fromMs, hourlyFromMs), toMs);
    if (fromMs >= hourlyFromMs) return joinParts(recent);
    const keptToMs = Math.min(toMs, hourlyFromMs - 1);
    return joinParts([...readParts(readMonths(fromMs, keptToMs), coinId, fromMs, keptToMs), ...recent]);
  };
  return {
    days,
    hourYears: listHourYears(state, { asOfMs, hourlyFromMs, doneFromMs, revisions, isComplete }, readHours, readMonths),
    series(coinId, interval, fromMs, toMs) {
      const endMs = interval === "1d" ? Math.min(toMs, asOfMs - DAY_MS) : toMs;
      const own =
        interval === "1h" ? readHours(coinId, fromMs, endMs) : readSeries(partitions[interval], coinId, fromMs, endMs);
      if (interval === "5m") return addPoints(own, readSeries(dense, coinId, fromMs, endMs));
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

export type Interval = "5m" | "1h" | "1d";

/** Read access to the series of all coins. */
export interface History {
  /** The points of a coin with `fromMs <= time <= toMs`; empty columns if there are none. */
  series(coinId: string, interval: Interval, fromMs: number, toMs: number): Series;
  /** The closed days of all coins; absent: none are known. */
  days?: ClosedDays;
  /** The years with hours, ascending. Absent: none. */
  hourYears?: readonly HourYear[];
}

/** How far back the reference's hourly prices go. */
const REACH_MS = 7 * DAY_MS;

/** A reference's hourly prices of a coin, the last one at `endMs`. */
export interface Sparkline {
  source: string;
  prices: readonly number[];
  endMs: number;
}

/** By the id of the coin. `source`: that of the hourly prices; without one there are none. */
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
  const last = prices.length - 1;
  const seenAt = (at: number) => endMs - (last - at) * HOUR_MS;
  const timeAt = (at: number) => floorTo(seenAt(at), HOUR_MS);
  let first = 0;
  while (first <= last && (timeAt(first) < fromMs || seenAt(first) < asOfMs - REACH_MS)) first += 1;
  let end = last + 1;
  while (end > first && (timeAt(end - 1) > toMs || seenAt(end - 1) > asOfMs)) end -= 1;
  // Most coins have every hour: nothing else is made for them.
  if (hasAll(own.times, end - first, (at) => timeAt(first + at))) return own;
  const wanted = prices.slice(first, end);
  const times = wanted.map((_, at) => timeAt(first + at));
  return addPoints(own, { times, prices: wanted, origins: times.map(() => source) });
}

/**
 * Adds points at times without one, ascending. Their market caps and volumes are unknown. One loop
 * over columns: this runs several times for each coin.
 */
function addPoints(own: Series, other: Pick<Series, "times" | "prices" | "origins">): Series {
  if (hasAll(own.times, other.times.length, (at) => other.times[at]!)) return own;
  const times: number[] = [];
  const prices: number[] = [];
  const marketCaps: (number | null)[] = [];
  const totalVolumes: (number | null)[] = [];
  const origins: (string | null)[] = [];
  let row = 0;
  let added = 0;
  while (row < own.times.length || added < other.times.length) {
    const ownMs = own.times[row] ?? Number.POSITIVE_INFINITY;
    const otherMs = other.times[added] ?? Number.POSITIVE_INFINITY;
    if (ownMs <= otherMs) {
      times.push(ownMs);
      prices.push(own.prices[row]!);
      marketCaps.push(own.marketCaps[row]!);
      totalVolumes.push(own.totalVolumes[row]!);
      origins.push(own.origins?.[row] ?? null);
      row += 1;
      if (ownMs === otherMs) added += 1;
    } else {
      times.push(otherMs);
      prices.push(other.prices[added]!);
      marketCaps.push(null);
      totalVolumes.push(null);
      origins.push(other.origins?.[added] ?? null);
      added += 1;
    }
  }
  return { times, prices, marketCaps, totalVolumes, origins };
}

/** Whether each of so many wanted times is among the times; both ascend. */
function hasAll(times: readonly number[], count: number, timeAt: (at: number) => number): boolean {
  let row = 0;
  for (let at = 0; at < count; at += 1) {
    const wanted = timeAt(at);
    while (row < times.length && times[row]! < wanted) row += 1;
    if (times[row] !== wanted) return false;
  }
  return true;
}
