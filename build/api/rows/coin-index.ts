import { groupBy } from "../../lib/group-by.ts";
import type { Market, MarketCoin } from "../../market/market.ts";

interface CoinIndex {
  byKey: ReadonlyMap<string, MarketCoin>;
  /** Places in the market by what a coin is called: its symbol and its id, lower-case. */
  byText: ReadonlyMap<string, { text: string; at: number }[]>;
}

/** Every coin has a handful of answers of its own, and each begins with a look-up. */
const indexes = new WeakMap<Market, CoinIndex>();

/** The coin with this key; a key that no coin has is a defect of the caller. */
export function getCoin(market: Market, key: string): MarketCoin {
  const coin = getIndex(market).byKey.get(key);
  if (coin === undefined) throw new RangeError(`No coin has the key ${key}`);
  return coin;
}

export function hasKey(market: Market, key: string): boolean {
  return getIndex(market).byKey.has(key);
}

/**
 * The other coins that claim the symbol or the id of this one, as symbol or as id, in rank order.
 */
export function findNamesakes(market: Market, coin: MarketCoin): MarketCoin[] {
  const { byText } = getIndex(market);
  const found = listTexts(coin).flatMap((text) => byText.get(text) ?? []);
  const others = new Set(found.map(({ at }) => at));
  return [...others]
    .sort((a, b) => a - b)
    .flatMap((at) => market.coins[at] ?? [])
    .filter((other) => other !== coin);
}

function listTexts({ symbol, id }: MarketCoin): string[] {
  return [...new Set([symbol.toLowerCase(), id.toLowerCase()])];
}

function getIndex(market: Market): CoinIndex {
  let index = indexes.get(market);
  if (index === undefined) {
    index = {
      byKey: new Map(market.coins.map((coin) => [coin.key, coin])),
      byText: groupBy(
        market.coins.flatMap((coin, at) => listTexts(coin).map((text) => ({ text, at }))),
        ({ text }) => text,
      ),
    };
    indexes.set(market, index);
  }
  return index;
}
