import type { History, Interval, Series } from "../history/history.ts";
import { PointList } from "../lib/point-list.ts";

/** A stretch of a coin's series: what an answer says of it, and whose its points are. */
export interface CoinPoints {
  series: Series;
  prices: PointList;
  marketCaps: PointList;
  totalVolumes: PointList;
}

/** The answers of one coin follow one another, and those of one interval are parts of the longest: that one is read and rendered once. */
interface Remembered {
  coinId: string;
  longest: Map<Interval, CoinPoints & { fromMs: number; toMs: number }>;
}

const remembered = new WeakMap<History, Remembered>();

/** The points of a coin with `fromMs <= time <= toMs`. `longestMs` is the beginning of the longest stretch of this interval that is asked for. */
export function readCoinPoints(
  history: History,
  coinId: string,
  interval: Interval,
  { fromMs, toMs, longestMs }: { fromMs: number; toMs: number; longestMs: number },
): CoinPoints {
  let own = remembered.get(history);
  if (own?.coinId !== coinId) {
    own = { coinId, longest: new Map() };
    remembered.set(history, own);
  }
  let longest = own.longest.get(interval);
  if (longest === undefined || longest.fromMs > fromMs || longest.toMs !== toMs) {
    const startMs = Math.min(longestMs, fromMs);
    longest = { ...render(history.series(coinId, interval, startMs, toMs)), fromMs: startMs, toMs };
    own.longest.set(interval, longest);
  }
  return sliceFrom(longest, fromMs);
}

function render(series: Series): CoinPoints {
  const { times } = series;
  const list = (column: readonly (number | null)[]) => PointList.of(times, column);
  return {
    series,
    prices: list(series.prices),
    marketCaps: list(series.marketCaps),
    totalVolumes: list(series.totalVolumes),
  };
}

function sliceFrom({ series, prices, marketCaps, totalVolumes }: CoinPoints, fromMs: number): CoinPoints {
  const first = series.times.findIndex((time) => time >= fromMs);
  if (first === 0) return { series, prices, marketCaps, totalVolumes };
  const end = series.times.length;
  const start = first === -1 ? end : first;
  const origins = series.origins?.slice(start);
  return {
    series: {
      times: series.times.slice(start),
      prices: series.prices.slice(start),
      marketCaps: series.marketCaps.slice(start),
      totalVolumes: series.totalVolumes.slice(start),
      // Absent where all points are our own, also where only earlier ones are not.
      ...(origins?.some((origin) => origin !== null) ? { origins } : {}),
    },
    prices: prices.slice(start, end),
    marketCaps: marketCaps.slice(start, end),
    totalVolumes: totalVolumes.slice(start, end),
  };
}
