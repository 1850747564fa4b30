import type { ExchangeStatistics, MarketCoin } from "../../../market/market.ts";
import { type Column, defineSnapshot } from "../archive.ts";

/** The scalar fields of `/api/coins`, also the columns of `/api/coins.csv`. */
export const coinColumns: readonly Column<MarketCoin>[] = [
  text("id", "Stable identifier, CoinGecko's.", (coin) => coin.id),
  text("symbol", "Ticker, upper-case; several coins may share one.", (coin) => coin.symbol),
  text("name", "Name of the coin.", (coin) => coin.name),
  {
    name: "market_cap_rank",
    type: "integer",
    description: "Position by market cap; empty for a coin without a known supply.",
    value: (coin) => coin.rank,
  },
  usd("current_price", "Price of one coin.", (coin) => coin.price),
  usd("market_cap", "Price times circulating supply.", (coin) => coin.marketCap),
  usd("fully_diluted_valuation", "Price times maximum, else total supply.", (coin) => coin.fullyDilutedValuation),
  usd("total_volume", "Traded in the last 24 hours.", (coin) => coin.volume),
  usd("high_24h", "Highest price of the last 24 hours.", (coin) => coin.high24h),
  usd("low_24h", "Lowest price of the last 24 hours.", (coin) => coin.low24h),
  usd("price_change_24h", "Change of the price in 24 hours.", (coin) => coin.change24h),
  change("1h", "one hour"),
  change("24h", "24 hours"),
  change("7d", "7 days"),
  change("30d", "30 days"),
  change("1y", "one year"),
  supply("circulating_supply", "In circulation.", (coin) => coin.circulatingSupply),
  supply("total_supply", "In existence.", (coin) => coin.totalSupply),
  supply(
    "max_supply",
    "The most that can ever exist; empty where there is no limit or none is known.",
    (coin) => coin.maxSupply,
  ),
  usd("ath", "All-time high.", (coin) => coin.ath.price),
  {
    name: "ath_date",
    type: "datetime",
    description: "Time of the all-time high, UTC.",
    value: (coin) => coin.ath.timeMs,
  },
  {
    name: "ath_change_percentage",
    type: "number",
    unit: "%",
    description: "Distance of the price from the all-time high.",
    value: (coin) => coin.ath.changePercentage,
  },
  {
    name: "exchanges",
    type: "integer",
    description: "How many exchanges the price rests on.",
    value: (coin) => coin.exchanges,
  },
  text(
    "price_source",
    "aggregated: computed from exchanges; reference: a reference source's; stale: an older price.",
    (coin) => coin.priceSource,
  ),
  {
    name: "last_updated",
    type: "datetime",
    description: "When the price was observed, UTC.",
    value: (coin) => coin.priceTimeMs,
  },
];

/** Every coin of the latest market. */
export const coinsLatest = defineSnapshot<MarketCoin>({
  dataset: "coins-latest",
  description: "Every coin of the latest build with price, market cap, volume, changes and supply.",
  kinds: ["ticker", "coin"],
  computed: true,
  columns: coinColumns,
  rows: (world) => world.market.coins,
});

function text(name: string, description: string, value: (coin: MarketCoin) => string): Column<MarketCoin> {
  return { name, type: "string", description, value };
}

function usd(name: string, description: string, value: (coin: MarketCoin) => number | null): Column<MarketCoin> {
  return { name, type: "number", unit: "USD", description, value };
}

function supply(name: string, description: string, value: (coin: MarketCoin) => number | null): Column<MarketCoin> {
  return { name, type: "number", unit: "coins", description, value };
}

function change(window: keyof MarketCoin["changePercentage"], words: string): Column<MarketCoin> {
  return {
    name: `price_change_percentage_${window}`,
    type: "number",
    unit: "%",
    description: `Change of the price in ${words}.`,
    value: (coin) => coin.changePercentage[window],
  };
}

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
