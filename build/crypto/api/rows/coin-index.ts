import { listSearchWords } from "../../../kit/api/search.ts";
import { groupBy } from "../../../lib/collections.ts";
import { addToGroup } from "../../../lib/entries.ts";
import { oncePer } from "../../../lib/once-per.ts";
import type { Market, MarketCoin } from "../../market/model/market.ts";

export interface CoinIndex {
  /** Throws a RangeError if there is none. */
  get(key: string): MarketCoin;
  has(key: string): boolean;
  /** Other coins that claim the symbol or id of this one, as symbol or as id, in rank order. */
  listNamesakes(coin: MarketCoin): MarketCoin[];
}

/** The index of a market, which several endpoints share. */
export const indexCoins = oncePer(({ coins }: Market) => createCoinIndex(coins));

function createCoinIndex(coins: readonly MarketCoin[]): CoinIndex {
  const byKey = new Map(coins.map((coin) => [coin.key, coin]));
  const claims = coins.flatMap((coin, at) => listTexts(coin).map((text) => ({ text, at })));
  const byText = groupBy(claims, ({ text }) => text);
  return {
    get(key) {
      const coin = byKey.get(key);
      if (coin === undefined) throw new RangeError(`No coin has the key ${key}`);
      return coin;
    },
    has: (key) => byKey.has(key),
    listNamesakes(coin) {
      const positions = new Set(listTexts(coin).flatMap((text) => (byText.get(text) ?? []).map(({ at }) => at)));
      const namesakes = [...positions].sort((a, b) => a - b).flatMap((at) => coins[at] ?? []);
      return namesakes.filter((other) => other !== coin);
    },
  };
}

function listTexts({ symbol, id }: MarketCoin): string[] {
  return [...new Set([symbol.toLowerCase(), id.toLowerCase()])];
}

/** The searches with a file of their own, in the order of the market. */
export function buildSearchWords(coins: Iterable<MarketCoin>): string[] {
  return [...new Set([...coins].flatMap(({ symbol, name }) => listSearchWords(symbol, name)))];
}

/**
 * Finds every match and some others, in the order of the market. An index of letter pairs avoids
 * looking at 250 million rows for the searches of 10,000 coins.
 */
export function createSearchIndex(coins: readonly MarketCoin[]): (search: string) => readonly MarketCoin[] {
  const index = buildPairIndex(coins);
  return (search) => {
    const wanted = search.trim().toLowerCase();
    let fewest = coins;
    for (let at = 0; at < wanted.length - 1; at++) {
      const found = index.get(wanted.slice(at, at + 2)) ?? [];
      if (found.length < fewest.length) fewest = found;
    }
    return fewest;
  };
}

function buildPairIndex(coins: readonly MarketCoin[]): Map<string, MarketCoin[]> {
  const index = new Map<string, MarketCoin[]>();
  for (const coin of coins) {
    const pairs = new Set<string>();
    for (const text of [coin.symbol, coin.name, coin.id].map((one) => one.toLowerCase())) {
      for (let at = 0; at < text.length - 1; at++) pairs.add(text.slice(at, at + 2));
    }
    for (const pair of pairs) {
      addToGroup(index, pair, coin);
    }
  }
  return index;
}
