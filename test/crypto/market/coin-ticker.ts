import {
  type PricedTicker,
  priceTicker,
  type UnpricedTicker,
} from "../../../build/crypto/market/aggregate/ticker-price.ts";
import { collectQuoteEdges, type QuoteEdges } from "../../../build/crypto/market/quotes/quote-edge.ts";
import type { Dataset, Ticker } from "../../../build/crypto/normalise/record.ts";

export const NOW = Date.UTC(2026, 10, 20, 9, 15);

/** A live book with a tight spread and 1 M of its quote traded. */
export function createTicker(change: Partial<Ticker> = {}): Ticker {
  const last = change.last ?? 100;
  const base = change.base ?? "AAA";
  const quote = change.quote ?? "USD";
  return {
    market: `${base}${quote}`,
    base,
    quote,
    last,
    bid: last * 0.9999,
    ask: last * 1.0001,
    baseVolume: 1_000_000 / last,
    quoteVolume: 1_000_000,
    usdVolume: null,
    vwap: null,
    open24h: null,
    tradeTimeMs: null,
    trades: null,
    priced: true,
    ...change,
  };
}

type TickerSource = Parameters<typeof priceTicker>[0];

/** A ticker in USD; `source` changes its venue's trust, its rates, its units or its exclusion. */
export function createCoinTicker(
  venue: string,
  change: Partial<Ticker> = {},
  source: Partial<Omit<TickerSource, "venue" | "ticker">> = {},
): PricedTicker | UnpricedTicker {
  const unchanged = { trust: 1, quoteUsd: 1, quoteUsd24hAgo: 1, units: 1, excluded: null };
  return priceTicker({ ...unchanged, ...source, venue, ticker: createTicker(change) }, NOW);
}

/** The same, of a ticker that has a price in USD. */
export function createPricedTicker(...args: Parameters<typeof createCoinTicker>): PricedTicker {
  const ticker = createCoinTicker(...args);
  if (ticker.priceUsd === null) throw new Error(`The ticker has no price in USD: ${ticker.reason}`);
  return ticker;
}

export interface VenueTickers {
  id: string;
  trust: number;
  usdFiat: boolean;
  tickers: Ticker[];
}

/** The tickers between quotes, as `solveQuotes` takes them. */
export function collectEdges(venues: readonly VenueTickers[], now = NOW): QuoteEdges {
  const datasets = venues.map(
    ({ id, tickers }): Dataset<"ticker"> => ({
      source: id,
      feed: "tickers",
      kind: "ticker",
      records: tickers,
      fetchedAtMs: now,
      stale: false,
    }),
  );
  return collectQuoteEdges(datasets, venues, now);
}
