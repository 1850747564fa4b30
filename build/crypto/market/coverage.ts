import { findObservedAt } from "../normalise/observed-at.ts";
import type { Dataset } from "../normalise/record.ts";
import type { Coverage, DatasetStatus, OrderBook, Timing } from "./model/market.ts";
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
  const dropped: Record<string, number> = {};
  let read = 0;
  let used = 0;
  for (const books of orderBooks.values()) {
    read += books.length;
    for (const { included, reason } of books) {
      if (included) used += 1;
      else dropped[reason ?? "not needed"] = (dropped[reason ?? "not needed"] ?? 0) + 1;
    }
  }
  return {
    coins,
    exchanges: all.filter(({ stale }) => !stale).length,
    tickersRead: read,
    tickersUsed: used,
    tickersDropped: Object.fromEntries(
      Object.entries(dropped).sort(([a, some], [b, others]) => others - some || (a < b ? -1 : 1)),
    ),
  };
}

/** Coins with a fresh own price; the secure ones: see `MarketMemory.secureCoins`. */
export function countPriced(prices: readonly CoinPrice[]): { pricedCoins: number; secureCoins: number } {
  const priced = prices.filter(({ fresh }) => fresh);
  const depending = new Map<string, number>();
  for (const { exchanges, evidence } of priced) {
    // One of two that leaves, or that contradicts the other, takes the price away.
    if (exchanges > 2) continue;
    const venues = evidence.tickers.flatMap(({ included, exchange }) => (included ? exchange : []));
    for (const venue of new Set(venues)) depending.set(venue, (depending.get(venue) ?? 0) + 1);
  }
  return { pricedCoins: priced.length, secureCoins: priced.length - Math.max(0, ...depending.values()) };
}
