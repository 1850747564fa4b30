import { DAY_MS } from "../../../../lib/time.ts";
import { defineChart, planChart, STORED } from "../chart.ts";
import { query } from "../parameters.ts";
import { BASE_PATH } from "../published.ts";

export const coinsIdMarketChart = defineChart({
  path: `${BASE_PATH}/coins/{id}/market_chart`,
  title: "Chart of a coin",
  description: "Without `days`, and as a file: the last year by days, and the last 7 days by hours.",
  times: {
    days: query("Number of days until the newest point, or `max`.", "30", {
      pattern: "^(max|[1-9][0-9]{0,4})$",
      allowed: "a number of days, 1 or more, or max",
      lookup: true,
    }),
  },
  plan({ values, asOfMs = 0 }) {
    const { days } = values;
    if (days === undefined) return STORED;
    const fromMs = days === "max" ? Number.NEGATIVE_INFINITY : asOfMs - Number(days) * DAY_MS;
    return planChart(fromMs, asOfMs, asOfMs, values);
  },
  select(points, { days }) {
    const newest = points.at(-1)?.[0] ?? 0;
    // Without `days` and with `max`: all.
    const lengthMs = Number(days) * DAY_MS;
    return Number.isNaN(lengthMs) ? points : points.filter(([time]) => time > newest - lengthMs);
  },
});
