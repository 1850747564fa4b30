import { groupBy } from "../../lib/collections.ts";
import type { MarketCoin } from "../../market/market.ts";

/** Looks up the coins of one build. */
export interface CoinIndex {
  /** The coin with this key. Throws a RangeError if there is none. */
  get(key: string): MarketCoin;
  has(key: string): boolean;
  /** Other coins that claim the symbol or id of this one, as symbol or as id, in rank order. */
  listNamesakes(coin: MarketCoin): MarketCoin[];
}

export function createCoinIndex(coins: readonly MarketCoin[]): CoinIndex {
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
