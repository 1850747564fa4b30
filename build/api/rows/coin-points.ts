import type { History, Interval, Series } from "../../history/history.ts";
import { PointList } from "../../lib/json/point-list.ts";

/** A stretch of a coin's series, as an answer has it: when points were, whose they are, and what they say. */
export interface CoinPoints extends Pick<Series, "times" | "origins"> {
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

function render({ times, prices, marketCaps, totalVolumes, origins }: Series): CoinPoints {
  const lists = PointList.ofColumns(times, prices, marketCaps, totalVolumes);
  return { times, ...(origins && { origins }), prices: lists[0], marketCaps: lists[1], totalVolumes: lists[2] };
}

function sliceFrom(points: CoinPoints, fromMs: number): CoinPoints {
  const first = points.times.findIndex((time) => time >= fromMs);
  if (first === 0) return points;
  const end = points.times.length;
  const start = first === -1 ? end : first;
  const times = points.times.slice(start);
  const origins = points.origins?.slice(start);
  return {
    times,
    // Absent where all points are our own, also where only earlier ones are not.
    ...(origins?.some((origin) => origin !== null) ? { origins } : {}),
    prices: points.prices.slice(start, end, times),
    marketCaps: points.marketCaps.slice(start, end, times),
    totalVolumes: points.totalVolumes.slice(start, end, times),
  };
}
