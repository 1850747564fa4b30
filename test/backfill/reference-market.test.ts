import { describe, expect, it } from "vitest";
import type { KnownSeries } from "../../build/backfill/known-series.ts";
import { findReferenceMarkets } from "../../build/backfill/reference-market.ts";
import { convertToUsd } from "../../build/backfill/to-usd.ts";
import { DAY_MS, HOUR_MS } from "../../build/lib/time.ts";
import type { Dataset } from "../../build/normalise/record.ts";
import { candleVenues } from "../../build/sources/candles/registry.ts";

const listing = (market: string, base: string, quote: string, change = {}) => {
  return { market, base, quote, trading: true, type: "spot", baseName: null, ...change };
};
const dataset = (source: string, kind: string, records: unknown[]) =>
  ({ source, feed: kind, kind, records, fetchedAtMs: 0, stale: false }) as unknown as Dataset;
const ticker = (market: string, last: number, baseVolume: number) => ({ market, last, baseVolume });
const CODES: Readonly<Record<string, { coinId: string; units: number }>> = {
  "coinbase:AAA": { coinId: "aaa", units: 1 },
  "binance:1000AAA": { coinId: "aaa", units: 1_000 },
  "binance:AAA": { coinId: "another-asset", units: 1 },
  "kraken:AAA": { coinId: "aaa", units: 1 },
  "kraken:AAAOLD": { coinId: "aaa", units: 1 },
};
const identification = { find: (venue: string, code: string) => CODES[`${venue}:${code}`] };
const find = (datasets: Dataset[]) => findReferenceMarkets(datasets, identification, candleVenues);

describe("the books that tell a coin's history", () => {
  it("are found by what the codes were identified as, one per venue in the order of preference", () => {
    const markets = find([
      dataset("kraken", "listing", [listing("AAAOLD/USD", "AAAOLD", "USD"), listing("AAA/USD", "AAA", "USD")]),
      dataset("kraken", "ticker", [ticker("AAAOLD/USD", 2, 10), ticker("AAA/USD", 2, 500)]),
      dataset("binance", "listing", [listing("AAAUSDT", "AAA", "USDT"), listing("1000AAAUSDT", "1000AAA", "USDT")]),
      dataset("coinbase", "listing", [listing("AAA-USD", "AAA", "USD")]),
    ]);
    expect(markets.get("aaa")?.map(({ source, market, units, last }) => [source, market, units, last])).toEqual([
      ["coinbase", "AAA-USD", 1, null],
      ["binance", "1000AAAUSDT", 1_000, null],
      ["kraken", "AAA/USD", 1, 2],
    ]);
    expect(markets.get("another-asset")?.map(({ market }) => market)).toEqual(["AAAUSDT"]);
  });

  it("are spot books that trade, in the quote of the methodology, of codes that mean a coin", () => {
    const rows = [
      listing("AAA-USDC", "AAA", "USDC"),
      listing("AAA-USD", "AAA", "USD", { trading: false }),
      listing("AAA-USD", "AAA", "USD", { type: "derivative" }),
      listing("BBB-USD", "BBB", "USD"),
    ];
    expect(find([dataset("coinbase", "listing", rows)]).size).toBe(0);
  });
});

describe("a book's closes in USD", () => {
  const HOUR = Date.UTC(2026, 10, 20, 5);
  const usdt: Record<string, number> = { [`hourly:${HOUR}`]: 0.99, [`daily:${HOUR - 5 * HOUR_MS - DAY_MS}`]: 0.95 };
  const known = {
    find: (step: string, coinId: string, timeMs: number) => {
      const price = usdt[`${step}:${timeMs}`];
      return coinId !== "tether" || price === undefined ? undefined : { price, own: true };
    },
  } as unknown as KnownSeries;
  const book = (quote: "USD" | "USDT", units: number) => ({ quote, units }) as Parameters<typeof convertToUsd>[1];
  const point = (timeMs: number) => ({ timeMs, price: 2_000 });

  it("are divided by the coins per unit, and dollars are dollars", () => {
    expect(convertToUsd([point(HOUR)], book("USD", 1_000), "hourly", known)).toEqual({
      points: [{ timeMs: HOUR, price: 2 }],
      waiting: [],
    });
  });

  it("take USDT at its rate of the hour, or else of the day", () => {
    const yesterday = HOUR - DAY_MS;
    expect(convertToUsd([point(yesterday), point(HOUR)], book("USDT", 1), "hourly", known).points).toEqual([
      { timeMs: yesterday, price: 1_900 },
      { timeMs: HOUR, price: 1_980 },
    ]);
  });

  it("wait without a rate, each step for itself", () => {
    const early = point(HOUR - 30 * DAY_MS);
    const points = [early, point(HOUR)];
    expect(convertToUsd(points, book("USDT", 1), "hourly", known)).toEqual({
      points: [{ timeMs: HOUR, price: 1_980 }],
      waiting: [early.timeMs],
    });
    expect(convertToUsd([], book("USDT", 1), "hourly", known)).toEqual({ points: [], waiting: [] });
  });
});
