import { isNear } from "../../../lib/stats.ts";
import { compareByPriority, type Dataset, NO_PRICE, type ReferenceCoin } from "../../normalise/record.ts";
import type { OpenRegistry } from "../identity/identity-registry.ts";
import type { Timing } from "../model/market.ts";

import { MERGE_RULES } from "../rules/coins.ts";
import { REFERENCE_RULES } from "../rules/price.ts";

export interface MergedReference {
  /** By market cap, descending. */
  coins: readonly ReferenceCoin[];
  /** Ids of the coins with numbers of an earlier run. */
  stale: ReadonlySet<string>;
  /** Coin id → the source of its price, where it is not the source of the list. */
  laidOver: ReadonlyMap<string, string>;
  /** The one of the list first. */
  used: readonly Dataset<"coin">[];
  /** Ids of the coins that no source with CoinGecko's ids has listed yet. */
  provisional: ReadonlySet<string>;
  supplyTimes: ReadonlyMap<string, number>;
}

/**
 * One list of coins, with ids already translated: that of the first source by priority. If it
 * failed in this run, even in part, its last known good response is used with prices of the next
 * source, market caps from these and the known supply. After a day, new coins of the next source
 * are added. Sources are joined by coin id, never by ticker.
 */
export function mergeReferenceCoins(
  datasets: readonly Dataset<"coin">[],
  {
    now,
    limit,
    registry,
    cadenceOf,
  }: { now: number; limit: number; registry: OpenRegistry } & Pick<Timing, "cadenceOf">,
): MergedReference {
  const ordered = [...datasets].sort(compareByPriority);
  const base = ordered[0];
  const fresh = ordered.find((dataset) => !dataset.stale) ?? ordered[1];
  const supplyTimes = new Map<string, number>();
  const stale = new Set<string>();
  const laidOver = new Map<string, string>();
  const recall = (coin: ReferenceCoin) => recallSupply(coin, registry, supplyTimes);
  const finish = (coins: readonly ReferenceCoin[], used: readonly Dataset<"coin">[]): MergedReference => ({
    coins: [...coins].sort(byMarketCap),
    stale,
    laidOver,
    used,
    provisional: new Set(
      coins.flatMap(({ id, sourceId }) =>
        sourceId !== undefined && (registry.coins.get(id)?.provisional ?? true) ? [id] : [],
      ),
    ),
    supplyTimes,
  });
  if (base === undefined) return finish([], []);
  const listed = [...base.records].sort(byMarketCap).slice(0, limit);
  if (!base.stale) return finish(listed.map(recall), [base]);
  const cadenceMs = cadenceOf(base.source, base.feed);
  const fresher = new Map(fresh?.records.map((coin) => [coin.id, coin]));
  const coins = listed.map((known) => {
    const coin = recall(known);
    const isRecent = coin.updatedAtMs !== null && now - coin.updatedAtMs <= MERGE_RULES.recentMs;
    if (isRecent && coin.priceUsd !== null) return coin;
    const found = fresher.get(coin.id);
    const isLaidOver = found !== undefined && isFresher(found, coin, now);
    if (isLaidOver && fresh !== undefined) laidOver.set(coin.id, fresh.source);
    if (!isLaidOver || fresh?.stale === true) stale.add(coin.id);
    return expireReference(isLaidOver ? layOver(coin, found, supplyTimes) : coin, now, cadenceMs);
  });
  if (fresh === undefined) return finish(coins, [base]);
  const newcomers =
    now - base.fetchedAtMs < MERGE_RULES.unavailableMs || fresh.stale ? [] : findNewcomers(fresh, coins, limit);
  for (const { id } of newcomers) laidOver.set(id, fresh.source);
  return finish([...coins, ...newcomers.map(recall)], [base, fresh]);
}

/**
 * The largest coins of the fresh list that are not listed. One that shares its ticker with a
 * listed coin without a row may be that coin under an id that was not learned: it is left out.
 */
