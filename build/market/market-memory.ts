import type { BookRuns } from "./track-books.ts";
import type { RememberedDefi } from "./validate-defi.ts";
import type { RememberedGlobal } from "./validate-global.ts";
import type { RememberedRate } from "./validate-rate.ts";
import type { RememberedSupply } from "./validate-supply.ts";

/**
 * What one build leaves for the next: identities, ownership of tickers and the prices that a hold or a comparison needs. Kept in the
 * state; a build without one starts cold.
 */
export interface MarketMemory {
  /** When the build that wrote it observed the market. */
  timeMs: number;
  /** `venue:CODE` → coin id. */
  known: Readonly<Record<string, string>>;
  /** Key of a ticker (`btc`) → the coin that its path means, and when that coin last went by it; `provisional`: the id is a guess. */
  owners: Record<string, { id: string; seenMs: number; provisional?: boolean }>;
  /** Coin id → its own price. */
  prices: Record<string, RememberedPrice>;
  /** ISO 4217 code → its rate. Absent in what builds left that did not know it yet. */
  rates?: Record<string, RememberedRate>;
  /** Coin id → its circulating supply. Absent in what builds left that did not know it yet. */
  supplies?: Record<string, RememberedSupply>;
  /** The last totals of the market that were believed. */
  global?: RememberedGlobal;
  /** The last numbers of DeFi that were believed. */
  defi?: RememberedDefi;
  /** `venue:market` → how long its last price and volume have been the same to the bit. */
  books: BookRuns;
  /** `source.feed` → records of its last full answer. */
  sizes: Record<string, number>;
  /** Coins whose price was our own and fresh. */
  pricedCoins: number;
}

export interface RememberedPrice {
  /** The last published one; `null` while a first price waits for confirmation. */
  priceUsd: number | null;
  timeMs: number;
  excludedVenues: readonly string[];
  /** A jump that waits for the next build's confirmation. */
  pendingUsd: number | null;
}
