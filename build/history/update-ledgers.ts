import type { Market } from "../market/market.ts";
import { exchangeRateLedger } from "./exchange-rate-ledger.ts";
import { fearGreedLedger } from "./fear-greed-ledger.ts";
import { globalLedger } from "./global-ledger.ts";
import { updateLedger } from "./ledger.ts";
import { newsLedger } from "./news-ledger.ts";
import type { Shelf } from "./shelf.ts";
import { tvlLedger } from "./tvl-ledger.ts";

/** Adds what this build knows to every dataset that is remembered row by row. */
export async function updateLedgers(shelf: Shelf, market: Market): Promise<void> {
  await updateLedger(shelf, globalLedger, market);
  await updateLedger(shelf, fearGreedLedger, market);
  await updateLedger(shelf, tvlLedger, market);
  await updateLedger(shelf, exchangeRateLedger, market);
  await updateLedger(shelf, newsLedger, market);
}
