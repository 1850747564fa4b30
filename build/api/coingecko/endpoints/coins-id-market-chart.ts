import { DAY_MS } from "../../../lib/time.ts";
import { defineDerived } from "../../derived/derived.ts";
import type { Values } from "../../query.ts";
import { CHART, joinCharts, readCharts, renderChart, STORED_PERIODS } from "../chart.ts";
import { id, interval, query, vsCurrency } from "../parameters.ts";
import { BASE_PATH, type ChartPeriod, everyCurrency, historyIn, status } from "../published.ts";

export const coinsIdMarketChart = defineDerived({
  path: `${BASE_PATH}/coins/{id}/market_chart`,
  title: "Chart of a coin",
  description: `${CHART}. Without \`days\`, and as a file: the last year by closed days, and the last 7 days by hours.`,
  parameters: {
    id,
    days: query("Number of days until the newest point, or `max`.", "30", {
      pattern: "^(max|[1-9][0-9]{0,4})$",
      allowed: "a number of days, 1 or more, or max",
      lookup: true,
    }),
    interval,
    vs_currency: vsCurrency,
  },
  axis: everyCurrency,
  needs: ({ currency, key, values }) => [
    status,
    ...listPeriods(values).map((period) => historyIn(currency, key, period)),
  ],
  convert([sources, ...histories], { values: { days } }) {
    const points = joinCharts(readCharts(sources, histories));
    if (days === undefined) return renderChart(points);
    const length = Number(days) * DAY_MS;
    if (Number.isNaN(length)) return renderChart(points);
    const newest = points.at(-1)?.[0] ?? 0;
    return renderChart(points.filter(([time]) => time > newest - length));
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
