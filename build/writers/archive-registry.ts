import type { Archive } from "./archive.ts";
import { coinsDaily } from "./archives/coins-daily.ts";
import { coinsLatest } from "./archives/coins-latest.ts";
import { defiChainsLatest } from "./archives/defi-chains-latest.ts";
import { defiProtocolsLatest } from "./archives/defi-protocols-latest.ts";
import { defiTvlDaily } from "./archives/defi-tvl-daily.ts";
import { exchangeRatesLatest } from "./archives/exchange-rates-latest.ts";
import { exchangesLatest } from "./archives/exchanges-latest.ts";
import { fearGreedArchive } from "./archives/fear-greed.ts";

/** In the order in which `/api/data/archives` lists them. News is not among them: its titles are the publishers'. */
export const archives: readonly Archive[] = [
  coinsLatest,
  coinsDaily,
  exchangesLatest,
  defiProtocolsLatest,
  defiChainsLatest,
  defiTvlDaily,
  fearGreedArchive,
  exchangeRatesLatest,
];
