import { describe, expect, it } from "vitest";
import { kucoin } from "../../../build/sources/exchanges/kucoin.ts";
import { readFeed } from "../read-feed.ts";

const symbol = (name: string, base: string, quote: string, more: object = {}) => ({
  symbol: name,
  name: `${base}-${quote}`,
  baseCurrency: base,
  quoteCurrency: quote,
  enableTrading: true,
  st: false,
  ...more,
});
const listingBody = (...data: unknown[]) => ({ code: "200000", data });
const readListing = (...data: unknown[]) => readFeed<"listing">(kucoin, "listing", listingBody(...data));
const listing = readListing(
  symbol("AAA-USDT", "AAA", "USDT"),
  symbol("OLD-BTC", "NEW", "BTC"),
  symbol("HALT-USDT", "HALT", "USDT", { enableTrading: false }),
  symbol("AAA3L-USDT", "AAA3L", "USDT"),
).records;

const row = {
  symbol: "AAA-USDT",
  symbolName: "AAA-USDT",
  buy: "19.9",
  bestBidSize: "7",
  sell: "20.1",
  bestAskSize: "8",
  changeRate: "0.25",
  changePrice: "4",
  high: "21",
  low: "15",
  vol: "1000",
  volValue: "18000",
  last: "20",
  open: "16",
  averagePrice: "17.5",
};
const tickersBody = (...ticker: unknown[]) => ({ code: "200000", data: { time: 1_790_000_000_000, ticker } });
const readTickers = (...ticker: unknown[]) =>
  readFeed<"ticker">(kucoin, "tickers", tickersBody(...ticker), { records: { listing } });

describe("kucoin listing", () => {
  it("takes the current code of a renamed coin from baseCurrency, not from the frozen symbol", () => {
    expect(readListing(symbol("OLD-BTC", "kNew", "BTC")).records).toEqual([
      { market: "OLD-BTC", base: "KNEW", quote: "BTC", trading: true, type: "spot", baseName: null },
    ]);
  });

  it("marks leveraged tokens and leaves coins whose code ends in UP alone", () => {
    const codes = ["AAA3L", "AAA3S", "JUP", "SYRUP", "UP"];
    expect(
      readListing(...codes.map((code) => symbol(`${code}-USDT`, code, "USDT"))).records.map((r) => r.type),
    ).toEqual(["leveraged", "leveraged", "spot", "spot", "spot"]);
  });
});

describe("kucoin tickers", () => {
  it("reads vol as base, volValue as quote, open as the rolling open, and no trade time from the answer's time", () => {
    expect(readTickers(row).records).toEqual([
      {
        market: "AAA-USDT",
        base: "AAA",
        quote: "USDT",
        last: 20,
        bid: 19.9,
        ask: 20.1,
        baseVolume: 1000,
        quoteVolume: 18000,
        usdVolume: null,
        vwap: null,
        open24h: 16,
        tradeTimeMs: null,
        trades: null,
        priced: true,
      },
    ]);
  });

  it("derives the open from changePrice where a row has none, not from the coarse changeRate", () => {
    const { open: _, ...without } = row;
    expect(readTickers({ ...without, changePrice: "-5", changeRate: "0.9" }).records[0]?.open24h).toBe(25);
    expect(readTickers({ ...without, changePrice: "20" }).records[0]?.open24h).toBeNull();
    expect(readTickers({ ...without, changePrice: null }).records[0]?.open24h).toBeNull();
  });

  it("recognises an error answered with 200, in words and by the schema", () => {
    const body = { code: "429000", msg: "Too Many Requests" };
    expect(() => readFeed(kucoin, "tickers", body)).toThrow("429000 Too Many Requests");
    expect(() => readFeed(kucoin, "listing", body)).toThrow("429000 Too Many Requests");
    for (const feed of kucoin.feeds) {
      expect(feed.schema.safeParse({ ...tickersBody(row), code: "429000" }).success).toBe(false);
      expect(feed.schema.safeParse({ code: "200000", data: null }).success).toBe(false);
    }
  });
});
