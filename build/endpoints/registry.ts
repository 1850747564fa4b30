import { coin } from "./coin.ts";
import { coinHistory } from "./coin-history.ts";
import { coins } from "./coins.ts";
import { dataArchives } from "./data-archives.ts";
import { dataDownload } from "./data-download.ts";
import { defiChains } from "./defi-chains.ts";
import { defiOverview } from "./defi-overview.ts";
import { defiProtocols } from "./defi-protocols.ts";
import type { Endpoint } from "./endpoint.ts";
import { exchangeRates } from "./exchange-rates.ts";
import { exchanges } from "./exchanges.ts";
import { fearGreed } from "./fear-greed.ts";
import { global } from "./global.ts";
import { news } from "./news.ts";
import { sparklines } from "./sparklines.ts";
import { defineStatus } from "./status.ts";
import { trending } from "./trending.ts";

const dataEndpoints: readonly Endpoint[] = [
  coins,
  coin,
  coinHistory,
  global,
  trending,
  exchanges,
  fearGreed,
  defiOverview,
  defiProtocols,
  defiChains,
  dataArchives,
  dataDownload,
  news,
  exchangeRates,
  sparklines,
];

/** Every endpoint, in the order of the interface. */
export const endpoints: readonly Endpoint[] = [...dataEndpoints, defineStatus(dataEndpoints)];
