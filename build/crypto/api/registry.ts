import { describeEndpoints } from "../../kit/api/describe-endpoints.ts";
import { REPORTS } from "../../kit/api/world.ts";
import { defineCoingecko } from "./coingecko/define-coingecko.ts";
import { type ConversionId, getConversion } from "./derived/conversions.ts";
import { type DerivedFacts, deriveEndpoint } from "./derived/derive-endpoint.ts";
import { createReaders } from "./derived/reader.ts";
import { coin } from "./endpoints/coin.ts";
import { coinAt } from "./endpoints/coin-at.ts";
import { coinHistory } from "./endpoints/coin-history.ts";
import { coinHours } from "./endpoints/coin-hours.ts";
import { coinOhlc } from "./endpoints/coin-ohlc.ts";
import { coins } from "./endpoints/coins.ts";
import { contract, contracts } from "./endpoints/contracts.ts";
import { corrections } from "./endpoints/corrections.ts";
import { dataArchives } from "./endpoints/data-archives.ts";
import { dataDownload } from "./endpoints/data-download.ts";
import { dayPrices } from "./endpoints/day-prices.ts";
import { defiChains } from "./endpoints/defi-chains.ts";
import { defiOverview } from "./endpoints/defi-overview.ts";
import { defiProtocols } from "./endpoints/defi-protocols.ts";
import { exchange } from "./endpoints/exchange.ts";
import { exchangeRates } from "./endpoints/exchange-rates.ts";
import { currencyHistory, exchangeRatesHistory } from "./endpoints/exchange-rates-history.ts";
import { exchanges } from "./endpoints/exchanges.ts";
import { fearGreed } from "./endpoints/fear-greed.ts";
import { global } from "./endpoints/global.ts";
import { ids } from "./endpoints/ids.ts";
import { live, liveCoin } from "./endpoints/live.ts";
import { monthPrices } from "./endpoints/month-prices.ts";
import { news } from "./endpoints/news.ts";
import { price, prices } from "./endpoints/price.ts";
import { reachability } from "./endpoints/reachability.ts";
import { sparklines } from "./endpoints/sparklines.ts";
import { defineStatus } from "./endpoints/status.ts";
import { trending } from "./endpoints/trending.ts";
import { defineCurrencies } from "./quote/define-currencies.ts";
import { DEFAULT_CURRENCIES } from "./quote/site-currencies.ts";
import { TREES } from "./trees.ts";
import type { Endpoint } from "./world.ts";

/**
 * The published paths below `/api`, one line each. Three others follow from them: `/status`,
 * `/in/{currency}/…` for amounts in other currencies, and CoinGecko's form below the root of the
 * site, `/compat/coingecko/{currency}/api/v3/…` (`coingecko/registry.ts`).
 */
const declared: readonly (Endpoint | DerivedFacts)[] = [
  coins, // /coins
  coin, // /coins/{symbol}
  coinHistory, // /coins/{symbol}/history
  coinAt, // /coins/{symbol}/at
  coinOhlc, // /coins/{symbol}/ohlc
  coinHours, // /coins/{symbol}/hours/{year}
  dayPrices, // /prices/{date}
  monthPrices, // /prices/months/{month}
  price, // /price/{symbol}
  prices, // /price
  live, // /live
  liveCoin, // /live/{symbol}
  global, // /global
  trending, // /trending
  exchanges, // /exchanges
  exchange, // /exchanges/{id}
  fearGreed, // /fear-greed
  defiOverview, // /defi/overview
  defiProtocols, // /defi/protocols
  defiChains, // /defi/chains
  dataArchives, // /data/archives
  dataDownload, // /data/download/{filename}
  news, // /news
  exchangeRates, // /exchange-rates
  exchangeRatesHistory, // /exchange-rates/history
  currencyHistory, // /exchange-rates/history/{code}
  sparklines, // /sparklines
  ids, // /ids
  contracts, // /contracts/{chain}
  contract, // /contracts/{chain}/{address}
  reachability, // /reachability
  corrections, // /corrections
];

/**
 * The endpoints of a site with these trees and currencies (lower-case codes). What is made of other
 * answers is left out with them: there are no candles in euros without candles.
 */
export function listEndpoints(currencies: readonly string[], trees: readonly string[] = TREES): readonly Endpoint[] {
  const isChosen = ({ tree }: Pick<Endpoint, "tree">) => tree === undefined || tree === REPORTS || trees.includes(tree);
  const readers = createReaders((id) => all.find((one) => one.id === id));
  const dataEndpoints = declared
    .filter(isChosen)
    .map((one) =>
      "compute" in one ? one : deriveEndpoint(one, getConversion(one.derived.kind as ConversionId, one.id), readers),
    );
  const inCurrencies = defineCurrencies(dataEndpoints, currencies, readers).filter(isChosen);
  const all: readonly Endpoint[] = [...dataEndpoints, ...inCurrencies, defineStatus(dataEndpoints)];
  return [...all, ...defineCoingecko(currencies, readers).filter(isChosen)];
}

export const endpoints = listEndpoints(DEFAULT_CURRENCIES);

/** As docs and examples show them. */
export const documented = describeEndpoints(endpoints);
