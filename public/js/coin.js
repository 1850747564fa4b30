import { startChart } from "./chart-box.js";
import { buildColumns, summarise } from "./chart-series.js";
import { formatMoment, formatMoney, formatPercent, formatPrice, group } from "./format.js";
import { money, price } from "./number.js";

startChart({
  async load(url) {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url}: ${response.status}`);
    return (await response.json()).data;
  },
  columns: buildColumns,
  summarise([, prices]) {
    const summary = summarise(prices);
    if (summary === null) return null;
    const { percent, low, high } = summary;
    return `${formatPercent(percent, { signed: true })}, between ${formatPrice(low)} and ${formatPrice(high)}`;
  },
  describe([times, prices, volumes], at) {
    if (prices[at] === null || prices[at] === undefined) return "";
    const volume = volumes[at] === null ? "" : ` · volume ${formatMoney(volumes[at])}`;
    return `${formatMoment(times[at])} · ${formatPrice(prices[at])}${volume}`;
  },
  listRows({ prices, market_caps, total_volumes }) {
    const caps = new Map(market_caps);
    const volumes = new Map(total_volumes);
    return {
      heads: ["Time", "Price", "Market cap", "Volume, 24 h"],
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
  // Cents say nothing beside thousands.
  level: (value) => (value >= 1000 ? `$${group(value)}` : formatPrice(value)),
});
