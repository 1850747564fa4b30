import { MINUTE_MS } from "../lib/time.ts";
import type { Dataset, ReferenceCoin } from "../normalise/record.ts";
import { expireReference } from "./expire-reference.ts";
import { compareByPriority, namesCoins } from "./reference-priority.ts";

export interface MergedReference {
  coins: readonly ReferenceCoin[];
  /** Ids of the coins whose numbers come from a source that failed in this run. */
  stale: ReadonlySet<string>;
  /** Ids of the coins whose price was laid over, and the source that it is from. */
  laidOver: ReadonlyMap<string, string>;
  /** The datasets that the coins rest on. */
  used: readonly Dataset<"coin">[];
  /** The ids are guesses of another source than the one that gives coins their ids. */
  provisional: boolean;
}

export interface MergeOptions {
  now: number;
  /** How often a source has something new, in milliseconds. */
  cadenceOf(source: string, feed: string): number;
}

/** Between the last good answer and now no price moves by more than this factor: beyond, two sources mean two coins. */
const MAX_MOVE = 3;
/** So young are the coins of those pages that did answer, where others failed. */
const RECENT_MS = 15 * MINUTE_MS;

/**
 * One list of coins out of the reference sources: that of the first one by priority. Where it failed in this run, in whole or in
 * part, this is its last good answer, with fresher prices laid over it from the first other one, if possible one that did answer, and
 * without prices that are too old. Sources are joined by coin id, never by ticker, and nobody else adds a coin to that list: the other sources' ids
 * are guesses, and a coin under a guessed id would take the path and the history of the real one.
 */
export function mergeReferenceCoins(datasets: readonly Dataset<"coin">[], options: MergeOptions): MergedReference {
  const ordered = [...datasets].sort(compareByPriority);
  const base = ordered[0];
  if (base === undefined) return { coins: [], stale: new Set(), laidOver: new Map(), used: [], provisional: false };
  const provisional = !namesCoins(base);
  if (!base.stale) return { coins: base.records, stale: new Set(), laidOver: new Map(), used: [base], provisional };
  const { now, cadenceOf } = options;
  const cadenceMs = cadenceOf(base.source, base.feed);
  const fresh = ordered.find((dataset) => !dataset.stale) ?? ordered[1];
  const fresher = new Map(fresh?.records.map((coin) => [coin.id, coin]));
  const stale = new Set<string>();
  const laidOver = new Map<string, string>();
  const coins = base.records.map((coin) => {
    if (coin.updatedAtMs !== null && now - coin.updatedAtMs <= RECENT_MS) return coin;
    const found = fresher.get(coin.id);
    const isLaidOver = found !== undefined && isFresher(found, coin);
    if (isLaidOver && fresh !== undefined) laidOver.set(coin.id, fresh.source);
    if (!isLaidOver || fresh?.stale === true) stale.add(coin.id);
    return expireReference(isLaidOver ? layOver(coin, found) : coin, now, cadenceMs);
  });
  return { coins, stale, laidOver, used: fresh === undefined ? [base] : [base, fresh], provisional };
}

function isFresher(fresh: ReferenceCoin, coin: ReferenceCoin): boolean {
  if (fresh.priceUsd === null || fresh.symbol !== coin.symbol) return false;
  if ((fresh.updatedAtMs ?? 0) <= (coin.updatedAtMs ?? 0)) return false;
  const move = coin.priceUsd === null ? 1 : fresh.priceUsd / coin.priceUsd;
  return move <= MAX_MOVE && move >= 1 / MAX_MOVE;
}

function layOver(coin: ReferenceCoin, fresh: ReferenceCoin): ReferenceCoin {
  return {
    ...coin,
    priceUsd: fresh.priceUsd,
    marketCapUsd: fresh.marketCapUsd ?? coin.marketCapUsd,
    volumeUsd: fresh.volumeUsd ?? coin.volumeUsd,
    high24hUsd: fresh.high24hUsd,
    low24hUsd: fresh.low24hUsd,
    change24hUsd: fresh.change24hUsd,
    changePercentage1h: fresh.changePercentage1h,
    changePercentage24h: fresh.changePercentage24h,
    changePercentage7d: fresh.changePercentage7d ?? coin.changePercentage7d,
    changePercentage30d: fresh.changePercentage30d ?? coin.changePercentage30d,
    changePercentage1y: fresh.changePercentage1y ?? coin.changePercentage1y,
    updatedAtMs: fresh.updatedAtMs,
    // The old series does not end at the new time.
    sparklineUsd: [],
  };
}
