import type { Archive } from "./archive.ts";
import { coinHistory } from "./tables/coin-history.ts";
import { coinsLatest } from "./tables/coins-latest.ts";
import { daily } from "./tables/daily.ts";
import { defiChainsLatest } from "./tables/defi-chains-latest.ts";
import { defiProtocolsLatest } from "./tables/defi-protocols-latest.ts";
import { defiTvlDaily } from "./tables/defi-tvl-daily.ts";
import { exchangeRates } from "./tables/exchange-rates.ts";
import { exchangesLatest } from "./tables/exchanges-latest.ts";
import { fearGreedArchive } from "./tables/fear-greed.ts";
import { globalDaily } from "./tables/global-daily.ts";
import { hourly } from "./tables/hourly.ts";
import { news } from "./tables/news.ts";
import { prices } from "./tables/prices.ts";

/** In the order in which `/api/data/archives` lists them. */
export const archives: readonly Archive[] = [
  coinsLatest,
  exchangesLatest,
  defiProtocolsLatest,
  defiChainsLatest,
  prices,
  hourly,
  daily,
  globalDaily,
  fearGreedArchive,
  defiTvlDaily,
  exchangeRates,
  news,
  coinHistory,
];
