import type { Dataset } from "../normalise/record.ts";
import { countPricedCoins } from "./coverage.ts";
import type { KeyMemory } from "./identity/coin-key.ts";
import type { MarketMemory } from "./market-memory.ts";
import type { PricedCoins } from "./price/price-coins.ts";
import type { LiveTickers } from "./quotes/live-tickers.ts";

/** What a build made, after the one `before`. */
interface RememberedBuild extends Pick<LiveTickers, "runs"> {
  before: MarketMemory | null;
  priced: PricedCoins;
  keyMemory: KeyMemory;
  /** When the newest prices were observed. */
  asOfMs: number;
}

/** What the next build compares prices, identities and sizes with. A held price is not new. */
export function rememberMarket(
  datasets: readonly Dataset[],
  { before, priced, keyMemory, runs, asOfMs: timeMs }: RememberedBuild,
): MarketMemory {
  const { prices, identification } = priced;
  const remembered: MarketMemory["prices"] = {};
  for (const [id, { price, fresh, timeMs: priceMs, confirmedUsd, anchor }] of prices) {
    const last = before?.prices[id];
    if (fresh && price !== null) {
      const own = { priceUsd: price, timeMs: priceMs ?? timeMs, confirmedUsd: confirmedUsd ?? price };
      remembered[id] = { ...own, ...(anchor && { anchor }) };
    } else if (last !== undefined) remembered[id] = last;
  }
  const sizes = { ...before?.sizes };
  for (const { source, feed, records, stale } of datasets) if (!stale) sizes[`${source}.${feed}`] = records.length;
  const counts = countPricedCoins([...prices.values()]);
  return { timeMs, known: identification.known, ...keyMemory, prices: remembered, books: runs, sizes, ...counts };
}
