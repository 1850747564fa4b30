import type { Dataset } from "../normalise/record.ts";
import { countPricedCoins } from "./coverage.ts";
import type { KeyMemory } from "./identity/coin-key.ts";
import type { MarketMemory } from "./market-memory.ts";
import type { PricedCoins } from "./price/price-coins.ts";
import type { LiveTickers } from "./quotes/live-tickers.ts";

/** What the next build compares prices, identities and sizes with. A held price is not new. */
export function rememberMarket(
  datasets: readonly Dataset[],
  memory: MarketMemory | null,
  { prices, identification }: PricedCoins,
  keyMemory: KeyMemory,
  runs: LiveTickers["runs"],
  timeMs: number,
): MarketMemory {
  const remembered: MarketMemory["prices"] = {};
  for (const [id, { price, fresh, timeMs: priceMs, confirmedUsd, anchor }] of prices) {
    const before = memory?.prices[id];
    if (fresh && price !== null) {
      const own = { priceUsd: price, timeMs: priceMs ?? timeMs, confirmedUsd: confirmedUsd ?? price };
      remembered[id] = { ...own, ...(anchor && { anchor }) };
    } else if (before !== undefined) remembered[id] = before;
  }
  const sizes = { ...memory?.sizes };
  for (const { source, feed, records, stale } of datasets) if (!stale) sizes[`${source}.${feed}`] = records.length;
  const counts = countPricedCoins([...prices.values()]);
  return { timeMs, known: identification.known, ...keyMemory, prices: remembered, books: runs, sizes, ...counts };
}
