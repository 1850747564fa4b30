import type { Coverage, MarketCoin } from "../market.ts";
import type { PricedCoins } from "../price/price-coins.ts";
import type { LiveBooks } from "../quotes/live-books.ts";
import { UNCHANGED } from "../quotes/unchanged-book.ts";

/**
 * How much was read, how much of it the published prices rest on, and why the rest does not count:
 * every ticker once.
 */
export function buildCoverage(
  coins: readonly MarketCoin[],
  { tickers, frozen, standing }: LiveBooks,
  { identification, prices }: PricedCoins,
): Coverage {
  const dropped: Record<string, number> = {};
  const count = (reason: string): void => {
    dropped[reason] = (dropped[reason] ?? 0) + 1;
  };
  let read = 0;
  for (const { source, records, stale } of tickers) {
    read += records.length;
    for (const ticker of records) {
      const { base } = ticker;
      if (stale) count(standing.has(source) ? "its venue stands still" : "its venue did not answer");
      else if (!identification.find(source, base)) {
        const still = frozen.has(ticker) ? UNCHANGED : undefined;
        count(identification.unidentified.get(source, base) ?? still ?? "never traded, or not a coin");
      }
    }
  }
  let used = 0;
  for (const { evidence } of coins) {
    for (const { included, reason } of evidence.tickers) {
      if (included) used += 1;
      else count(reason ?? "not needed");
    }
  }
  for (const { unpriced } of prices.values()) unpriced.forEach(count);
  return {
    coins: coins.length,
    exchanges: tickers.filter(({ stale }) => !stale).length,
    tickersRead: read,
    tickersUsed: used,
    tickersDropped: Object.fromEntries(
      Object.entries(dropped).sort(([a, some], [b, others]) => others - some || (a < b ? -1 : 1)),
    ),
  };
}
