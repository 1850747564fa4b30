import { describe, expect, it } from "vitest";
import { bitfinex } from "../../../build/sources/exchanges/bitfinex.ts";
import { countReasons, readFeed } from "../read-feed.ts";

const SYMBOLS = [
  ["QQQ", "QUARK"],
  ["UST", "USDt"],
];
const LABELS = [
  ["QQQ", "Quark Coin"],
  ["UST", "Tether USDt"],
];
const readListing = (...pairs: unknown[]) => readFeed<"listing">(bitfinex, "listing", [pairs, SYMBOLS, LABELS]);
const listing = readListing("AAAUSD", "QQQUST", "LONG:UST", "BTCF0:USTF0", "TESTBTC:TESTUSD").records;

/**
 * SYMBOL, BID, BID_SIZE, ASK, ASK_SIZE, CHANGE, CHANGE_RATIO, LAST, VOLUME, HIGH, LOW, FIRST_TRADE
 */
const row = ["tAAAUSD", 69.9, 5, 70.1, 6, 14, 0.25, 70, 30, 71, 55, 1_500_000_000_000];
const change = (values: Record<number, unknown>) =>
  row.map((value, index) => (index in values ? values[index] : value));
const readTickers = (...body: unknown[]) => readFeed<"ticker">(bitfinex, "tickers", body, { records: { listing } });

describe("bitfinex listing", () => {
  it("asks for the pairs, the usual codes and the names in one call", () => {
    const context = {
      now: 0,
      coins: 1,
      detailsPerBuild: 1,
      apiKeys: {},
      records: () => [],
      lastGood: () => [],
      failures: new Map(),
    };
    expect(bitfinex.feeds[0]?.requests(context)).toEqual([
      {
        url: "https://api-pub.bitfinex.com/v2/conf/pub:list:pair:exchange,pub:map:currency:sym,pub:map:currency:label",
      },
    ]);
  });

  it("translates the venue's own codes to the usual ones, upper-case, and names the base", () => {
    expect(readListing("QQQUST").records).toEqual([
      { market: "tQQQUST", base: "QUARK", quote: "USDT", trading: true, type: "spot", baseName: "Quark Coin" },
    ]);
  });

  it("splits at the colon where a code has more than three characters", () => {
    expect(readListing("LONG:UST", "AB:CDEFG").records).toMatchObject([
      { market: "tLONG:UST", base: "LONG", quote: "USDT", baseName: null },
      { market: "tAB:CDEFG", base: "AB", quote: "CDEFG" },
    ]);
  });

  it.each([
    ["TESTBTC:TESTUSD", "test"],
    ["AAABBB", "test"],
    ["BTCF0:USTF0", "derivative"],
    ["AAAUSD", "spot"],
  ])("takes %s for %s", (pair, type) => {
    expect(readListing(pair).records[0]?.type).toBe(type);
  });

  it.each(["AAAAUSD", "AAA", "A:B:C", ":USD", 5, null])("rejects only the unreadable pair %j", (pair) => {
    const { records, dropped } = readListing(pair, "AAAUSD");
    expect(records.map((r) => r.market)).toEqual(["tAAAUSD"]);
    expect(dropped.map((d) => d.fault)).toEqual([true]);
  });

  it("counts a malformed translation and uses the others", () => {
    const { records, dropped } = readFeed<"listing">(bitfinex, "listing", [["QQQUST"], [["UST"], SYMBOLS[0]], LABELS]);
    expect(records).toMatchObject([{ base: "QUARK", quote: "UST" }]);
    expect(dropped.map((d) => d.fault)).toEqual([true]);
  });

  it("refuses an answer that lacks one of the three lists", () => {
    expect(() => readFeed(bitfinex, "listing", [["AAAUSD"], SYMBOLS])).toThrow();
  });
});

describe("bitfinex tickers", () => {
  it("reads volume as base, the open as last less change, and no time from the last element", () => {
    expect(readTickers(row).records).toEqual([
      {
        market: "tAAAUSD",
        base: "AAA",
        quote: "USD",
        last: 70,
        bid: 69.9,
        ask: 70.1,
        baseVolume: 30,
        quoteVolume: null,
        usdVolume: null,
        vwap: null,
        open24h: 56,
        tradeTimeMs: null,
        trades: null,
        priced: true,
      },
    ]);
  });

  it("reads rows of eleven elements and of more than twelve alike", () => {
    expect(readTickers(row.slice(0, 11), [...row, null, "new"]).records).toEqual(readTickers(row, row).records);
  });

  it("leaves out funding rows without counting them", () => {
    const funding = ["fUSD", 0.0004, 0.0002, 30, 2_000_000, 0.0002, 2, 400_000, 0.000003, 0.01, 0.0002, 1e8];
    expect(readTickers(funding, row)).toMatchObject({ records: [{ market: "tAAAUSD" }], dropped: [] });
  });

  it("names base and quote as the listing does, not as the symbol does", () => {
    expect(readTickers(change({ 0: "tQQQUST" })).records[0]).toMatchObject({ base: "QUARK", quote: "USDT" });
  });

  it("leaves out derivatives, test books and unlisted ones without calling them faults", () => {
    const markets = ["tBTCF0:USTF0", "tTESTBTC:TESTUSD", "tZZZUSD"];
    const { records, dropped } = readTickers(...markets.map((market) => change({ 0: market })));
    expect(records).toEqual([]);
    expect(countReasons(dropped)).toEqual({ derivative: 1, test: 1, "not in the listing": 1 });
    expect(dropped.some((d) => d.fault)).toBe(false);
  });

  it("keeps a dead book with its zeros, its empty sides and its open unknown", () => {
    expect(readTickers(change({ 1: null, 3: 0, 5: 0, 7: 0, 8: 0 })).records[0]).toMatchObject({
      last: 0,
      bid: null,
      ask: null,
      baseVolume: 0,
      open24h: null,
    });
    expect(readTickers(change({ 5: null })).records[0]?.open24h).toBeNull();
  });

  it("reads texts as well as numbers", () => {
    expect(readTickers(change({ 1: "69.9", 7: "70", 8: "3e1" })).records).toEqual(readTickers(row).records);
  });

  it.each([
    ["null as last price", change({ 7: null })],
    ["a NaN text", change({ 7: "NaN" })],
    ["a negative price", change({ 7: -70 })],
    ["a negative volume", change({ 8: -30 })],
    ["too few elements", row.slice(0, 10)],
    ["a symbol of an unknown kind", change({ 0: "xAAAUSD" })],
    ["no symbol", change({ 0: null })],
  ])("rejects only the row with %s", (_, broken) => {
    const { records, dropped } = readTickers(broken, {}, row);
    expect(records.map((r) => r.last)).toEqual([70]);
    expect(dropped.map((d) => d.fault)).toEqual([true, true]);
  });

  it("recognises both forms of error, in words and by the schema", () => {
    expect(() => readFeed(bitfinex, "tickers", ["error", 11010, "ratelimit: error"])).toThrow("11010 ratelimit: error");
    expect(() => readFeed(bitfinex, "tickers", { error: "ERR_RATE_LIMIT" })).toThrow("ERR_RATE_LIMIT");
    for (const feed of bitfinex.feeds) {
      expect(feed.schema.safeParse(["error", 11010, "ratelimit: error"]).success).toBe(false);
      expect(feed.schema.safeParse({ error: "ERR_RATE_LIMIT" }).success).toBe(false);
    }
  });
});
