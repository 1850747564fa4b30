import { CoinRow } from "../../../api/rows/coin-row.ts";
import type { ExchangeStatistics, MarketCoin } from "../../../market/market.ts";
import { datetime, defineSnapshot, integer, numberIn, percent, text, usd } from "../archive.ts";

const { path, image, provisional, circulating_supply_as_of, ...coinFields } = CoinRow.columns;

/** The columns of the coins, also in `/api/coins.csv`. */
export const coinColumns = Object.values(coinFields);

export const coinsLatest = defineSnapshot<MarketCoin>({
  dataset: "coins-latest",
  description: "Every coin of the latest build with price, market cap, volume, changes and supply.",
  kinds: ["ticker", "coin"],
  computed: true,
  columns: coinColumns,
  rows: (world) => world.market.coins,
});

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
