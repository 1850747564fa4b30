import { sortByName } from "../../lib/entries.ts";

/**
 * Highs and lows of many coins over some time, in columns, in USD. `times` are the starts of the
 * steps in unix milliseconds, ascending. A candle's close is the price of its step in the series,
 * and its open is the close of the step before: they are not stored a second time.
 */
export interface CandlePartition {
  times: number[];
  coins: Record<string, CandleColumns>;
  /** `OBSERVED`, or the ids of one or two venues: `binance+kraken`. */
  origins: string[];
}

/** Columns as long as `times`; `null` for a step without a candle. */
export interface CandleColumns {
  highs: (number | null)[];
  lows: (number | null)[];
  /** Indices into the partition's `origins`. */
  origins: (number | null)[];
  /** Where the price before the step is unknown. Absent: nowhere. */
  opens?: (number | null)[];
}

/** What the series do not hold of a candle. */
export interface CandleRange {
  timeMs: number;
  high: number;
  low: number;
  /** The first known price of the step; only where the price before the step is unknown. */
  open: number | null;
  origin: string;
}

/** The highs and lows are those of our own samples. */
export const OBSERVED = "observed";

export const EMPTY_CANDLES: CandlePartition = { times: [], coins: {}, origins: [] };

/** The ranges of a coin, ascending. Safe for ids such as `constructor`. */
export function listRanges({ times, coins, origins }: CandlePartition, coinId: string): CandleRange[] {
  const columns = Object.hasOwn(coins, coinId) ? coins[coinId] : undefined;
  if (columns === undefined) return [];
  return times.flatMap((timeMs, row): CandleRange[] => {
    const high = columns.highs[row] ?? null;
    const low = columns.lows[row] ?? null;
    if (high === null || low === null) return [];
    const origin = origins[columns.origins[row] ?? -1] ?? OBSERVED;
    return [{ timeMs, high, low, open: columns.opens?.[row] ?? null, origin }];
  });
}

/** The partition of these ranges, by coin. Equal ranges are equal bytes. */
export function createCandlePartition(ranges: ReadonlyMap<string, readonly CandleRange[]>): CandlePartition {
  const all = [...ranges.values()].flat();
  const times = [...new Set(all.map(({ timeMs }) => timeMs))].sort((a, b) => a - b);
  const origins = [...new Set(all.map(({ origin }) => origin))].sort();
  const rows = new Map(times.map((time, row) => [time, row]));
  const labels = new Map(origins.map((origin, label) => [origin, label]));
  const coins = sortByName(ranges)
    .filter(([, own]) => own.length > 0)
    .map(([id, own]): [string, CandleColumns] => {
      const byRow = new Map(own.map((range) => [rows.get(range.timeMs), range]));
      const column = (pick: (range: CandleRange) => number | null) =>
        times.map((_, row) => {
          const range = byRow.get(row);
          return range === undefined ? null : pick(range);
        });
      const opens = column(({ open }) => roundRange(open));
      return [
        id,
        {
          highs: column(({ high }) => roundRange(high)),
          lows: column(({ low }) => roundRange(low)),
          origins: column(({ origin }) => labels.get(origin) ?? null),
          ...(opens.some((open) => open !== null) ? { opens } : {}),
        },
      ];
    });
  return { times, coins: Object.fromEntries(coins), origins };
}

/** The number of candles of all coins. */
export function countCandles({ coins }: CandlePartition): number {
  let candles = 0;
  for (const { highs } of Object.values(coins)) for (const high of highs) if (high !== null) candles += 1;
  return candles;
}

/**
 * The union of two partitions by coin and step. Of two candles, one of venues replaces an observed
 * one, and one of two venues that of a single venue; otherwise that of `b` wins.
 */
export function mergeCandles(a: CandlePartition, b: CandlePartition): CandlePartition {
  const ids = [...new Set([...Object.keys(a.coins), ...Object.keys(b.coins)])];
  return createCandlePartition(new Map(ids.map((id) => [id, mergeRanges(listRanges(a, id), listRanges(b, id))])));
}

function mergeRanges(a: readonly CandleRange[], b: readonly CandleRange[]): CandleRange[] {
  const merged = new Map(a.map((range) => [range.timeMs, range]));
  for (const range of b) {
    const other = merged.get(range.timeMs);
    if (other === undefined || countVenues(range) >= countVenues(other)) merged.set(range.timeMs, range);
  }
  return [...merged.values()].sort((x, y) => x.timeMs - y.timeMs);
}

/** How many venues the high and the low are from. */
export function countVenues({ origin }: Pick<CandleRange, "origin">): number {
  return origin === OBSERVED ? 0 : origin.split("+").length;
}

/** More digits only make the state larger: an error of a ten-millionth is far below a tick. */
const DIGITS = 8;

/** A high, a low or an open as the partition holds it. */
export function roundRange(value: number | null): number | null {
  return value === null ? null : Number(value.toPrecision(DIGITS));
}
