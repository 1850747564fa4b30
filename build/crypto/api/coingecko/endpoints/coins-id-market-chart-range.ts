import { Refusal } from "../../../../kit/api/derived.ts";
import { describeRefusal } from "../../../../kit/api/query.ts";
import { findDay, findTime } from "../../../../lib/time.ts";
import { defineChart, planChart, STORED } from "../chart.ts";
import { DATE, query } from "../parameters.ts";
import { BASE_PATH } from "../published.ts";

const CLOCK = "([01][0-9]|2[0-3]):[0-5][0-9]";

const TIME = {
  pattern: `^([0-9]{1,12}([.][0-9]{1,9})?|${DATE}(t${CLOCK}(:[0-5][0-9]([.][0-9]{1,9})?)?(z|[+-]([01][0-9]|2[0-3]):?[0-5][0-9])?)?)$`,
  allowed: "a time in unix seconds, or an existing date or time in ISO 8601",
  lookup: true,
} as const;

const times = {
  from: query("First time, in unix seconds or as ISO 8601 date.", "1767225600", TIME),
  to: query("Last time, in unix seconds or as ISO 8601 date.", "1767312000", TIME),
};

export const coinsIdMarketChartRange = defineChart({
  path: `${BASE_PATH}/coins/{id}/market_chart/range`,
  title: "Chart of a coin between two times",
  description: "Without `from` and `to`, and as a file: the same as market_chart.",
  times,
  plan({ values, asOfMs = 0 }) {
    const { from, to } = values;
    if (from === undefined && to === undefined) return STORED;
    const fromMs = readTime(from) ?? Number.NEGATIVE_INFINITY;
    return planChart(fromMs, readTime(to) ?? asOfMs, asOfMs, values);
  },
  select(points, values) {
    const wrong = Object.entries(times).find(
      ([name]) => values[name] !== undefined && readTime(values[name]) === undefined,
    );
    if (wrong !== undefined) return new Refusal("invalid_parameter", describeRefusal(...wrong));
    const fromMs = readTime(values["from"]) ?? Number.NEGATIVE_INFINITY;
    const toMs = readTime(values["to"]) ?? Number.POSITIVE_INFINITY;
    return points.filter(([time]) => time >= fromMs && time <= toMs);
  },
});

/**
 * Unix seconds are rounded down. A time without a zone is in UTC, on every machine. `undefined` for
 * 31 February.
 */
function readTime(value: string | number | undefined): number | undefined {
  if (value === undefined) return undefined;
  const text = String(value).toUpperCase();
  if (/^[\d.]+$/.test(text)) return Math.floor(Number(text)) * 1000;
  if (!text.includes("T")) return findDay(text);
  return findTime(/(Z|[+-][0-9:]+)$/.test(text.slice(10)) ? text : `${text}Z`);
}
