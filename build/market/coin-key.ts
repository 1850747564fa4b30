import { encodeKey } from "../lib/key.ts";
import { DAY_MS } from "../lib/time.ts";
import type { MarketMemory } from "./market-memory.ts";

export interface CoinKeys {
  /** Coin id → static key. */
  keys: ReadonlyMap<string, string>;
  owners: MarketMemory["owners"];
}

/**
 * A coin that fell out of the covered list, or goes by another ticker now, keeps its ticker this long: a coin at the edge of the
 * list cannot hand its path to another coin and back.
 */
const RESERVED_MS = 30 * DAY_MS;
/** Longest key: with the longest suffix it stays below the 255 bytes that file systems allow. */
const MAX_KEY_LENGTH = 150;

/**
 * Gives every coin its one static key: the ticker if the coin owns it, otherwise its id. The
 * largest coin of a ticker owns it, and that choice is sticky. Tickers that only differ as texts
 * but not as file names (`K` and the sign of the kelvin) are one. Coins must come by market cap,
 * largest first; nothing but ownership of a new ticker depends on it. The id of a provisional coin
 * may be a guess: what it owns is free as soon as real ids are known and it is not listed any more.
 * `onlyGuesses`: no source of real ids answered in this run.
 */
export function assignKeys(
  coins: readonly { id: string; symbol: string; provisional?: boolean }[],
  before: MarketMemory["owners"],
  now: number,
  onlyGuesses = false,
): CoinKeys {
  const tickers = new Map(coins.map(({ id, symbol }) => [id, encodeKey(symbol)]));
  const owners = new Map<string, MarketMemory["owners"][string]>();
  const provisional = new Set(coins.flatMap((coin) => (coin.provisional === true ? [coin.id] : [])));
  const own = (id: string) => ({ id, seenMs: now, ...(provisional.has(id) && { provisional: true }) });
  for (const [ticker, owner] of Object.entries(before)) {
    if (tickers.get(owner.id) === ticker) owners.set(ticker, own(owner.id));
    else if (owner.provisional === true && !onlyGuesses) continue;
    else if (now - owner.seenMs <= RESERVED_MS) owners.set(ticker, owner);
  }
  for (const [id, ticker] of tickers) {
    if (ticker.length <= MAX_KEY_LENGTH && !owners.has(ticker)) owners.set(ticker, own(id));
  }
  const keys = new Map<string, string>();
  for (const [id, ticker] of tickers) if (owners.get(ticker)?.id === id) keys.set(id, ticker);
  // A ticker wins over another coin's id, so all tickers are taken, also the reserved ones.
  assignIds([...tickers.keys()].filter((id) => !keys.has(id)).sort(), new Set(owners.keys()), keys);
  return { keys, owners: Object.fromEntries(owners) };
}

/** Ids in their own order, so that ranks have no say; those that are free as they are come first. */
function assignIds(ids: readonly string[], taken: Set<string>, keys: Map<string, string>): void {
  const take = (id: string, key: string): void => {
    taken.add(key);
    keys.set(id, key);
  };
  const left = ids.filter((id) => {
    const key = shortenId(id);
    if (taken.has(key)) return true;
    take(id, key);
    return false;
  });
  for (const id of left) {
    let count = 2;
    while (taken.has(`${shortenId(id)}-${count}`)) count += 1;
    take(id, `${shortenId(id)}-${count}`);
  }
}

/** Cut within its limit, but not within an escape. */
function shortenId(id: string): string {
  const key = encodeKey(id);
  return key.length <= MAX_KEY_LENGTH ? key : key.slice(0, MAX_KEY_LENGTH).replace(/(%.?|\.)$/, "");
}
