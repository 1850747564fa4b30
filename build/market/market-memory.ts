import type { KnownIdentity } from "../normalise/identify.ts";
import type { KeyMemory } from "./coins/coin-key.ts";
import type { IdentityRegistry } from "./coins/identity-registry.ts";
import type { RememberedSupply } from "./coins/validate-supply.ts";
import type { BookRuns } from "./quotes/track-books.ts";
import type { RememberedRate } from "./quotes/validate-rate.ts";
import type { RememberedDefi } from "./totals/validate-defi.ts";
import type { RememberedGlobal } from "./totals/validate-global.ts";

/**
 * What one build leaves for the next: identities, ownership of tickers and the prices that a hold
 * or a comparison needs. Kept in the state; a build without one starts cold.
 */
export interface MarketMemory extends KeyMemory {
  /** When the build that wrote it observed the market. */
  timeMs: number;
  /** `venue:CODE` → coin id, with the name in the listing where the venue gives one. */
  known: Readonly<Record<string, KnownIdentity>>;
  /** Coin id → its own price. */
  prices: Record<string, RememberedPrice>;
  /** ISO 4217 code → its rate. Absent in what builds left that did not know it yet. */
  rates?: Record<string, RememberedRate>;
  /**
   * Coin id → the supply that the next claims are compared with. It follows them slowly, so that
   * they cannot drift away; the last known supply is in `identities`. Absent in what builds left
   * that did not know it yet.
   */
  supplies?: Record<string, RememberedSupply>;
  /** The last totals of the market that were believed. */
  global?: RememberedGlobal;
  /**
   * Who is who among the reference sources. Absent in what builds left that had no registry yet.
   */
  identities?: IdentityRegistry;
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
  /**
   * The last published one. It stays when it is too old to be published, to compare the next one
   * with. `null` only in what older builds left.
   */
  priceUsd: number | null;
  /** When it was observed. */
  timeMs: number;
  /** See `PublishedPrice`. Absent in what older builds left: the price stands for it. */
  confirmedUsd?: number;
}
