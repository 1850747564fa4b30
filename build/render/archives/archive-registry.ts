import type { Archive } from "./archive.ts";
import { exchangeRates, fearGreedArchive, globalDaily, news } from "./tables/dataset-tables.ts";
import { defiChainsLatest, defiProtocolsLatest, defiTvlDaily } from "./tables/defi-tables.ts";
import { coinsLatest, exchangesLatest } from "./tables/latest-tables.ts";
import { coinHistory, daily, hourly, prices } from "./tables/point-tables.ts";

/** In the order of `/api/data/archives`. */
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
