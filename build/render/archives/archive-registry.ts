import type { Archive } from "./archive.ts";
import { exchangeRates, fearGreedArchive, globalDaily, news } from "./tables/dataset-tables.ts";
import { defiChainsLatest, defiProtocolsLatest, defiTvlDaily } from "./tables/defi-tables.ts";
import { coinsLatest, exchangesLatest } from "./tables/latest-tables.ts";
import { coinHistory, daily, hourly, prices } from "./tables/point-tables.ts";

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
