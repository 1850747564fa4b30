import { describe, expect, it } from "vitest";
import { convertToUsd as convert } from "../../../build/crypto/backfill/apply-answer.ts";
import { findReferenceMarkets, type ReferenceMarket } from "../../../build/crypto/backfill/reference-market.ts";
import type { UsdPoint } from "../../../build/crypto/backfill/series-store.ts";
import type { Dataset } from "../../../build/crypto/normalise/record.ts";
import { candleVenues } from "../../../build/crypto/sources/candle-venues.ts";
import { DAY_MS, HOUR_MS } from "../../../build/lib/time.ts";

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
  const YESTERDAY = HOUR - 5 * HOUR_MS - DAY_MS;
  const usdt: Record<string, number> = {
    [`hourly:${HOUR}`]: 0.99,
    [`daily:${YESTERDAY - 2 * DAY_MS}`]: 0.99,
    [`daily:${YESTERDAY - DAY_MS}`]: 0.952,
    [`daily:${YESTERDAY}`]: 0.95,
  };
  const series = {
    findPrice: (step: string, coinId: string, timeMs: number) =>
      coinId === "tether" ? usdt[`${step}:${timeMs}`] : undefined,
  };
  const convertToUsd = (points: UsdPoint[], quote: "USD" | "USDT", units: number) =>
    convert(points, { kind: "candles", id: "x", market: { quote, units } as ReferenceMarket }, "hourly", series);
  const point = (timeMs: number) => ({ timeMs, price: 2_000 });

  it("are divided by the coins per unit, and dollars are dollars", () => {
    expect(convertToUsd([point(HOUR)], "USD", 1_000)).toEqual([{ timeMs: HOUR, price: 2 }]);
  });

  it.each([
    [5, 0],
    [1, 60],
  ])("that are always %d are left out, unless they are a dollar", (price, count) => {
    const flat = Array.from({ length: 60 }, (_, hour) => ({ timeMs: hour * HOUR_MS, price }));
    expect(convertToUsd(flat, "USD", 1)).toHaveLength(count);
    expect(convertToUsd([...flat, { timeMs: 60 * HOUR_MS, price: price * 1.002 }], "USD", 1)).toHaveLength(61);
  });

  it("take USDT at its rate of the hour, or else of a day on which it stayed where it was", () => {
    const yesterday = HOUR - DAY_MS;
    expect(convertToUsd([point(yesterday), point(HOUR)], "USDT", 1)).toEqual([
      { timeMs: yesterday, price: 1_900 },
      { timeMs: HOUR, price: 1_980 },
    ]);
  });

  it.each([
    ["fell", HOUR - 2 * DAY_MS],
    ["has no rate of the day before", HOUR - 3 * DAY_MS],
  ])("are left out without a rate of the hour on a day on which USDT %s", (_, timeMs) => {
    expect(convertToUsd([point(timeMs)], "USDT", 1)).toEqual([]);
  });

  it("are left out without a rate", () => {
    const early = point(HOUR - 30 * DAY_MS);
    const points = [early, point(HOUR)];
    expect(convertToUsd(points, "USDT", 1)).toEqual([{ timeMs: HOUR, price: 1_980 }]);
    expect(convertToUsd([], "USDT", 1)).toEqual([]);
  });
});
