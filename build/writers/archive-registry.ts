import type { Archive } from "./archive.ts";
import { coinHistory } from "./archives/coin-history.ts";
import { coinsLatest } from "./archives/coins-latest.ts";
import { daily } from "./archives/daily.ts";
import { defiChainsLatest } from "./archives/defi-chains-latest.ts";
import { defiProtocolsLatest } from "./archives/defi-protocols-latest.ts";
import { defiTvlDaily } from "./archives/defi-tvl-daily.ts";
import { exchangeRates } from "./archives/exchange-rates.ts";
import { exchangesLatest } from "./archives/exchanges-latest.ts";
import { fearGreedArchive } from "./archives/fear-greed.ts";
import { globalDaily } from "./archives/global-daily.ts";
import { hourly } from "./archives/hourly.ts";
import { news } from "./archives/news.ts";
import { prices } from "./archives/prices.ts";

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
