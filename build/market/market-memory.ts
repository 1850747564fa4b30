import type { KnownIdentity } from "../normalise/identify.ts";
import { isSlugOf, type KeyMemory, type TextOwner } from "./coins/coin-key.ts";
import type { IdentityRegistry } from "./coins/identity-registry.ts";
import type { RememberedSupply } from "./coins/validate-supply.ts";
import type { UnchangedRuns } from "./quotes/live-listings.ts";
import type { RememberedGlobal } from "./totals/global.ts";
import type { RememberedDefi } from "./totals/validate-defi.ts";
import type { RememberedRate } from "./totals/validate-rate.ts";

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
  books: UnchangedRuns;
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

/** What was remembered under an id that gave way is remembered under the one that replaces it. */
export function moveMemory(memory: MarketMemory | null, moves: ReadonlyMap<string, string>): MarketMemory | null {
  if (memory === null || moves.size === 0) return memory;
  const move = (id: string) => moves.get(id) ?? id;
  const moveKeys = <T>(record: Readonly<Record<string, T>>): Record<string, T> =>
    // Sorted, so that what the new id already has goes before what moves to it.
    Object.fromEntries(
      Object.entries(record)
        .sort(([a], [b]) => Number(moves.has(b)) - Number(moves.has(a)))
        .map(([id, value]) => [move(id), value]),
    );
  const moveValues = <T>(record: Readonly<Record<string, T>>, change: (value: T) => T): Record<string, T> =>
    Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
  return {
    ...memory,
    known: moveValues(memory.known, (known) =>
      typeof known === "string" ? move(known) : { ...known, coinId: move(known.coinId) },
    ),
    owners: Object.fromEntries(
      Object.entries(memory.owners).map(([text, owner]) => [text, moveOwner(text, owner, move(owner.id))]),
    ),
    prices: moveKeys(memory.prices),
    ...(memory.supplies && { supplies: moveKeys(memory.supplies) }),
  };
}

/** A coin whose key was its id keeps that key. */
function moveOwner(text: string, owner: TextOwner, id: string): TextOwner {
  if (id === owner.id) return owner;
  return isSlugOf(text, owner.id) ? { ...owner, id, formerKey: true } : { ...owner, id };
}

/**
 * A coin's past, also that under the id which it had until now: the series move when the build is
 * published. A coin whose id was another coin's until now has no past: `nothing`.
 */
export function followMoves<Rest extends unknown[], T>(
  find: (coinId: string, ...rest: Rest) => T,
  moves: ReadonlyMap<string, string>,
  nothing: T,
): (coinId: string, ...rest: Rest) => T {
  const before = new Map([...moves].map(([from, to]) => [to, from]));
  return (coinId, ...rest) => {
    const from = before.get(coinId);
    return from === undefined && moves.has(coinId) ? nothing : find(from ?? coinId, ...rest);
  };
}
