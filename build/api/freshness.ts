import type { DatasetStatus, Market, MarketCoin } from "../market/market.ts";
import type { RecordKind } from "../normalise/record.ts";
import type { Answer } from "./endpoint.ts";

export interface Freshness {
  /** Ids of the sources, sorted. */
  sources: string[];
  /** When the newest observation was made; `null` if there is none. */
  observedAtMs: number | null;
  /** A source fell back to its last known good answer. */
  stale: boolean;
  /** Cadence of the fastest dataset; `null` if there is none. */
  cadenceMs: number | null;
  /** Shortest time from an observation to the next due one; `null` if there is none. */
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

/** The part of an answer that states its sources and age. */
export type Provenance = Pick<Answer, "observedAtMs" | "sources" | "stale">;

/**
 * Provenance of an answer about one coin, from the datasets of the given kinds. Venues count only
 * if the coin's price is our own and they list it. Stale if the price is old or a source fell back;
 * coin details do not count, because they are days old by design. As old as the price.
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

/** A list is as old as its newest price. */
export function computeListFreshness(coins: readonly MarketCoin[]): Provenance {
  const newestMs = findNewest(coins.map(({ priceTimeMs }) => priceTimeMs));
  return newestMs === null ? {} : { observedAtMs: newestMs };
}

/** The latest known time; `null` if there is none. */
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
