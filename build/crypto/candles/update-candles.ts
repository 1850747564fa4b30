import type { StateStore } from "../../kit/platform/platform.ts";
import { countValues, pickRows, sortByCount } from "../../lib/collections.ts";
import { DAY_MS, floorTo, HOUR_MS } from "../../lib/time.ts";
import { HOURLY_KEPT_MS } from "../history/kept-hours.ts";
import { findColumns, type Partition } from "../history/partition.ts";
import { listNames, nameSamples, parsePartitionName, readPartition, SAMPLES } from "../history/partition-document.ts";
import { readSeries } from "../history/series.ts";
import {
  CANDLE_FOLDERS,
  CANDLES,
  findCandleSpan,
  nameCandles,
  nameDayCandles,
  readCandleDocument,
  SETTLED_MS,
  writeCandleDocument,
} from "./candle-document.ts";
import {
  type CandlePartition,
  type CandleRange,
  createCandlePartition,
  listRanges,
  mergeCandles,
  OBSERVED,
} from "./candle-partition.ts";
import { joinCandles } from "./join-candles.ts";
import { readHours } from "./read-hours.ts";

export interface CandleUpdate {
  /** Ids of the coins that have candles: the largest ones. */
  candleCoins: readonly string[];
  /** Provisional ids → the final ids that replace them. */
  moves: ReadonlyMap<string, string>;
  asOfMs: number;
  /** This build is the first one of its UTC day. */
  isNewDay: boolean;
}

/**
 * Follows the series after `observe`. The first build of a UTC day keeps the observed ranges of
 * the hours of closed days, because samples are deleted after three days, and rolls hours up into
 * days. It alone changes the candles of days: clients may cache them until midnight.
 */
export async function updateCandles(state: StateStore, { candleCoins, moves, asOfMs, isNewDay }: CandleUpdate) {
  await moveCandles(state, moves);
  if (!isNewDay) return;
  for (const name of listNames(state, SAMPLES)) {
    const { startMs, endMs } = parsePartitionName(name);
    if (endMs <= asOfMs) await keepObserved(state, startMs, candleCoins);
  }
  for (const name of listNames(state, CANDLES)) await closeDay(state, name, asOfMs);
}

/** Adds the ranges of our own samples of a closed day. The document stays open for `closeDay`. */
async function keepObserved(state: StateStore, dayMs: number, coinIds: readonly string[]) {
  const name = nameCandles(dayMs);
  if (state.find(name)?.closed === true) return;
  const samples = await readPartition(state, nameSamples(dayMs));
  const hours = await readHours(state, dayMs);
  const observed = new Map(coinIds.map((id) => [id, observeRanges(samples, hours, id)]));
  const before = await readCandleDocument(state, name);
  const after = mergeCandles(createCandlePartition(observed), before);
  if (after.times.length > 0) writeCandleDocument(state, name, after, dayMs);
}

/** One range per hour with a price of our own. */
export function observeRanges(samples: Partition, hours: Partition, coinId: string): CandleRange[] {
  const columns = findColumns(samples, coinId);
  if (columns === undefined) return [];
  const known = findColumns(hours, coinId)?.prices ?? [];
  const priced = new Set(hours.times.filter((_, row) => (known[row] ?? null) !== null));
  const ranges = new Map<number, CandleRange>();
  for (const [row, time] of samples.times.entries()) {
    const price = columns.prices[row] ?? null;
    if (price === null || (columns.origins?.[row] ?? null) !== null) continue;
    const timeMs = floorTo(time, HOUR_MS);
    const range = ranges.get(timeMs);
    if (range === undefined) {
      const open = priced.has(timeMs - HOUR_MS) ? null : price;
      ranges.set(timeMs, { timeMs, high: price, low: price, open, origin: OBSERVED });
    } else {
      range.high = Math.max(range.high, price);
      range.low = Math.min(range.low, price);
    }
  }
  return [...ranges.values()];
}

/**
 * Rolls a day up that has changed since the last first build of a day, and closes it in time. After
 * a long pause between builds, the last days before it expire at once.
 */
