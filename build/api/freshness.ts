import type { DatasetStatus, Market, MarketCoin } from "../market/market.ts";
import type { RecordKind } from "../normalise/record.ts";
import type { Answer } from "./endpoint.ts";

export interface Freshness {
  sources: string[];
  observedAtMs: number | null;
  stale: boolean;
  /** Cadence of the fastest dataset. */
  cadenceMs: number | null;
  /** Shortest time from an observation to the next due one. */
  waitMs: number | null;
}

/** Age and sources of the datasets of the given kinds, restricted to `sources` if given. */
export function computeFreshness(
  datasets: readonly DatasetStatus[],
  kinds: readonly RecordKind[],
  sources?: readonly string[],
): Freshness {
  const used = datasets.filter(
    (dataset) => kinds.includes(dataset.kind) && (sources === undefined || sources.includes(dataset.source)),
  );
  return {
    sources: listSources(used),
    observedAtMs: used.length === 0 ? null : Math.max(...used.map((dataset) => dataset.observedAtMs)),
    stale: used.some((dataset) => dataset.stale),
    cadenceMs: used.length === 0 ? null : Math.min(...used.map((dataset) => dataset.cadenceMs)),
    waitMs: used.length === 0 ? null : Math.min(...used.map(({ dueAtMs, observedAtMs }) => dueAtMs - observedAtMs)),
  };
}

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

export function computeListFreshness(coins: readonly MarketCoin[]): Provenance {
  const newestMs = findNewest(coins.map(({ priceTimeMs }) => priceTimeMs));
  return newestMs === null ? {} : { observedAtMs: newestMs };
}

export function findNewest(times: Iterable<number | null>): number | null {
  let newest: number | null = null;
  for (const timeMs of times) if (timeMs !== null && (newest === null || timeMs > newest)) newest = timeMs;
  return newest;
}

/** Computed from venues, in this build or (held) in an earlier one. */
function hasOwnPrice({ evidence }: MarketCoin): boolean {
  return evidence.method !== "reference" && evidence.method !== "none";
}

function listSources(datasets: readonly DatasetStatus[]): string[] {
  return [...new Set(datasets.map(({ source }) => source))].sort();
}
