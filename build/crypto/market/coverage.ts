import { countValues, sortByCount } from "../../lib/collections.ts";
import { findObservedAt } from "../normalise/observed-at.ts";
import type { Dataset } from "../normalise/record.ts";
import type { Coverage, DatasetStatus, OrderBook, Timing } from "./model/market.ts";
import { listIncludedVenues } from "./model/price-evidence.ts";
import type { CoinPrice } from "./price/coin-price.ts";
import type { LiveTickers } from "./quotes/live-tickers.ts";

/** A dataset as the status shows it: how old it is, and when the next one is due. */
export function buildDatasetStatus(dataset: Dataset, { cadenceOf, nextDueMs }: Timing): DatasetStatus {
  const { source, feed, kind, fetchedAtMs, stale } = dataset;
  const cadenceMs = cadenceOf(source, feed);
  const observedAtMs = findObservedAt(dataset);
  const dueAtMs = Math.max(nextDueMs?.(source, observedAtMs) ?? 0, observedAtMs + cadenceMs);
  return { source, feed, kind, fetchedAtMs, stale, cadenceMs, observedAtMs, dueAtMs };
}

/** Each ticker counts once: it is in a published price, or there is a reason. */
export function buildCoverage(
  coins: number,
  { all }: LiveTickers,
  orderBooks: ReadonlyMap<string, readonly OrderBook[]>,
): Coverage {
  const books = [...orderBooks.values()].flat();
  const dropped = books.filter(({ included }) => !included);
  return {
    coins,
    exchanges: all.filter(({ stale }) => !stale).length,
    tickersRead: books.length,
    tickersUsed: books.length - dropped.length,
    tickersDropped: Object.fromEntries(sortByCount(countValues(dropped.map(({ reason }) => reason ?? "not needed")))),
  };
}

/** Coins with a fresh own price; the secure ones: see `MarketMemory.secureCoins`. */
export function countPricedCoins(prices: readonly CoinPrice[]): { pricedCoins: number; secureCoins: number } {
  const priced = prices.filter(({ fresh }) => fresh);
  // One of two that leaves, or that contradicts the other, takes the price away.
  const insecure = priced.filter(({ exchanges }) => exchanges <= 2);
  const depending = countValues(insecure.flatMap(({ evidence }) => [...listIncludedVenues(evidence)]));
  return { pricedCoins: priced.length, secureCoins: priced.length - Math.max(0, ...depending.values()) };
}
