import type { Values } from "../../../../kit/api/query.ts";
import { DAY_MS } from "../../../../lib/time.ts";
import { type ChartPoint, defineChart, joinCharts, STORED_PERIODS } from "../chart.ts";
import { DATE, query } from "../parameters.ts";
import { BASE_PATH, type ChartPeriod } from "../published.ts";

const TIME = {
  pattern: `^([0-9]{1,12}|${DATE}(t([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]{1,9})?)?(z|[+-][0-9]{2}:?[0-9]{2})?)?)$`,
  allowed: "a time in unix seconds or an ISO 8601 date",
  lookup: true,
} as const;

export const coinsIdMarketChartRange = defineChart({
  path: `${BASE_PATH}/coins/{id}/market_chart/range`,
  title: "Chart of a coin between two times",
  description: "Without `from` and `to`, and as a file: the same as market_chart.",
  times: {
    from: query("First time, in unix seconds or as ISO 8601 date.", "1767225600", TIME),
    to: query("Last time, in unix seconds or as ISO 8601 date.", "1767312000", TIME),
  },
  listPeriods,
  /** The finest points that begin early enough, or days followed by the finer points after them. */
  select(charts, { from, to }) {
    if (from === undefined && to === undefined) return joinCharts(charts);
    const fromMs = readTime(from) ?? Number.NEGATIVE_INFINITY;
    const toMs = readTime(to) ?? Number.POSITIVE_INFINITY;
    const found = charts.findIndex(([first]) => first !== undefined && first[0] <= fromMs);
    const days = charts.at(-1) ?? [];
    const points = found >= 0 && found < charts.length - 1 ? charts[found]! : [...days, ...listAfter(days, charts)];
    return points.filter(([time]) => time >= fromMs && time <= toMs);
  },
});

/** Finest first. */
function listPeriods({ from, to, interval }: Values): readonly ChartPeriod[] {
  if (from === undefined && to === undefined) return STORED_PERIODS;
  return interval === "daily" ? ["all"] : ["24h", "30d", "all"];
}

/** The points after the last closed day. */
function listAfter(days: readonly ChartPoint[], charts: readonly ChartPoint[][]): ChartPoint[] {
  const endMs = (days.at(-1)?.[0] ?? Number.NEGATIVE_INFINITY) + DAY_MS;
  return charts.length < 2 ? [] : charts[0]!.filter(([time]) => time >= endMs);
}

/** A time without a zone is in UTC, on every machine. */
function readTime(value: string | number | undefined): number | undefined {
  if (value === undefined) return undefined;
  const text = String(value).toUpperCase();
  const zone = text.includes("T") && !/(Z|[+-][0-9:]+)$/.test(text.slice(10)) ? "Z" : "";
  const time = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text + zone);
  return Number.isNaN(time) ? undefined : time;
}
