import type { ExchangeStatistics, MarketCoin } from "../../../market/market.ts";
import { type Column, datetime, defineSnapshot, integer, numberIn, percent, text, usd } from "../archive.ts";

/** The scalar fields of `/api/coins`, also the columns of `/api/coins.csv`. */
export const coinColumns: readonly Column<MarketCoin>[] = [
  text("id", "Stable identifier, CoinGecko's.", (coin) => coin.id),
  text("symbol", "Ticker, upper-case; several coins may share one.", (coin) => coin.symbol),
  text("name", "Name of the coin.", (coin) => coin.name),
  integer("market_cap_rank", "Position by market cap; empty for a coin without a known supply.", (coin) => coin.rank),
  usd("current_price", "Price of one coin.", (coin) => coin.price),
  usd("market_cap", "Price times circulating supply.", (coin) => coin.marketCap),
  usd("fully_diluted_valuation", "Price times total, else maximum supply.", (coin) => coin.fullyDilutedValuation),
  usd("total_volume", "Traded in the last 24 hours.", (coin) => coin.volume),
  usd("high_24h", "Highest price of the last 24 hours.", (coin) => coin.high24h),
  usd("low_24h", "Lowest price of the last 24 hours.", (coin) => coin.low24h),
  usd("price_change_24h", "Change of the price in 24 hours.", (coin) => coin.change24h),
  change("1h", "one hour"),
  change("24h", "24 hours"),
  change("7d", "7 days"),
  change("30d", "30 days"),
  change("1y", "one year"),
  numberIn("coins", "circulating_supply", "In circulation.", (coin) => coin.circulatingSupply),
  numberIn("coins", "total_supply", "In existence.", (coin) => coin.totalSupply),
  numberIn(
    "coins",
    "max_supply",
    "The most that can ever exist; empty where there is no limit or none is known.",
    (coin) => coin.maxSupply,
  ),
  usd("ath", "All-time high.", (coin) => coin.ath.price),
  datetime("ath_date", "Time of the all-time high, UTC.", (coin) => coin.ath.timeMs),
  percent(
    "ath_change_percentage",
    "Distance of the price from the all-time high.",
    (coin) => coin.ath.changePercentage,
  ),
  integer("exchanges", "How many exchanges the price rests on.", (coin) => coin.exchanges),
  text(
    "price_source",
    "aggregated: computed from exchanges; reference: a reference source's; stale: an older price.",
    (coin) => coin.priceSource,
  ),
  datetime("last_updated", "When the price was observed, UTC.", (coin) => coin.priceTimeMs),
];

export const coinsLatest = defineSnapshot<MarketCoin>({
  dataset: "coins-latest",
  description: "Every coin of the latest build with price, market cap, volume, changes and supply.",
  kinds: ["ticker", "coin"],
  computed: true,
  columns: coinColumns,
  rows: (world) => world.market.coins,
});

function change(window: keyof MarketCoin["changePercentage"], words: string): Column<MarketCoin> {
  const name = `price_change_percentage_${window}`;
  return percent(name, `Change of the price in ${words}.`, (coin) => coin.changePercentage[window]);
}

export const exchangesLatest = defineSnapshot<ExchangeStatistics>({
  dataset: "exchanges-latest",
  description: "Every exchange of the latest build with its volume, markets and coins.",
  kinds: ["ticker", "exchange"],
  computed: true,
  columns: [
    text("id", "Identifier of the exchange.", (one) => one.id),
    text("name", "Name of the exchange.", (one) => one.name),
    integer("rank", "Position by volume.", (one) => one.rank),
    text("url", "Homepage.", (one) => one.url),
    text("country", "Where it is registered.", (one) => one.country),
    integer("year_established", "The year in which it opened.", (one) => one.yearEstablished),
    integer("markets", "Spot books counted.", (one) => one.markets),
    integer("coins", "Coins traded in them.", (one) => one.coins),
    usd("volume_24h_usd", "Traded in the last 24 hours.", (one) => one.volume24h),
    numberIn("BTC", "volume_24h_btc", "Traded in the last 24 hours.", (one) => one.volume24hBtc),
    percent(
      "volume_share_percentage",
      "Share in the volume of all exchanges listed.",
      (one) => one.volumeSharePercentage,
    ),
    text("status", "ok, stale or unavailable.", (one) => one.status),
    text("statistics_source", "Where markets and volume come from.", (one) => one.statisticsSource),
    datetime("last_updated", "When its tickers were observed, UTC.", (one) => one.updatedAtMs),
  ],
  rows: (world) => world.market.exchanges,
});
