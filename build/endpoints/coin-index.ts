import { groupBy } from "../lib/group-by.ts";
import type { Market, MarketCoin } from "../market/market.ts";

interface CoinIndex {
  byKey: ReadonlyMap<string, MarketCoin>;
  /** Coins by upper-case symbol, in rank order. */
  bySymbol: ReadonlyMap<string, MarketCoin[]>;
}

/** Every coin has a handful of answers of its own, and each begins with a look-up. */
const indexes = new WeakMap<Market, CoinIndex>();

/** The coin with this key; a key that no coin has is a defect of the caller. */
export function getCoin(market: Market, key: string): MarketCoin {
  const coin = getIndex(market).byKey.get(key);
  if (coin === undefined) throw new RangeError(`No coin has the key ${key}`);
  return coin;
}

/** The other coins with the symbol of this one, in rank order. */
export function findNamesakes(market: Market, coin: MarketCoin): MarketCoin[] {
  return (getIndex(market).bySymbol.get(coin.symbol) ?? []).filter((other) => other !== coin);
}

function getIndex(market: Market): CoinIndex {
  let index = indexes.get(market);
  if (index === undefined) {
    index = {
      byKey: new Map(market.coins.map((coin) => [coin.key, coin])),
      bySymbol: groupBy(market.coins, (coin) => coin.symbol),
    };
    indexes.set(market, index);
  }
  return index;
}
