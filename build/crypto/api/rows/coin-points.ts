import * as schema from "../../../kit/api/schema.ts";
import { PointList } from "../../../lib/json/point-list.ts";
import { floorTo } from "../../../lib/time.ts";
import { digestSeries } from "../../history/digest-series.ts";
import type { History, Interval } from "../../history/read-history.ts";
import type { Series } from "../../history/series.ts";

export interface CoinPoints extends Pick<Series, "times" | "origins"> {
  prices: PointList;
  marketCaps: PointList;
  totalVolumes: PointList;
}

/**
 * Reads points with `fromMs <= time <= toMs`; `longestMs` is the earliest `fromMs` of the interval
 * with this `toMs`.
 */
export type ReadCoinPoints = (
  coinId: string,
  interval: Interval,
  window: { fromMs: number; toMs: number; longestMs: number },
) => CoinPoints;

/**
 * Renders the longest window of an interval once, and slices the others from it. Keeps one coin:
 * its answers follow one another.
 */
export function createPointReader(history: History): ReadCoinPoints {
  let lastId: string | undefined;
  const known = new Map<string, CoinPoints>();
  return (coinId, interval, { fromMs, toMs, longestMs }) => {
    if (coinId !== lastId) known.clear();
    lastId = coinId;
    const find = (startMs: number, read: () => CoinPoints): CoinPoints => {
      const name = `${interval} ${startMs} ${toMs}`;
      const points = known.get(name) ?? read();
      known.set(name, points);
      return points;
    };
    const startMs = Math.min(longestMs, fromMs);
    return find(fromMs, () =>
      sliceFrom(
        find(startMs, () => render(history.series(coinId, interval, startMs, toMs))),
        fromMs,
      ),
    );
  };
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
    // Absent if all remaining points are our own.
    ...(origins?.some((origin) => origin !== null) ? { origins } : {}),
    prices: points.prices.slice(start, end, times),
    marketCaps: points.marketCaps.slice(start, end, times),
    totalVolumes: points.totalVolumes.slice(start, end, times),
  };
}

/** The same text means the same points. */
export function digestPoints({ times, origins, prices, marketCaps, totalVolumes }: CoinPoints): string {
  return digestSeries({
    times,
    prices: prices.values,
    marketCaps: marketCaps.values,
    totalVolumes: totalVolumes.values,
    ...(origins && { origins }),
  });
}

export const OriginsField = schema.listOf(
  "Where the points are from, in their order; a point of our own goes before any other",
  "Points that follow one another and have one origin",
  {
    from: schema.time("Time of the first point of the run"),
    source: schema.maybeText(
      "Id of the source that the points are from; null where they are this project's own prices",
    ),
    points: schema.count("Number of points"),
  },
);

/** Times in unix milliseconds, ascending, evenly spaced. */
export type Grid = readonly number[];

/** `length` times, `stepMs` apart; the last one is the newest step at `asOfMs`. */
export function buildGrid(asOfMs: number, stepMs: number, length: number): Grid {
  const endMs = floorTo(asOfMs, stepMs);
  return Array.from({ length }, (_, step) => endMs - (length - 1 - step) * stepMs);
}

/**
 * The last hourly price of the step that ends at each time of the grid; `null` if it has none. An
 * hourly point is at the start of its hour: one at a grid time belongs to the next step.
 */
export function computeSparkline(history: History, coinId: string, grid: Grid, stepMs: number): (number | null)[] {
  return drawSparkline(history, coinId, grid, stepMs).values;
}

export interface Sparkline {
  values: (number | null)[];
  /** The source of each value; `null` for own and for unknown ones. */
  origins: (string | null)[];
}

/** The same, with sources. */
export function drawSparkline(history: History, coinId: string, grid: Grid, stepMs: number): Sparkline {
  const values = new Array<number | null>(grid.length).fill(null);
  const sources = new Array<string | null>(grid.length).fill(null);
  const firstMs = grid[0];
  const lastMs = grid.at(-1);
  if (firstMs === undefined || lastMs === undefined) return { values, origins: sources };
  const { times, prices, origins } = history.series(coinId, "1h", firstMs - stepMs, lastMs - 1);
  times.forEach((timeMs, point) => {
    const at = Math.floor((timeMs - firstMs) / stepMs) + 1;
    values[at] = prices[point] ?? null;
    sources[at] = origins?.[point] ?? null;
  });
  return { values, origins: sources };
}
