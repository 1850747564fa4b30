import type { Answer } from "../../kit/api/endpoint.ts";
import { groupBy } from "../../lib/collections.ts";
import { DAY_MS } from "../../lib/time.ts";
import type { DatasetStatus, Market, MarketCoin } from "../market/model/market.ts";
import type { RecordKind } from "../normalise/record.ts";

export interface Freshness {
  sources: string[];
  observedAtMs: number | null;
  stale: boolean;
  /** Cadence of the fastest dataset. */
  cadenceMs: number | null;
  /** Shortest time from an observation to the next due one. */
  waitMs: number | null;
  /** When the first kind of data is overdue: a day and a cadence after its next value was due. */
  overdueAtMs: number | null;
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
    overdueAtMs: findOverdue(used),
  };
}

/**
 * By kind, because a new price does not make an old total newer. A daily point is dated at the
 * start of its day, whatever the cadence of its source: without the day it would always be overdue.
 */
function findOverdue(used: readonly DatasetStatus[]): number | null {
  const expiries = [...groupBy(used, ({ kind }) => kind).values()].map((datasets) =>
    Math.max(...datasets.map(({ dueAtMs, cadenceMs }) => dueAtMs + cadenceMs)),
  );
  return expiries.length === 0 ? null : Math.min(...expiries) + DAY_MS;
}

/** A source fell back, or one kind of data is overdue although another kind is new. */
export function isStale({ stale, overdueAtMs }: Freshness, { asOfMs }: Pick<Market, "asOfMs">): boolean {
  return stale || (overdueAtMs !== null && overdueAtMs <= asOfMs);
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
