import { describe, expect, it } from "vitest";
import { collectQuoteEdges } from "../../../../build/crypto/market/quotes/quote-edge.ts";
import { computeCrossRates } from "../../../../build/crypto/market/quotes/quote-graph.ts";
import type { Dataset, Ticker } from "../../../../build/crypto/normalise/record.ts";
import { book, dataset, NOW } from "../small-market.ts";

const DOLLARS = ["kraken", "coinbase", "bitstamp"].map((id) => ({ id, trust: 1, usdFiat: true }));
const VENUES = [...DOLLARS, { id: "okx", trust: 1, usdFiat: false }];
const compute = (venues: Record<string, Ticker[]>, change: Partial<Dataset<"ticker">> = {}) => {
  const tickers = Object.entries(venues).map(([source, books]) => dataset("ticker", source, books, change));
  return Object.fromEntries(computeCrossRates(collectQuoteEdges(tickers as Dataset<"ticker">[], VENUES, NOW)));
};

describe("cross rates of venues", () => {
  it("are Bitcoin in the currency over Bitcoin in dollars, each of the venues that agree", () => {
    const rates = compute({
      kraken: [book("BTC/USD", 60_000), book("BTC/EUR", 48_000), book("BTC/JPY", 9_600_000)],
      coinbase: [book("BTC/USD", 60_000), book("BTC/EUR", 48_000)],
      bitstamp: [book("BTC/USD", 600_000), book("BTC/EUR", 480_000)],
    });
    expect(rates).toEqual({ EUR: { rate: 0.8, shared: true }, JPY: { rate: 160, shared: false } });
  });

  it("are never between two camps, and one venue's dollars make none shared", () => {
    expect(
      compute({
        kraken: [book("BTC/USD", 60_000), book("BTC/EUR", 48_000), book("BTC/CHF", 54_000)],
        okx: [book("BTC/EUR", 48_000), book("BTC/CHF", 162_000)],
      }),
    ).toEqual({ EUR: { rate: 0.8, shared: false } });
  });

  it("take dollars only from venues that hold them, and no wide, dead or stale book", () => {
    const wide = book("BTC/EUR", 48_000, { bid: 40_000, ask: 56_000 });
    const dead = book("BTC/JPY", 9_600_000, { tradeTimeMs: NOW - 86_400_000 });
    expect(compute({ okx: [book("BTC/USD", 60_000), book("BTC/EUR", 48_000)] })).toEqual({});
    expect(compute({ kraken: [book("BTC/USD", 60_000), wide, dead] })).toEqual({});
    expect(compute({ kraken: [book("BTC/USD", 60_000), book("BTC/EUR", 48_000)] }, { stale: true })).toEqual({});
  });

  it("leave out other coins and stablecoins", () => {
    const books = [book("BTC/USD", 60_000), book("BTC/USDT", 60_006), book("ETH/EUR", 2_400)];
    expect(compute({ kraken: books })).toEqual({});
  });
});
