import type { Values } from "../../../../kit/api/query.ts";
import { DAY_MS } from "../../../../lib/time.ts";
import { defineChart, joinCharts, STORED_PERIODS } from "../chart.ts";
import { query } from "../parameters.ts";
import { BASE_PATH, type ChartPeriod } from "../published.ts";

export const coinsIdMarketChart = defineChart({
  path: `${BASE_PATH}/coins/{id}/market_chart`,
  title: "Chart of a coin",
  description: "Without `days`, and as a file: the last year by closed days, and the last 7 days by hours.",
  times: {
    days: query("Number of days until the newest point, or `max`.", "30", {
      pattern: "^(max|[1-9][0-9]{0,4})$",
      allowed: "a number of days, 1 or more, or max",
      lookup: true,
    }),
  },
  listPeriods,
  select(charts, { days }) {
    const points = joinCharts(charts);
    const length = Number(days) * DAY_MS;
    const newest = points.at(-1)?.[0] ?? 0;
    // Without `days` and with `max`: all.
    return Number.isNaN(length) ? points : points.filter(([time]) => time > newest - length);
  },
});

/** Finest first; of two, the second fills the time before the first. */
function listPeriods({ days, interval }: Values): readonly ChartPeriod[] {
  if (days === undefined) return STORED_PERIODS;
  const isDaily = interval === "daily";
  const lengthMs = Number(days) * DAY_MS;
  if (!isDaily && lengthMs <= DAY_MS) return ["24h", "7d"];
  if (!isDaily && lengthMs <= 30 * DAY_MS) return ["30d", "1y"];
  return lengthMs <= 365 * DAY_MS ? ["1y"] : ["all"];
}
