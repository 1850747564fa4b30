import { defineDerived } from "../../../../kit/api/derived.ts";
import { readCharts } from "../chart.ts";
import { DATE, id, query } from "../parameters.ts";
import { BASE_PATH, detailIn, historyIn, status } from "../published.ts";

const DAY = { pattern: `^([0-9]{2}-[0-9]{2}-[0-9]{4}|${DATE})$`, allowed: "a day as dd-mm-yyyy or yyyy-mm-dd" };

export const coinsIdHistory = defineDerived({
  path: `${BASE_PATH}/coins/{id}/history`,
  title: "A coin on a past day",
  description: "Price, market cap and volume at the end of a UTC day. Only hosts with the handler answer it.",
  parameters: { id, date: query("The day, `dd-mm-yyyy` or `yyyy-mm-dd`.", "30-12-2025", { ...DAY, required: true }) },
  example: (coin, day) => ({ id: coin.id, date: day }),
  needs: ({ currency, key }) => [status, detailIn(currency, key), historyIn(currency, key, "all")],
  /** The closing values of the day; `null` if it has none. */
  convert([sources, { data }, history], { currency, values }) {
    const date = String(values["date"]).replace(/^(\d\d)-(\d\d)-(\d{4})$/, "$3-$2-$1");
    const dayMs = Date.parse(date);
    // 31 February would be read as a day of March.
    const isDay = !Number.isNaN(dayMs) && new Date(dayMs).toISOString().startsWith(date);
    const [points = []] = readCharts(sources, [history]);
    const found = points.find(([time]) => isDay && time === dayMs);
    const [, price, marketCap, volume] = found ?? [dayMs, null, null, null];
    return {
      id: data.id,
      symbol: data.symbol.toLowerCase(),
      name: data.name,
      image: { thumb: null, small: null },
      market_data: {
        current_price: { [currency]: price },
        market_cap: { [currency]: marketCap },
        total_volume: { [currency]: volume },
      },
      public_interest_stats: { alexa_rank: null, bing_matches: null },
    };
  },
});