async function closeDay(state: StateStore, name: string, asOfMs: number): Promise<void> {
  const span = findCandleSpan(name);
  if (span === undefined || span.endMs > asOfMs) return;
  const isExpired = span.endMs <= asOfMs - HOURLY_KEPT_MS;
  if (state.find(name)?.closed !== true) {
    const candles = await readCandleDocument(state, name);
    await addDay(state, span.startMs, candles, asOfMs);
    // The next day opens at the last price of this one. It is rolled up anyway if it is not closed.
    const next = nameCandles(span.endMs);
    if (state.find(next)?.closed === true)
      await addDay(state, span.endMs, await readCandleDocument(state, next), asOfMs);
    if (!isExpired && span.endMs + SETTLED_MS <= asOfMs) writeCandleDocument(state, name, candles, asOfMs);
  }
  if (isExpired) state.write(name, undefined);
}

/** Replaces the day: its hours may have more or other ranges than when it was made before. */
async function addDay(state: StateStore, dayMs: number, candles: CandlePartition, asOfMs: number): Promise<void> {
  const hours = await readHours(state, dayMs);
  const before = await readCandleDocument(state, nameCandles(dayMs - DAY_MS));
  const name = nameDayCandles(dayMs);
  const year = await readCandleDocument(state, name);
  const ids = new Set([...Object.keys(year.coins), ...Object.keys(candles.coins)]);
  const days = [...ids].map((id): [string, CandleRange[]] => {
    const ranges = listRanges(candles, id);
    // The last hour before may have a candle, whose close is then the first open.
    const joined = [...listRanges(before, id), ...ranges];
    const day = ranges.length === 0 ? undefined : rollUpRanges(hours, id, dayMs, joined);
    const known = listRanges(year, id);
    return [id, day === undefined ? known : [...known.filter(({ timeMs }) => timeMs !== dayMs), day]];
  });
  writeCandleDocument(state, name, createCandlePartition(new Map(days)), asOfMs);
}

/** The range of a day is that of its hours; its origin is that of most of them. */
function rollUpRanges(
  hours: Partition,
  coinId: string,
  dayMs: number,
  ranges: readonly CandleRange[],
): CandleRange | undefined {
  const byTime = new Map(ranges.map((range) => [range.timeMs, range]));
  const series = readSeries([hours], coinId, dayMs - HOUR_MS, dayMs + DAY_MS - HOUR_MS);
  const candles = joinCandles(series, HOUR_MS, (timeMs) => byTime.get(timeMs));
  const rows = [...candles.times.keys()].filter((row) => (candles.times[row] ?? 0) >= dayMs);
  const [first] = rows;
  if (first === undefined) return undefined;
  const isFollowed = candles.times[first - 1] === dayMs - HOUR_MS;
  return {
    timeMs: dayMs,
    high: Math.max(...pickRows(candles.highs, rows)),
    low: Math.min(...pickRows(candles.lows, rows)),
    open: isFollowed ? null : (candles.opens[first] ?? null),
    origin: findMostFrequent(pickRows(candles.origins, rows)),
  };
}

function findMostFrequent(origins: readonly string[]): string {
  const [most] = sortByCount(countValues(origins));
  return most?.[0] ?? OBSERVED;
}

/** Moves the candles of provisional coins to their final ids. */
async function moveCandles(state: StateStore, moves: ReadonlyMap<string, string>): Promise<void> {
  if (moves.size === 0) return;
  for (const name of CANDLE_FOLDERS.flatMap((folder) => listNames(state, folder))) {
    const before = await readCandleDocument(state, name);
    const ids = Object.keys(before.coins);
    if (!ids.some((id) => moves.has(id))) continue;
    const pick = (isPicked: (id: string) => boolean) =>
      createCandlePartition(
        new Map(ids.filter(isPicked).map((id) => [moves.get(id) ?? id, listRanges(before, id)] as const)),
      );
    const moved = mergeCandles(
      pick((id) => moves.has(id)),
      pick((id) => !moves.has(id)),
    );
    const closed = state.find(name)?.closed === true;
    state.write(name, moved, { closed, reopen: "a provisional coin got its id" });
  }
}
