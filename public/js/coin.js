import { startChart } from "./chart-box.js";
import { buildColumns } from "./chart-series.js";
import { summariseChange } from "./chart-summary.js";
import { formatMoment, formatMoney, formatPrice, group } from "./format.js";
import { money, price } from "./number.js";

startChart({
  async load(url) {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url}: ${response.status}`);
    return (await response.json()).data;
  },
  columns: buildColumns,
  summarise: (columns) => summariseChange(columns, formatPrice),
  describe([times, prices, volumes], at) {
    if (prices[at] === null || prices[at] === undefined) return "";
    const volume = volumes[at] === null ? "" : ` · volume ${formatMoney(volumes[at])}`;
    return `${formatMoment(times[at])} · ${formatPrice(prices[at])}${volume}`;
  },
  listRows({ prices, market_caps, total_volumes }) {
    const caps = new Map(market_caps);
    const volumes = new Map(total_volumes);
    return {
      heads: ["Time", "Price", "Market cap", "24h volume"],
      rows: prices
        .toReversed()
        .map(([timeMs, value]) => [
          formatMoment(timeMs),
          price(value),
          money(caps.get(timeMs)),
          money(volumes.get(timeMs)),
        ]),
    };
  },
  level: (value) => (value >= 1000 ? `$${group(value)}` : formatPrice(value)),
  explainBars: (volumes) => `Bars: 24h volume, up to ${formatMoney(Math.max(...volumes))}.`,
});
