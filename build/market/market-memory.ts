import type { RememberedGlobal } from "./believe-global.ts";
import type { RememberedRate } from "./believe-rate.ts";
import type { IdentityRegistry } from "./identity-registry.ts";
import type { BookRuns } from "./track-books.ts";

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
  /** The last totals of the market that were believed. */
  global?: RememberedGlobal;
  /**
   * Who is who among the reference sources. Absent in what builds left that had no registry yet.
   */
  identities?: IdentityRegistry;
  /** `venue:market` → how long its last price and volume have been the same to the bit. */
  books: BookRuns;
  /** `source.feed` → records of its last full answer. */
  sizes: Record<string, number>;
  /** Coins whose price was our own and fresh. */
  pricedCoins: number;
}

export interface RememberedPrice {
  /** The last published one. It stays when it is too old to be published, to compare the next one with. */
  priceUsd: number;
  /** When it was observed. */
  timeMs: number;
}
