import { describe, expect, it } from "vitest";
import { cryptoCom } from "../../../build/sources/exchanges/crypto-com.ts";
import { countReasons, readFeed } from "../read-feed.ts";

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

  it("rejects only the row without a base", () => {
    const { records, dropped } = readListing(instrument("AAA_USD", " ", "USD"), instrument("BBB_USD", "BBB", "USD"));
    expect(records.map((r) => r.market)).toEqual(["BBB_USD"]);
    expect(dropped.map((d) => d.fault)).toEqual([true]);
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

  it("names base and quote as the listing does, whatever the instrument is called", () => {
    expect(readTickers({ ...row, i: "ODD_NAME" }).records[0]).toMatchObject({ base: "BBB", quote: "USD" });
  });

  it("leaves out derivatives, halted and unlisted books and those without a last price, none of them a fault", () => {
    const { records, dropped } = readTickers(
      { ...row, i: "AAAUSD-PERP" },
      { ...row, i: "OFF_USD" },
      { ...row, i: "AAA-D36500" },
      { ...row, a: null },
    );
    expect(records).toEqual([]);
    expect(countReasons(dropped)).toEqual({
      derivative: 1,
      "not trading": 1,
      "not in the listing": 1,
      "no last price": 1,
    });
    expect(dropped.some((d) => d.fault)).toBe(false);
  });

  it("keeps a dead book with its zeros, its empty sides unknown", () => {
    const dead = { ...row, a: "0", v: "0", vv: "0", c: "0", b: null, k: "0", t: 0 };
    expect(readTickers(dead).records[0]).toMatchObject({
      last: 0,
      bid: null,
      ask: null,
      baseVolume: 0,
      usdVolume: 0,
      open24h: null,
      tradeTimeMs: null,
    });
  });

  it("reads numbers as well as their texts", () => {
    expect(readTickers({ ...row, a: 0.002, v: 500, vv: 60000, c: 0.25, t: "1790000000123" }).records).toEqual(
      readTickers(row).records,
    );
  });

  it.each([
    ["a NaN text", { a: "NaN" }],
    ["a negative price", { a: "-0.002" }],
    ["a negative turnover", { vv: "-1" }],
    ["a volume that is a list", { v: [500] }],
    ["no instrument", { i: undefined }],
  ])("rejects only the row with %s", (_, change) => {
    const { records, dropped } = readTickers({ ...row, ...change }, 7, row);
    expect(records.map((r) => r.last)).toEqual([0.002]);
    expect(dropped.map((d) => d.fault)).toEqual([true, true]);
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
