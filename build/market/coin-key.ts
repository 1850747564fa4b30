import { encodeKey } from "../lib/key.ts";
import { DAY_MS } from "../lib/time.ts";
import type { MarketMemory } from "./market-memory.ts";

export interface CoinKeys {
  /** Coin id → static key. */
  keys: ReadonlyMap<string, string>;
  owners: MarketMemory["owners"];
}

/**
 * A coin that fell out of the covered list keeps its ticker this long, so that a coin at the edge of the list cannot hand its path to
 * another coin and back.
 */
const RESERVED_MS = 30 * DAY_MS;
/** Longest key: with the longest suffix it stays below the 255 bytes that file systems allow. */
const MAX_KEY_LENGTH = 150;

/**
 * Gives every coin its one static key: the ticker if the coin owns it, otherwise its id. The largest coin of a ticker
 * owns it, and that choice is sticky. Coins must come by market cap, largest first.
 */
export function assignKeys(
  coins: readonly { id: string; symbol: string }[],
  before: MarketMemory["owners"],
  now: number,
): CoinKeys {
  const covered = new Set(coins.map(({ id }) => id));
  const owners: MarketMemory["owners"] = {};
  for (const [symbol, owner] of Object.entries(before)) {
    if (covered.has(owner.id)) owners[symbol] = { id: owner.id, seenMs: now };
    else if (now - owner.seenMs <= RESERVED_MS) owners[symbol] = owner;
  }
  for (const { id, symbol } of coins) {
    if (encodeKey(symbol).length <= MAX_KEY_LENGTH) owners[symbol] ??= { id, seenMs: now };
  }
  const keys = new Map<string, string>();
  // A ticker wins over another coin's id, so tickers take their keys first.
  const taken = new Set(Object.keys(owners).map(encodeKey));
  for (const { id, symbol } of coins) if (owners[symbol]?.id === id) keys.set(id, encodeKey(symbol));
  for (const { id } of coins) {
    if (keys.has(id)) continue;
    const key = findFreeKey(encodeKey(id).slice(0, MAX_KEY_LENGTH).replace(/%.?$/, ""), taken);
    taken.add(key);
    keys.set(id, key);
  }
  return { keys, owners };
}

function findFreeKey(wanted: string, taken: ReadonlySet<string>): string {
  for (let count = 1; ; count += 1) {
    const key = count === 1 ? wanted : `${wanted}-${count}`;
    if (!taken.has(key)) return key;
  }
}
