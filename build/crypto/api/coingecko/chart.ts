import { type Derived, defineDerived } from "../../../kit/api/derived.ts";
import type { ParameterMap, Values } from "../../../kit/api/query.ts";
import { DAY_MS } from "../../../lib/time.ts";
import { readPoints } from "../quote/quote.ts";
import { round } from "./open-row.ts";
import { id, interval, vsCurrency } from "./parameters.ts";
import { type ChartPeriod, type HistoryAnswer, historyIn, type StatusAnswer, status } from "./published.ts";

/** The points of a coin in CoinGecko's form. No dependencies: it also runs in workers. */

/**
 * The last 7 days by hours, and the last year by closed days. A host of files has one answer for
 * all queries, and charts and tables of days can use both.
 */
export const STORED_PERIODS: readonly ChartPeriod[] = ["7d", "1y"];

/** Price, market cap and volume of one time in unix milliseconds. */
export type ChartPoint = readonly [time: number, price: number | null, marketCap: number | null, volume: number | null];

interface Chart extends Pick<Derived, "path" | "title"> {
  /** What follows "Prices, market caps and volumes of a coin." */
  description: string;
  /** The parameters that say which times the chart covers. */
  times: ParameterMap;
  /** The histories that the points are from, finest first. */
  listPeriods(values: Values): readonly ChartPeriod[];
  /** The points of the chart, from those of each history. */
  select(charts: readonly ChartPoint[][], values: Values): readonly ChartPoint[];
}

export function defineChart({ path, title, description, times, listPeriods, select }: Chart): Derived {
  return defineDerived({
    path,
    title,
    description: `Prices, market caps and volumes of a coin. ${description}`,
    parameters: { id, ...times, interval, vs_currency: vsCurrency },
    needs: ({ currency, key, values }) => [
      status,
      ...listPeriods(values).map((period) => historyIn(currency, key, period)),
    ],
    convert: ([sources, ...histories], { values }) => renderChart(select(readCharts(sources, histories), values)),
  });
}

/**
 * The finest points, and the days that end before them: hours may not reach back so far. A day has
 * the time of its start and the value of its end.
 */
export function joinCharts([fine = [], coarse = []]: readonly ChartPoint[][]): ChartPoint[] {
  const firstMs = fine[0]?.[0] ?? Number.POSITIVE_INFINITY;
  return [...coarse.filter(([time]) => time + DAY_MS <= firstMs), ...fine];
}

/**
 * Sources whose points may stand here. A venue's candles are scaled to prices of our own; points of
 * lists are copies, which restricted terms exclude.
 */
function listOpenSources({ data: { sources } }: StatusAnswer): ReadonlySet<string> {
  const open = sources.filter(({ kind, redistribution }) => kind === "exchange" || redistribution !== "restricted");
  return new Set(open.map(({ id }) => id));
}

/** The points of each history that may stand here. */
export function readCharts(status: StatusAnswer, histories: readonly HistoryAnswer[]): ChartPoint[][] {
  const open = listOpenSources(status);
  return histories.map((history) => readOpenPoints(history, open));
}

/** Own points, and those of open sources. */
function readOpenPoints({ data, meta }: HistoryAnswer, open: ReadonlySet<string>): ChartPoint[] {
  const prices = readPoints(data.prices);
  const marketCaps = readPoints(data.market_caps).values;
  const volumes = readPoints(data.total_volumes).values;
  const isOpen = meta.origins.flatMap(({ source, points }) =>
    new Array<boolean>(points).fill(source === null || open.has(source)),
  );
  return prices.times.flatMap((time, at): ChartPoint[] =>
    isOpen[at] ? [[time, round(prices.values[at]), round(marketCaps[at]), round(volumes[at])]] : [],
  );
}

function renderChart(points: readonly ChartPoint[]): unknown {
  return {
    prices: points.map(([time, price]) => [time, price]),
    market_caps: points.map(([time, , marketCap]) => [time, marketCap]),
    total_volumes: points.map(([time, , , volume]) => [time, volume]),
  };
}
