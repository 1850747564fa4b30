import { describe, expect, it } from "vitest";
import { htx } from "../../../build/sources/exchanges/htx.ts";
import { readFeed } from "../read-feed.ts";

const symbol = (sc: string, bc: string, qc: string, more: object = {}) => ({
  sc,
  bc,
  qc,
  state: "online",
  te: true,
  elr: null,
  ...more,
});
const wrap = (...data: unknown[]) => ({ status: "ok", ts: 1_790_000_000_500, data });
const readListing = (...data: unknown[]) => readFeed<"listing">(htx, "listing", wrap(...data));
const listing = readListing(
  symbol("aaausdt", "aaa", "usdt"),
  symbol("btcusdtx", "btcu", "sdtx"),
  symbol("haltusdt", "halt", "usdt", { state: "suspend" }),
  symbol("aaa3lusdt", "aaa3l", "usdt", { elr: "3" }),
).records;

const row = {
  symbol: "aaausdt",
  open: 49,
  high: 52,
  low: 48,
  close: 50,
  amount: 10,
  vol: 480,
  count: 77,
  bid: 49.9,
  bidSize: 3,
  ask: 50.1,
  askSize: 4,
};
const readTickers = (...data: unknown[]) => readFeed<"ticker">(htx, "tickers", wrap(...data), { records: { listing } });

describe("htx listing", () => {
  it("turns the lower-case codes into upper-case ones and keeps the symbol as the ticker call spells it", () => {
    expect(readListing(symbol("aaausdt", "aaa", "usdt")).records).toEqual([
      { market: "aaausdt", base: "AAA", quote: "USDT", trading: true, type: "spot", baseName: null },
    ]);
  });

  it.each([[{ state: "offline" }], [{ state: "suspend" }], [{ state: "pre-online" }], [{ te: false }]])(
    "does not trade a book with %j",
    (more) => {
      expect(readListing(symbol("aaausdt", "aaa", "usdt", more)).records[0]?.trading).toBe(false);
    },
  );

  it.each([
    ["btc3l", null, "leveraged"],
    ["btcx", "3", "leveraged"],
    ["sol", undefined, "spot"],
  ])("takes %s with a leverage of %s for %s", (bc, elr, type) => {
    expect(readListing(symbol("x", bc, "usdt", { elr })).records[0]?.type).toBe(type);
  });

  it("reads a row that has no leverage field at all", () => {
    const { elr: _, ...without } = symbol("aaausdt", "aaa", "usdt");
    expect(readListing(without).records).toMatchObject([{ market: "aaausdt", type: "spot" }]);
  });
});

describe("htx tickers", () => {
  it("reads amount as base, vol as quote, and no open because it is that of another time zone's day", () => {
    expect(readTickers(row).records).toEqual([
      {
        market: "aaausdt",
        base: "AAA",
        quote: "USDT",
        last: 50,
        bid: 49.9,
        ask: 50.1,
        baseVolume: 10,
        quoteVolume: 480,
        usdVolume: null,
        vwap: null,
        open24h: null,
        tradeTimeMs: null,
        trades: 77,
        priced: true,
      },
    ]);
  });

  it("recognises an error answered with 200, in words and by the schema", () => {
    const body = { status: "error", "err-code": "invalid-parameter", "err-msg": "invalid symbol", data: null };
    expect(() => readFeed(htx, "tickers", body)).toThrow("invalid-parameter invalid symbol");
    expect(() => readFeed(htx, "listing", { status: "maintenance" })).toThrow("maintenance");
    for (const feed of htx.feeds) expect(feed.schema.safeParse({ ...wrap(row), status: "error" }).success).toBe(false);
  });
});
