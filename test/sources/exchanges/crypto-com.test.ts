import { describe, expect, it } from "vitest";
import { cryptoCom } from "../../../build/sources/exchanges/crypto-com.ts";
import { readFeed } from "../read-feed.ts";

const instrument = (symbol: string, base: string, quote: string, more: object = {}) => ({
  symbol,
  inst_type: "CCY_PAIR",
  display_name: `${base}/${quote}`,
  base_ccy: base,
  quote_ccy: quote,
  tradable: true,
  product_type: "DIGITAL_CURRENCIES",
  ...more,
});
const wrap = (...data: unknown[]) => ({ id: -1, method: "public/get", code: 0, result: { data } });
const readListing = (...data: unknown[]) => readFeed<"listing">(cryptoCom, "listing", wrap(...data));
const listing = readListing(
  instrument("AAA_BTC", "AAA", "BTC"),
  instrument("ODD_NAME", "BBB", "USD"),
  instrument("OFF_USD", "OFF", "USD", { tradable: false }),
  instrument("AAAUSD-PERP", "AAA", "USD", { inst_type: "PERPETUAL_SWAP" }),
).records;

const row = {
  i: "AAA_BTC",
  h: "0.0021",
  l: "0.0014",
  a: "0.002",
  v: "500",
  vv: "60000",
  c: "0.25",
  b: "0.0019",
  k: "0.0022",
  t: 1_790_000_000_123,
};
const readTickers = (...data: unknown[]) =>
  readFeed<"ticker">(cryptoCom, "tickers", wrap(...data), { records: { listing } });

describe("crypto-com listing", () => {
  it.each([
    ["AAA_USD", {}, "spot"],
    ["EUR_USDT", { product_type: "CURRENCIES" }, "spot"],
    ["AAA_USDT", { product_type: undefined }, "spot"],
    ["AAAUSD-PERP", { inst_type: "PERPETUAL_SWAP" }, "derivative"],
    ["AAAUSD-261225", { inst_type: "FUTURE" }, "derivative"],
    ["MEGA_USD", { product_type: "EQUITY" }, "tokenised"],
    ["AAA_BTC@ELSEWHERE", { product_type: undefined }, "duplicate"],
  ])("takes %s with %j for %s", (symbol, more, type) => {
    expect(readListing(instrument(symbol, "AAA", "USD", more)).records).toEqual([
      { market: symbol, base: "AAA", quote: "USD", trading: true, type, baseName: null },
    ]);
  });
});

describe("crypto-com tickers", () => {
  it("reads v as base, vv as USD even in a BTC book, c as a ratio and t as the trade's time", () => {
    expect(readTickers(row).records).toEqual([
      {
        market: "AAA_BTC",
        base: "AAA",
        quote: "BTC",
        last: 0.002,
        bid: 0.0019,
        ask: 0.0022,
        baseVolume: 500,
        quoteVolume: null,
        usdVolume: 60000,
        vwap: null,
        open24h: 0.0016,
        tradeTimeMs: 1_790_000_000_123,
        trades: null,
        priced: true,
      },
    ]);
  });

  it.each([[{ t: 0 }], [{ t: null }], [{ t: undefined }]])("takes the time of %j as unknown", (more) => {
    expect(readTickers({ ...row, ...more }).records[0]?.tradeTimeMs).toBeNull();
  });

  it.each([
    ["-0.5", 0.004],
    ["0", 0.002],
    ["-1", null],
    [null, null],
  ])("finds for a change of %s the open %s", (c, open) => {
    expect(readTickers({ ...row, c }).records[0]?.open24h).toBe(open);
  });

  it("recognises an error answered with 200, in words and by the schema", () => {
    const body = { id: -1, method: "public/get-tickers", code: 42901, message: "RATE_LIMIT" };
    expect(() => readFeed(cryptoCom, "tickers", body)).toThrow("42901 RATE_LIMIT");
    for (const feed of cryptoCom.feeds) {
      expect(feed.schema.safeParse({ ...wrap(row), code: 42901 }).success).toBe(false);
      expect(feed.schema.safeParse({ code: 0 }).success).toBe(false);
    }
  });
});
