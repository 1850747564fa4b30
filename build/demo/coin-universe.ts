import { COIN_LIST } from "./coin-list.ts";
import { type CoinSeed, parseCoinRow } from "./coin-row.ts";
import { GENERATED_COINS, generateCoin } from "./generated-coins.ts";
import { SPECIAL_COINS } from "./special-coins.ts";

/** The first special coin comes after so many well-known ones, and the others after every so many more. */
const FIRST_SPECIAL = 10;
const SPECIAL_EVERY = 8;

/** All coins with a row of their own, whatever the size of a market: quotes may need any of them. */
export const LISTED_COINS: readonly CoinSeed[] = [...COIN_LIST, ...SPECIAL_COINS].map(parseCoinRow);

const CANDIDATES = interleave(LISTED_COINS.slice(0, COIN_LIST.length), LISTED_COINS.slice(COIN_LIST.length));

/**
 * The coins of a market, by market cap at base prices, descending: well-known ones with the special ones spread among
 * them, then generated ones. Only coins launched before `now`. Throws a RangeError when there are not so many.
 */
export function selectCoins(count: number, now: number): CoinSeed[] {
  if (!Number.isInteger(count) || count < 1) throw new RangeError(`A market has 1 or more coins, not ${count}`);
  const selected = CANDIDATES.filter((coin) => coin.launchedMs <= now).slice(0, count);
  for (let index = 0; selected.length < count; index++) {
    if (index === GENERATED_COINS) throw new RangeError(`Only ${selected.length} coins exist by then, not ${count}`);
    const coin = generateCoin(index);
    if (coin.launchedMs <= now) selected.push(coin);
  }
  const marketCap = (coin: CoinSeed) => coin.basePriceUsd * coin.circulatingSupply;
  return selected.sort((a, b) => marketCap(b) - marketCap(a) || (a.id < b.id ? -1 : 1));
}

function interleave(known: readonly CoinSeed[], special: readonly CoinSeed[]): CoinSeed[] {
  const result: CoinSeed[] = [];
  let taken = 0;
  for (const [index, coin] of known.entries()) {
    const next = special[taken];
    if (next !== undefined && index === FIRST_SPECIAL + taken * SPECIAL_EVERY) {
      result.push(next);
      taken++;
    }
    result.push(coin);
  }
  return [...result, ...special.slice(taken)];
}
