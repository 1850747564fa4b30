import { coinsId } from "./endpoints/coins-id.ts";
import { coinsIdHistory } from "./endpoints/coins-id-history.ts";
import { coinsIdMarketChart } from "./endpoints/coins-id-market-chart.ts";
import { coinsIdMarketChartRange } from "./endpoints/coins-id-market-chart-range.ts";
import { coinsIdOhlc } from "./endpoints/coins-id-ohlc.ts";
import { coinsList } from "./endpoints/coins-list.ts";
import { coinsMarkets } from "./endpoints/coins-markets.ts";
import { exchangeRates } from "./endpoints/exchange-rates.ts";
import { global } from "./endpoints/global.ts";
import { ping } from "./endpoints/ping.ts";
import { search } from "./endpoints/search.ts";
import { searchTrending } from "./endpoints/search-trending.ts";
import { simplePrice } from "./endpoints/simple-price.ts";
import { simpleSupportedVsCurrencies } from "./endpoints/simple-supported-vs-currencies.ts";

/**
 * The endpoints in CoinGecko's form, by id: their paths with `-`. Field names and meanings:
 * https://docs.coingecko.com/reference/endpoint-overview. Fixed paths come before those with an id:
 * the first that fits a request answers it. No dependencies: it also runs in workers.
 */
export const coingecko = {
  ping,
  "simple-price": simplePrice,
  "simple-supported-vs-currencies": simpleSupportedVsCurrencies,
  "coins-list": coinsList,
  "coins-markets": coinsMarkets,
  "coins-id": coinsId,
  "coins-id-market-chart": coinsIdMarketChart,
  "coins-id-market-chart-range": coinsIdMarketChartRange,
  "coins-id-ohlc": coinsIdOhlc,
  "coins-id-history": coinsIdHistory,
  "exchange-rates": exchangeRates,
  global,
  "search-trending": searchTrending,
  search,
};

export type CoingeckoId = keyof typeof coingecko;
