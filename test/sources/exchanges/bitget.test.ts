import { describe, expect, it } from "vitest";
import { bitget } from "../../../build/sources/exchanges/bitget.ts";
import { readFeed } from "../read-feed.ts";

const symbol = (name: string, base: string, quote: string, more: object = {}) => ({
  symbol: name,
  baseCoin: base,
  quoteCoin: quote,
  status: "online",
  areaSymbol: "no",
  ...more,
});
const wrap = (...data: unknown[]) => ({ code: "00000", msg: "success", requestTime: 1_790_000_000_500, data });
const readListing = (...data: unknown[]) => readFeed<"listing">(bitget, "listing", wrap(...data));
const listing = readListing(
  symbol("AAAUSDT", "AAA", "USDT"),
  symbol("GALAEUR", "GALA", "EUR"),
  symbol("AUSDEUR", "A", "USDEUR"),
  symbol("HALTUSDT", "HALT", "USDT", { status: "halt" }),
  symbol("RMEGAUSDT", "rMEGA", "USDT", { areaSymbol: "yes" }),
).records;

const row = {
  symbol: "AAAUSDT",
  high24h: "41",
  open: "32",
  low24h: "31",
  lastPr: "40",
  quoteVolume: "3600",
  baseVolume: "100",
  usdtVolume: "3601",
  bidPr: "39.9",
  askPr: "40.1",
  openUtc: "38",
  ts: "1790000000123",
  changeUtc24h: "0.0526",
  change24h: "0.25",
};
const readTickers = (...data: unknown[]) =>
  readFeed<"ticker">(bitget, "tickers", wrap(...data), { records: { listing } });

describe("bitget listing", () => {
  it.each([
    ["rMEGA", "yes", "tokenised"],
    ["preMEGA", "yes", "tokenised"],
    ["MEGAON", "yes", "tokenised"],
    ["PI", "yes", "spot"],
    ["USDT", "yes", "spot"],
    ["rMEGA", "no", "spot"],
    ["TON", "no", "spot"],
    ["REP", "no", "spot"],
  ])("takes %s with areaSymbol %s for %s", (base, areaSymbol, type) => {
    expect(readListing(symbol("X", base, "USDT", { areaSymbol })).records).toEqual([
      { market: "X", base: base.toUpperCase(), quote: "USDT", trading: true, type, baseName: null },
    ]);
  });

  it.each(["halt", "gray", "offline"])("does not trade a book in state %s", (status) => {
    expect(readListing(symbol("AAAUSDT", "AAA", "USDT", { status })).records[0]?.trading).toBe(false);
  });
});

describe("bitget tickers", () => {
  it("reads the rolling open, not the UTC day's, and neither USD from usdtVolume nor a trade time from ts", () => {
    expect(readTickers(row).records).toEqual([
      {
        market: "AAAUSDT",
        base: "AAA",
        quote: "USDT",
        last: 40,
        bid: 39.9,
        ask: 40.1,
        baseVolume: 100,
        quoteVolume: 3600,
        usdVolume: null,
        vwap: null,
        open24h: 32,
        tradeTimeMs: null,
        trades: null,
        priced: true,
      },
    ]);
  });

  it("recognises an error answered with 200, in words and by the schema", () => {
    const body = { code: "429", msg: "Too Many Requests", requestTime: 1_790_000_000_000, data: null };
    expect(() => readFeed(bitget, "tickers", body)).toThrow("429 Too Many Requests");
    for (const feed of bitget.feeds) {
      expect(feed.schema.safeParse({ ...wrap(row), code: "40034" }).success).toBe(false);
      expect(feed.schema.safeParse({ ...body, code: "00000" }).success).toBe(false);
    }
  });
});
