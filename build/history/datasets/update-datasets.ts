import type { Market } from "../../market/market.ts";
import type { StateStore } from "../../platform/platform.ts";
import { type Ledger, updateLedger } from "./dataset-series.ts";
import { exchangeRateLedger } from "./exchange-rates.ts";
import { fearGreedLedger } from "./fear-greed.ts";
import { globalLedger } from "./global.ts";
import { newsLedger } from "./news.ts";
import { tvlLedger } from "./tvl.ts";

/** Every dataset that is remembered row by row; a new one is one file and one line here. */
export const ledgers: readonly Ledger<never>[] = [
  globalLedger,
  fearGreedLedger,
  tvlLedger,
  exchangeRateLedger,
  newsLedger,
] as unknown as readonly Ledger<never>[];

/** Adds what this build knows to all of them. */
export async function updateLedgers(state: StateStore, market: Market): Promise<void> {
  for (const ledger of ledgers) await updateLedger(state, ledger, market);
}