function findNewcomers(fresh: Dataset<"coin">, coins: readonly ReferenceCoin[], limit: number): ReferenceCoin[] {
  const listed = new Set(coins.map(({ id }) => id));
  const rows = new Set(fresh.records.map(({ id }) => id));
  const unmatched = new Set(coins.flatMap(({ id, symbol }) => (rows.has(id) ? [] : [symbol])));
  return fresh.records
    .filter(({ rank, marketCapUsd }) => rank !== null && marketCapUsd !== null)
    .sort(byMarketCap)
    .slice(0, limit)
    .filter(({ id, symbol }) => !listed.has(id) && !unmatched.has(symbol))
    .slice(0, Math.ceil(limit * MERGE_RULES.newcomersShare));
}

function isFresher(fresh: ReferenceCoin, coin: ReferenceCoin, now: number): boolean {
  if (fresh.priceUsd === null) return false;
  if (coin.priceUsd !== null && (fresh.updatedAtMs ?? 0) <= (coin.updatedAtMs ?? 0)) return false;
  // A learned id outlives a new ticker; a derived one is not certain enough.
  if (fresh.symbol !== coin.symbol && fresh.sourceId?.certain !== true) return false;
  if (coin.priceUsd === null || now - (coin.updatedAtMs ?? 0) > MERGE_RULES.comparedMs) return true;
  return isNear(fresh.priceUsd, coin.priceUsd, MERGE_RULES.maxMove);
}

function layOver(coin: ReferenceCoin, fresh: ReferenceCoin, supplyTimes: Map<string, number>): ReferenceCoin {
  const known = coin.circulatingSupply;
  const stated = fresh.circulatingSupply;
  const isKept = known !== null && (stated === null || isNear(stated, known, MERGE_RULES.redenominated));
  const circulatingSupply = isKept ? known : stated;
  if (!isKept && fresh.updatedAtMs !== null) supplyTimes.set(coin.id, fresh.updatedAtMs);
  const { priceUsd } = fresh;
  return {
    ...coin,
    priceUsd,
    circulatingSupply,
    marketCapUsd: isKept && priceUsd !== null ? priceUsd * known : (fresh.marketCapUsd ?? coin.marketCapUsd),
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

/** With the remembered supply, where the row has none or only a fallback's. Notes its time. */
function recallSupply(coin: ReferenceCoin, { coins }: OpenRegistry, times: Map<string, number>): ReferenceCoin {
  const known = coins.get(coin.id);
  const isOwn = coin.circulatingSupply !== null && (coin.sourceId === undefined || known?.provisional !== false);
  const remembered = isOwn ? null : (known?.supply ?? null);
  if (remembered === null) {
    if (coin.circulatingSupply !== null && coin.updatedAtMs !== null) times.set(coin.id, coin.updatedAtMs);
    return coin;
  }
  times.set(coin.id, remembered.timeMs);
  const { circulating } = remembered;
  const marketCapUsd = coin.priceUsd === null ? coin.marketCapUsd : coin.priceUsd * circulating;
  return { ...coin, circulatingSupply: circulating, marketCapUsd };
}

/** By the reference's order: our own price must not move a coin in or out of the list. */
function byMarketCap(a: ReferenceCoin, b: ReferenceCoin): number {
  return (b.marketCapUsd ?? -1) - (a.marketCapUsd ?? -1) || (a.rank ?? 1e9) - (b.rank ?? 1e9) || (a.id < b.id ? -1 : 1);
}

/**
 * What is still valid while a list does not respond: identity, supply and extremes without limit,
 * the price for a day, the 24h range for three cadences. A price without a time counts as old.
 */
function expireReference(coin: ReferenceCoin, now: number, cadenceMs: number): ReferenceCoin {
  const ageMs = now - (coin.updatedAtMs ?? 0);
  if (ageMs <= REFERENCE_RULES.rangeCadences * cadenceMs) return coin;
  if (ageMs <= REFERENCE_RULES.priceMs) return { ...coin, high24hUsd: null, low24hUsd: null };
  return { ...coin, ...NO_PRICE };
}
