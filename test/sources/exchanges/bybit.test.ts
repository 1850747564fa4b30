import { describe, expect, it } from "vitest";
import { bybit } from "../../../build/sources/exchanges/bybit.ts";
import { readFeed } from "../read-feed.ts";

const instrument = (symbol: string, base: string, quote: string, more: object = {}) => ({
  symbol,
  baseCoin: base,
  quoteCoin: quote,
  innovation: "0",
  status: "Trading",
  symbolType: "",
  ...more,
});
const wrap = (...list: unknown[]) => ({
  retCode: 0,
  retMsg: "OK",
  result: { category: "spot", list },
  retExtInfo: {},
  time: 1_790_000_000_500,
});
const readListing = (...list: unknown[]) => readFeed<"listing">(bybit, "listing", wrap(...list));
const listing = readListing(
  instrument("AAAUSDT", "AAA", "USDT"),
  instrument("USDTEUR", "USD", "TEUR"),
  instrument("PREUSDT", "PRE", "USDT", { status: "PreLaunch" }),
  instrument("AAA2SUSDT", "AAA2S", "USDT"),
  instrument("MEGAUSDT", "MEGA", "USDT", { symbolType: "xstocks" }),
).records;

const row = {
  symbol: "AAAUSDT",
  bid1Price: "59.9",
  bid1Size: "2",
  ask1Price: "60.1",
  ask1Size: "3",
  lastPrice: "60",
  prevPrice24h: "48",
  price24hPcnt: "0.25",
  highPrice24h: "61",
  lowPrice24h: "47",
  turnover24h: "2750",
  volume24h: "50",
  usdIndexPrice: "59.5",
};
const readTickers = (...list: unknown[]) =>
  readFeed<"ticker">(bybit, "tickers", wrap(...list), { records: { listing } });

describe("bybit listing", () => {
  it.each([
    ["AAA", "", "spot"],
    ["AAA", undefined, "spot"],
    ["AAA", "innovation", "spot"],
    ["MEGA", "xstocks", "tokenised"],
    ["AAA3L", "", "leveraged"],
  ])("takes %s of type %j for %s", (base, symbolType, type) => {
    expect(readListing(instrument("X", base, "USDT", { symbolType })).records).toEqual([
      { market: "X", base, quote: "USDT", trading: true, type, baseName: null },
    ]);
  });
});

describe("bybit tickers", () => {
  it("reads volume24h as base, turnover24h as quote and prevPrice24h as the open", () => {
    expect(readTickers(row).records).toEqual([
      {
        market: "AAAUSDT",
        base: "AAA",
        quote: "USDT",
        last: 60,
        bid: 59.9,
        ask: 60.1,
        baseVolume: 50,
        quoteVolume: 2750,
        usdVolume: null,
        vwap: null,
        open24h: 48,
        tradeTimeMs: null,
        trades: null,
        priced: true,
      },
    ]);
  });

  it("recognises an error answered with 200, in words and by the schema", () => {
    const body = { retCode: 10006, retMsg: "Too many visits!", result: {}, time: 1_790_000_000_000 };
    expect(() => readFeed(bybit, "tickers", body)).toThrow("10006 Too many visits!");
    for (const feed of bybit.feeds) expect(feed.schema.safeParse({ ...wrap(row), retCode: 10006 }).success).toBe(false);
  });

  it("refuses the tickers of another category", () => {
    const body = { ...wrap(row), result: { category: "linear", list: [row] } };
    expect(() => readFeed(bybit, "tickers", body)).toThrow(/category/);
  });
});
