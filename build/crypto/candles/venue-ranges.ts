import { DAY_MS, HOUR_MS } from "../../lib/time.ts";
import { scalePoint } from "../backfill/apply-answer.ts";
import type { SeriesPoint } from "../backfill/series-store.ts";
import { findColumns, type Partition } from "../history/partition.ts";
import { type CandleRange, OBSERVED } from "./candle-partition.ts";
import { decideRange, findScale } from "./range-rules.ts";

/** The hourly candles of one venue, in USD per coin. */
export interface VenueAnswer {
  source: string;
  points: readonly SeriesPoint[];
}

/** What is known of a coin's hours of one UTC day. */
export interface KnownHours {
  dayMs: number;
  /** By the start of the hour: prices of the hours of the day, and of the last hour before it. */
  prices: ReadonlyMap<number, number>;
  /** Ranges that are stored. */
  ranges: readonly CandleRange[];
}

/**
 * The ranges of a day's hours from the candles of up to two venues, in the order of preference.
 * Each venue is scaled to our own hours; one that does not fit them is left out. An hour without
 * a price or without a candle gets no range.
 */
export function computeRanges({ dayMs, prices, ranges }: KnownHours, answers: readonly VenueAnswer[]): CandleRange[] {
  const venues = answers.flatMap(({ source, points }) => {
    const byTime = scaleHours({ dayMs, prices }, points);
    return byTime === undefined ? [] : [{ source, byTime }];
  });
  const observed = new Map(ranges.map((range) => [range.timeMs, range]));
  return [...prices].flatMap(([timeMs, close]): CandleRange[] => {
    if (timeMs < dayMs) return [];
    const heard = venues.flatMap(({ source, byTime }) => {
      const range = byTime.get(timeMs);
      return range === undefined ? [] : [{ source, ...range }];
    });
    const [first] = heard;
    if (first === undefined) return [];
    const before = prices.get(timeMs - HOUR_MS);
    const known = observed.get(timeMs);
    const samples = known?.origin === OBSERVED ? [known.high, known.low] : [];
    const own = [close, ...(before === undefined ? [] : [before]), ...samples];
    const decided = decideRange({ high: Math.max(...own), low: Math.min(...own) }, heard);
    const open = Math.min(decided.high, Math.max(decided.low, first.open));
    const origin = heard.map(({ source }) => source).sort();
    return [{ timeMs, ...decided, open: before === undefined ? open : null, origin: origin.join("+") }];
  });
}

/**
 * The ranges of a venue by the start of the hour, at the scale of our prices. `undefined`: they do
 * not fit our prices.
 */
export function scaleHours(
  { dayMs, prices }: Pick<KnownHours, "dayMs" | "prices">,
  points: readonly SeriesPoint[],
): ReadonlyMap<number, SeriesPoint["range"]> | undefined {
  const ofDay = points.filter(({ timeMs }) => timeMs >= dayMs && timeMs < dayMs + DAY_MS);
  const scale = findScale(
    ofDay.flatMap(({ timeMs, price }) => {
      const own = prices.get(timeMs);
      return own === undefined ? [] : [own / price];
    }),
  );
  if (scale === undefined) return undefined;
  return new Map(ofDay.map((point) => [point.timeMs, scalePoint(point, scale).range]));
}

/** Whether the candles of venues are read for a day: most of its hours with a price have one. */
export function isRead(ranges: readonly CandleRange[], pricedHours: number): boolean {
  return ranges.filter(({ origin }) => origin !== OBSERVED).length * 2 > pricedHours;
}

/** The hours of the day with a price. */
export function countHours({ times, coins }: Partition, coinId: string, dayMs: number): number {
  return [...readPrices({ times, coins }, coinId).keys()].filter((timeMs) => timeMs >= dayMs).length;
}

/** The prices of a coin by the start of the hour. */
export function readPrices({ times, coins }: Partition, coinId: string): Map<number, number> {
  const columns = findColumns({ times, coins }, coinId);
  return new Map(
    times.flatMap((timeMs, row): [number, number][] => {
      const price = columns?.prices[row] ?? null;
      return price === null ? [] : [[timeMs, price]];
    }),
  );
}
