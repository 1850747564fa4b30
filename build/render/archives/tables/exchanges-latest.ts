import type { ExchangeStatistics } from "../../../market/market.ts";
import { defineSnapshot } from "../archive.ts";

/** Every exchange of the latest market. */
export const exchangesLatest = defineSnapshot<ExchangeStatistics>({
  dataset: "exchanges-latest",
  description: "Every exchange of the latest build with its volume, markets and coins.",
  kinds: ["ticker", "exchange"],
  computed: true,
  columns: [
    { name: "id", type: "string", description: "Identifier of the exchange.", value: (one) => one.id },
    { name: "name", type: "string", description: "Name of the exchange.", value: (one) => one.name },
    { name: "rank", type: "integer", description: "Position by volume.", value: (one) => one.rank },
    { name: "url", type: "string", description: "Homepage.", value: (one) => one.url },
    { name: "country", type: "string", description: "Where it is registered.", value: (one) => one.country },
    {
      name: "year_established",
      type: "integer",
      description: "The year in which it opened.",
      value: (one) => one.yearEstablished,
    },
    { name: "markets", type: "integer", description: "Spot books counted.", value: (one) => one.markets },
    { name: "coins", type: "integer", description: "Coins traded in them.", value: (one) => one.coins },
    {
      name: "volume_24h_usd",
      type: "number",
      unit: "USD",
      description: "Traded in the last 24 hours.",
      value: (one) => one.volume24h,
    },
    {
      name: "volume_24h_btc",
      type: "number",
      unit: "BTC",
      description: "Traded in the last 24 hours.",
      value: (one) => one.volume24hBtc,
    },
    {
      name: "volume_share_percentage",
      type: "number",
      unit: "%",
      description: "Share in the volume of all exchanges listed.",
      value: (one) => one.volumeSharePercentage,
    },
    { name: "status", type: "string", description: "ok, stale or unavailable.", value: (one) => one.status },
    {
      name: "statistics_source",
      type: "string",
      description: "Where markets and volume come from.",
      value: (one) => one.statisticsSource,
    },
    {
      name: "last_updated",
      type: "datetime",
      description: "When its tickers were observed, UTC.",
      value: (one) => one.updatedAtMs,
    },
  ],
  rows: (world) => world.market.exchanges,
});
