import { describe, expect, it } from "vitest";
import { HOUR_MS } from "../../../build/lib/time.ts";
import { trackListings } from "../../../build/market/quotes/live-listings.ts";
import type { Dataset, Ticker } from "../../../build/normalise/record.ts";
import { book, dataset, NOW } from "../small-market.ts";

const track = (tickers: Ticker[], before = {}, stale = false, now = NOW) =>
  trackListings([dataset("ticker", "kraken", tickers, { stale }) as Dataset<"ticker">], before, now).runs;

const first = track([book("BTC/USD", 100)]);

describe("a book", () => {
  it("is counted from the first time that it was seen like this", () => {
    expect(first).toEqual({ "kraken:BTC/USD": { last: 100, baseVolume: 10_000, sinceMs: NOW, builds: 1 } });
    expect(track([book("BTC/USD", 100)], first, false, NOW + HOUR_MS)["kraken:BTC/USD"]).toMatchObject({
      sinceMs: NOW,
      builds: 2,
    });
  });

  it("begins anew with any change", () => {
    const moved = track([book("BTC/USD", 100, { baseVolume: 10_001 })], first, false, NOW + HOUR_MS);
    expect(moved["kraken:BTC/USD"]).toMatchObject({ sinceMs: NOW + HOUR_MS, builds: 1 });
  });

  it("is neither counted nor forgotten while its venue does not answer", () => {
    expect(track([book("BTC/USD", 100)], first, true, NOW + HOUR_MS)).toEqual(first);
    expect(track([book("BTC/USD", 101)], first, true, NOW + HOUR_MS)).toEqual(first);
  });

  it("is not counted where nothing trades, and is forgotten with its listing", () => {
    expect(track([book("BTC/USD", 0), book("ETH/USD", 1, { baseVolume: 0 })])).toEqual({});
    expect(track([], first)).toEqual({});
  });

  it("that tells no volume is known by its best offers", () => {
    const quiet = (change = {}) => book("XRP/USD", 1, { baseVolume: null, bid: 0.9, ask: 1.1, ...change });
    const before = track([quiet()]);
    const buildsOf = (ticker: Ticker) => track([ticker], before, false, NOW + HOUR_MS)["kraken:XRP/USD"]?.builds;
    expect(buildsOf(quiet())).toBe(2);
    expect(buildsOf(quiet({ bid: 0.91 }))).toBe(1);
    expect(buildsOf(quiet({ ask: null }))).toBe(1);
    expect(buildsOf(quiet({ baseVolume: 5 }))).toBe(1);
  });
});
