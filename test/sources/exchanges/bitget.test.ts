import { describe, expect, it } from "vitest";
import { bitget } from "../../../build/sources/exchanges/bitget.ts";
import { countReasons, readFeed } from "../read-feed.ts";

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

  it("rejects only the row without a base", () => {
    const { records, dropped } = readListing(symbol("AAAUSDT", "", "USDT"), symbol("BBBUSDT", "BBB", "USDT"));
    expect(records.map((r) => r.market)).toEqual(["BBBUSDT"]);
    expect(dropped.map((d) => d.fault)).toEqual([true]);
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

  it("takes an empty or zero side and a zero open as unknown", () => {
    expect(readTickers({ ...row, bidPr: "", askPr: "0", open: "0" }).records[0]).toMatchObject({
      bid: null,
      ask: null,
      open24h: null,
    });
  });

  it("names base and quote as the listing does, however else the symbol could be cut", () => {
    expect(readTickers({ ...row, symbol: "GALAEUR" }, { ...row, symbol: "AUSDEUR" }).records).toMatchObject([
      { base: "GALA", quote: "EUR" },
      { base: "A", quote: "USDEUR" },
    ]);
  });

  it("leaves out halted, tokenised and unlisted books without calling them faults", () => {
    const markets = ["HALTUSDT", "RMEGAUSDT", "ZZZUSDT"];
    const { records, dropped } = readTickers(...markets.map((name) => ({ ...row, symbol: name })));
    expect(records).toEqual([]);
    expect(countReasons(dropped)).toEqual({ "not trading": 1, tokenised: 1, "not in the listing": 1 });
    expect(dropped.some((d) => d.fault)).toBe(false);
  });

  it("keeps a dead book with its zeros", () => {
    const dead = { ...row, lastPr: "0", baseVolume: "0", quoteVolume: "0", open: "0" };
    expect(readTickers(dead).records[0]).toMatchObject({ last: 0, baseVolume: 0, quoteVolume: 0, open24h: null });
  });

  it("reads numbers as well as their texts", () => {
    expect(readTickers({ ...row, lastPr: 40, baseVolume: 100, quoteVolume: 3600, open: 32 }).records).toEqual(
      readTickers(row).records,
    );
  });

  it.each([
    ["no last price", { lastPr: undefined }],
    ["null as last price", { lastPr: null }],
    ["a NaN text", { quoteVolume: "NaN" }],
    ["a negative price", { lastPr: "-40" }],
    ["infinity as a text", { lastPr: "Infinity" }],
    ["no symbol", { symbol: undefined }],
  ])("rejects only the row with %s", (_, change) => {
    const { records, dropped } = readTickers({ ...row, ...change }, [], row);
    expect(records.map((r) => r.last)).toEqual([40]);
    expect(dropped.map((d) => d.fault)).toEqual([true, true]);
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
