import type { KnownIdentity } from "../normalise/identify.ts";
import { isSlugOf, type KeyMemory, type TextOwner } from "./coins/coin-key.ts";
import type { IdentityRegistry } from "./coins/identity-registry.ts";
import type { RememberedSupply } from "./coins/validate-supply.ts";
import type { UnchangedRuns } from "./quotes/live-tickers.ts";
import type { RememberedGlobal } from "./totals/global.ts";
import type { RememberedDefi } from "./totals/validate-defi.ts";
import type { RememberedRate } from "./totals/validate-rate.ts";

/**
 * The market's memory from one build to the next: identities, owners of texts, and the prices that
 * a hold or a comparison needs. Kept in the state; a first build has none.
 */
export interface MarketMemory extends KeyMemory {
  /** When the build that wrote it observed the market. */
  timeMs: number;
  /** `venue:CODE` → coin id, with the name in the listing where the venue gives one. */
  known: Readonly<Record<string, KnownIdentity>>;
  /** Coin id → its own price. */
  prices: Record<string, RememberedPrice>;
  /** ISO 4217 code → its rate. Absent in states of earlier versions. */
  rates?: Record<string, RememberedRate>;
  /**
   * Coin id → the supply that the next claims are compared with. It follows them slowly, so that
   * they cannot drift away. The last supply is in `identities`. Absent in states of earlier
   * versions.
   */
  supplies?: Record<string, RememberedSupply>;
  /** The last accepted totals of the market. */
  global?: RememberedGlobal;
  /**
   * Which ids of the reference sources mean the same coin. Absent in states of earlier versions.
   */
  identities?: IdentityRegistry;
  /** The last accepted numbers of DeFi. */
  defi?: RememberedDefi;
  /** `venue:market` → how long its last price and volume have not changed. */
  books: UnchangedRuns;
  /** `source.feed` → records of its last full response. */
  sizes: Record<string, number>;
  /** Coins with a fresh own price. */
  pricedCoins: number;
}

export interface RememberedPrice {
  /**
   * The last published price. Kept beyond its publication, to compare the next one with. `null`
   * only in states of earlier versions.
   */
  priceUsd: number | null;
  /** When it was observed. */
  timeMs: number;
  /** See `PublishedPrice`. Absent in states of earlier versions: `priceUsd` is used. */
  confirmedUsd?: number;
}

/** Moves the memory of replaced ids to their new ids. */
export function moveMemory(memory: MarketMemory | null, moves: ReadonlyMap<string, string>): MarketMemory | null {
  if (memory === null || moves.size === 0) return memory;
  const move = (id: string) => moves.get(id) ?? id;
  const moveKeys = <T>(record: Readonly<Record<string, T>>): Record<string, T> =>
    // Sorted, so that an entry of the new id replaces the moved one.
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

/** A coin with its id as its key keeps that key. */
function moveOwner(text: string, owner: TextOwner, id: string): TextOwner {
  if (id === owner.id) return owner;
  return isSlugOf(text, owner.id) ? { ...owner, id, formerKey: true } : { ...owner, id };
}

/**
 * Reads a coin's past, including that under its former id: the series move when the build is
 * published. A coin whose id belonged to another coin until now has no past: `nothing`.
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
