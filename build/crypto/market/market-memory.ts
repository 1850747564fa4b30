import {
  isNumber,
  isText,
  isTimeMs,
  listOf,
  mapOf,
  objectOf,
  optional,
  type Shape,
  type ShapeOf,
} from "../../lib/shape.ts";
import type { KnownIdentity } from "../normalise/resolve-code.ts";
import { isIdentityChange, isSlugOf, isTextOwner, type TextOwner } from "./identity/coin-key.ts";
import { isLinkDays } from "./identity/coin-links.ts";
import { isIdentityRegistry, isRememberedSupply } from "./identity/identity-registry.ts";
import { isRememberedPrice } from "./price/publication.ts";
import { isUnchangedRun } from "./quotes/live-tickers.ts";
import { isRememberedDefi } from "./totals/defi.ts";
import { isRememberedGlobal } from "./totals/global.ts";
import { isVenueScore } from "./totals/scorecards.ts";
import { isRememberedRate } from "./totals/validate-rate.ts";

const isNamedIdentity = objectOf({ coinId: isText, name: isText });
const isKnownIdentity: Shape<KnownIdentity> = (value): value is KnownIdentity =>
  isText(value) || isNamedIdentity(value);

/** The name of the document with the `MarketMemory`. */
export const MARKET = "market";

/**
 * The market's memory from one build to the next: identities, owners of texts, and the prices that
 * a hold or a comparison needs. Kept in the state; a first build has none. Optional fields are
 * absent in states of earlier versions.
 */
export type MarketMemory = ShapeOf<typeof isMarketMemory>;
export const isMarketMemory = objectOf({
  /** When the build that wrote it observed the market. */
  timeMs: isTimeMs,
  /** `venue:CODE` → coin id, with the name in the listing where the venue gives one. */
  known: mapOf(isKnownIdentity),
  /** Text (`btc`, `bitcoin`) → the coin that it means in a path. */
  owners: mapOf(isTextOwner),
  /** Texts that passed to another coin, oldest first. */
  identityChanges: optional(listOf(isIdentityChange)),
  /** Coin id → its own price. */
  prices: mapOf(isRememberedPrice),
  /** ISO 4217 code → its rate. */
  rates: optional(mapOf(isRememberedRate)),
  /**
   * Coin id → the supply that the next claims are compared with. It follows them slowly, so that
   * they cannot drift away. The last supply is in `identities`.
   */
  supplies: optional(mapOf(isRememberedSupply)),
  global: optional(isRememberedGlobal),
  identities: optional(isIdentityRegistry),
  /** Link of a coin → the UTC day of its first use, see `coin-links.ts`. */
  linkDays: optional(isLinkDays),
  defi: optional(isRememberedDefi),
  /** Id of a venue → what it did on each of the last days. */
  scores: optional(mapOf(isVenueScore)),
  /** `venue:market` → how long its last price and volume have not changed. */
  books: mapOf(isUnchangedRun),
  /** `source.feed` → records of its last full response. */
  sizes: mapOf(isNumber),
  /** Coins with a fresh own price. */
  pricedCoins: isNumber,
  /**
   * The same without the coins that a venue prices alone or with one other, of the venue with
   * the most of them: no single venue can take these away. Absent in states of earlier versions:
   * `pricedCoins` is used.
   */
  secureCoins: optional(isNumber),
});

/**
 * Each of these may be missing. Without owners, coins cannot be told apart. Without identities, a
 * coin could get another id. So damage to either makes the whole memory unusable.
 */
export const SPARE_FIELDS: readonly (keyof MarketMemory)[] = [
  "identityChanges",
  "rates",
  "global",
  "supplies",
  "defi",
  "linkDays",
  "scores",
  "secureCoins",
];

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
