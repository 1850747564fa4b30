import type { DatasetStatus, Market, MarketCoin } from "../../market/market.ts";
import type { RecordKind } from "../../normalise/record.ts";
import type { Answer } from "../endpoint.ts";

/** The part of an answer that says where it comes from and how old it is. */
export type Provenance = Pick<Answer, "observedAtMs" | "sources" | "stale">;

/**
 * What an answer about one coin rests on, among the datasets of the given kinds: the reference sources always, and the exchanges
 * whose books were looked at for it where the price is our own. It is stale when its price is an old one, or when a source of its
 * numbers fell back; coin pages do not count, because they are days old by design. As old as the price, in unix milliseconds.
 */
export function computeCoinFreshness(market: Market, coin: MarketCoin, kinds: readonly RecordKind[]): Provenance {
  const venues = new Set(hasOwnPrice(coin) ? coin.evidence.tickers.map(({ exchange }) => exchange) : []);
  const used = market.datasets.filter(
    (dataset) => kinds.includes(dataset.kind) && restsOn(coin, dataset) && !isOtherVenue(dataset, venues),
  );
  const numbers = used.filter(({ kind }) => kind !== "coin-detail");
  return {
    ...(coin.priceTimeMs === null ? {} : { observedAtMs: coin.priceTimeMs }),
    sources: listSources(used),
    stale: coin.priceSource === "stale" || numbers.some(({ stale }) => stale),
  };
}

/** The age of a list is that of the newest price in it. Nothing where no price has a time. */
export function computeListFreshness(coins: readonly MarketCoin[]): Provenance {
  const newestMs = findNewest(coins.map(({ priceTimeMs }) => priceTimeMs));
  return newestMs === null ? {} : { observedAtMs: newestMs };
}

/** The latest of some times; `null` where none is known. */
export function findNewest(times: Iterable<number | null>): number | null {
  let newest: number | null = null;
  for (const timeMs of times) if (timeMs !== null && (newest === null || timeMs > newest)) newest = timeMs;
  return newest;
}

/** Found by ourselves, now or (a price that is held) in an earlier build. */
function hasOwnPrice({ evidence }: MarketCoin): boolean {
  return evidence.method !== "reference" && evidence.method !== "none";
}

function restsOn(coin: MarketCoin, { kind }: DatasetStatus): boolean {
  return kind !== "coin-detail" || coin.detail !== null;
}

function isOtherVenue({ kind, source }: DatasetStatus, venues: ReadonlySet<string>): boolean {
  return kind === "ticker" && !venues.has(source);
}

function listSources(datasets: readonly DatasetStatus[]): string[] {
  return [...new Set(datasets.map(({ source }) => source))].sort();
}
