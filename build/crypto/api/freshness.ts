import type { Answer } from "../../kit/api/endpoint.ts";
import { listSources } from "../../kit/api/freshness.ts";
import type { Market, MarketCoin } from "../market/model/market.ts";
import type { RecordKind } from "../normalise/record.ts";

export type Provenance = Pick<Answer, "observedAtMs" | "sources" | "stale">;

/**
 * As old as the price. Venues count only if the price is our own and they list the coin. Stale if
 * the price is old or a source fell back, except for coin details, which are days old by design.
 */
export function computeCoinFreshness(market: Market, coin: MarketCoin, kinds: readonly RecordKind[]): Provenance {
  const venues = new Set(hasOwnPrice(coin) ? coin.evidence.tickers.map(({ exchange }) => exchange) : []);
  const used = market.datasets.filter(({ kind, source }) => {
    if (kind === "coin-detail" && coin.detail === null) return false;
    return kinds.includes(kind) && (kind !== "ticker" || venues.has(source));
  });
  const numbers = used.filter(({ kind }) => kind !== "coin-detail");
  return {
    ...(coin.priceTimeMs === null ? {} : { observedAtMs: coin.priceTimeMs }),
    sources: listSources(used),
    stale: coin.priceSource === "stale" || numbers.some(({ stale }) => stale),
  };
}

/** A list of coins is as old as the newest price in it. */
export function computeListFreshness(coins: readonly MarketCoin[]): Provenance {
  const newestMs = findNewest(coins.map(({ priceTimeMs }) => priceTimeMs));
  return newestMs === null ? {} : { observedAtMs: newestMs };
}

/** `null` if no time is known. */
export function findNewest(times: Iterable<number | null>): number | null {
  let newest: number | null = null;
  for (const timeMs of times) if (timeMs !== null && (newest === null || timeMs > newest)) newest = timeMs;
  return newest;
}

/** Computed from venues, in this build or (held) in an earlier one. */
function hasOwnPrice({ evidence }: MarketCoin): boolean {
  return evidence.method !== "reference" && evidence.method !== "none";
}
