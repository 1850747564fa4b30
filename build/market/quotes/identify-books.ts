import { TwoKeyMap } from "../../lib/collections.ts";
import { DAY_MS } from "../../lib/time.ts";
import { type CodePrice, type Identification, identifyCodes } from "../../normalise/identify.ts";
import type { Dataset, ReferenceCoin } from "../../normalise/record.ts";
import { findCoinNames } from "../coins/identity-registry.ts";
import type { MarketMemory } from "../market-memory.ts";
import type { ReferenceWitnesses } from "../price/cross-check.ts";
import type { LiveBooks } from "./live-books.ts";
import { isFiat } from "./quote-code.ts";
import type { QuoteGraph } from "./quote-graph.ts";

/**
 * A price that lags by more (the reference's behind its own list, ours behind now) no longer tells
 * one coin from another.
 */
const MAX_LAG_MS = DAY_MS;

export interface BookInput {
  books: LiveBooks;
  /** Where the venues' own names of assets come from. */
  listings: readonly Dataset<"listing">[];
  quotes: QuoteGraph;
  coins: readonly ReferenceCoin[];
  witnesses: ReferenceWitnesses;
  memory: MarketMemory | null;
  now: number;
}

/** Which coin every book trades, by the names and prices of references and our own past prices. */
export function identifyBooks(input: BookInput): Identification {
  const { coins, memory, witnesses } = input;
  const isComparable = createComparable(coins);
  return identifyCodes(
    findCodePrices(input),
    coins.map((coin) => {
      const { id, symbol, name } = coin;
      const ownUsd = findOwnPrice(id, input);
      // Where the reference is old, our own last price stands in for it.
      const priceUsd = coin.priceUsd !== null && isComparable(coin) ? coin.priceUsd : ownUsd;
      const former = findCoinNames(memory?.identities, id);
      const names = [name, id, ...former.names];
      const formerSymbols = former.symbols.filter((text) => text !== symbol);
      return { id, symbol, names, formerSymbols, priceUsd, ownUsd, otherUsd: witnesses.others(coin) };
    }),
    memory?.known ?? {},
  );
}

/**
 * Whether a coin's reference price is young enough, beside the others of its list, to compare with.
 */
export function createComparable(coins: readonly ReferenceCoin[]): (coin: ReferenceCoin) => boolean {
  const newestMs = coins.reduce((newest, { updatedAtMs }) => Math.max(newest, updatedAtMs ?? 0), 0);
  return ({ updatedAtMs }) => newestMs - (updatedAtMs ?? 0) <= MAX_LAG_MS;
}

/** Our own last price, while it is young enough to tell one coin from another. */
function findOwnPrice(id: string, { memory, now }: BookInput): number | null {
  const remembered = memory?.prices[id];
  return remembered !== undefined && now - remembered.timeMs <= MAX_LAG_MS ? remembered.priceUsd : null;
}

/**
 * One price per venue and code, from the book with the largest volume: what the code is recognised
 * by.
 */
function findCodePrices({ books, listings, quotes }: BookInput): CodePrice[] {
  const names = collectNames(listings);
  const best = new TwoKeyMap<CodePrice & { volume: number }>();
  for (const { source: venue, records, stale } of books.live) {
    if (stale) continue;
    for (const { base: code, quote, last, baseVolume } of records) {
      if (last <= 0 || baseVolume === 0 || isFiat(code)) continue;
      const rate = quotes.usd(quote);
      if (rate === null) continue;
      const priceUsd = last * rate;
      const volume = baseVolume === null ? 0 : baseVolume * priceUsd;
      const current = best.get(venue, code);
      if (current === undefined || volume > current.volume) best.set(venue, code, { venue, code, priceUsd, volume });
    }
  }
  return best.values().map((price) => ({ ...price, name: names.get(price.venue, price.code) ?? null }));
}

/** By venue and code: the asset's name, where the listing gives one. */
function collectNames(listings: readonly Dataset<"listing">[]): TwoKeyMap<string> {
  const names = new TwoKeyMap<string>();
  for (const { source, records } of listings) {
    for (const { base, baseName, type } of records) {
      if (baseName !== null && type === "spot") names.set(source, base, baseName);
    }
  }
  return names;
}
