import { defineChart, planChart, STORED } from "../chart.ts";
import { DATE, query } from "../parameters.ts";
import { BASE_PATH } from "../published.ts";

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
  plan({ values, asOfMs = 0 }) {
    const { from, to } = values;
    if (from === undefined && to === undefined) return STORED;
    const fromMs = readTime(from) ?? Number.NEGATIVE_INFINITY;
    return planChart(fromMs, readTime(to) ?? asOfMs, asOfMs, values);
  },
  select(points, { from, to }) {
    const fromMs = readTime(from) ?? Number.NEGATIVE_INFINITY;
    const toMs = readTime(to) ?? Number.POSITIVE_INFINITY;
    return points.filter(([time]) => time >= fromMs && time <= toMs);
  },
});

/** A time without a zone is in UTC, on every machine. */
function readTime(value: string | number | undefined): number | undefined {
  if (value === undefined) return undefined;
  const text = String(value).toUpperCase();
  const zone = text.includes("T") && !/(Z|[+-][0-9:]+)$/.test(text.slice(10)) ? "Z" : "";
  const time = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text + zone);
  return Number.isNaN(time) ? undefined : time;
}
