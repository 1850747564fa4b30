import { describe, expect, it } from "vitest";
import { kraken } from "../../../build/sources/exchanges/kraken.ts";
import { brokenNumbers, omit } from "../broken-values.ts";
import { countReasons, readFeed } from "../read-feed.ts";

const pair = (base: string, quote: string, more = {}) => ({
  altname: "IGNORED",
  wsname: `${base}/${quote}`,
  aclass_base: "currency",
  base,
  aclass_quote: "currency",
  quote,
  status: "online",
  ...more,
});

const row = {
  a: ["2.510", "3", "3.000"],
  b: ["2.490", "4", "4.000"],
  c: ["2.500", "0.5"],
  v: ["111.0", "1000.5"],
  p: ["2.300", "2.200"],
  t: [7, 77],
  l: ["1.95", "1.90"],
  h: ["2.55", "2.60"],
  o: "2.100",
};

const readListing = (result: object) => readFeed<"listing">(kraken, "listing", { error: [], result });
const { records: listing } = readListing({ "OLD/USD": pair("NEW", "USD"), "ETH/EUR": pair("ETH", "EUR") });
const readTickers = (result: object, records = listing) =>
  readFeed<"ticker">(kraken, "tickers", { error: [], result }, { records: { listing: records } });

describe("kraken", () => {
  it("reads the last 24 hours instead of today, the vwap, no quote volume, and no open from midnight's", () => {
    expect(readTickers({ "OLD/USD": row }).records).toEqual([
      {
        market: "OLD/USD",
        base: "NEW",
        quote: "USD",
        last: 2.5,
        bid: 2.49,
        ask: 2.51,
        baseVolume: 1000.5,
        quoteVolume: null,
        usdVolume: null,
        vwap: 2.2,
        open24h: null,
        tradeTimeMs: null,
        trades: 77,
        priced: true,
      },
    ]);
  });

  it("takes base and quote from the listing although the name says otherwise", () => {
    expect(readTickers({ "OLD/USD": row }).records[0]?.base).toBe("NEW");
  });

  it("keeps a book without trades with its zeros, without vwap and without the empty side", () => {
    const dead = { ...row, b: ["0.000", "0"], c: ["0.00000", "0"], v: ["0", "0"], p: ["0", "0"], t: [0, 0] };
    expect(readTickers({ "OLD/USD": dead }).records).toMatchObject([
      { last: 0, bid: null, ask: 2.51, baseVolume: 0, vwap: null, trades: 0 },
    ]);
  });

  it("keeps the classic keys of books, as the tickers then have them, and reads XBT and XDG as the usual codes", () => {
    const { records, dropped } = readListing({
      XXBTZUSD: pair("XXBT", "ZUSD", { wsname: "XBT/USD" }),
      XDGEUR: pair("XXDG", "ZEUR", { wsname: "XDG/EUR" }),
      "XXBTZUSD.d": pair("XXBT", "ZUSD", { wsname: undefined }),
      "XBT/GBP": pair("XBT", "GBP"),
    });
    expect(records.map(({ market, base, quote }) => [market, base, quote])).toEqual([
      ["XXBTZUSD", "BTC", "USD"],
      ["XDGEUR", "DOGE", "EUR"],
      ["XBT/GBP", "BTC", "GBP"],
    ]);
    expect(dropped).toMatchObject([{ reason: "no public name", fault: false }]);
    expect(readTickers({ XXBTZUSD: row }, records).records).toMatchObject([{ market: "XXBTZUSD", base: "BTC" }]);
  });

  it("tells second books and tokenised stocks from spot, and restricted books from trading ones", () => {
    const { records } = readListing({
      "ETH/USD": pair("ETH", "USD"),
      "ETH/USD:BTNL": pair("ETH", "USD"),
      "ACMEx/USD": pair("ACMEx", "USD", { aclass_base: "tokenized_asset" }),
      "AAA/USD": pair("AAA", "USD", { status: "limit_only" }),
      "BBB/USD": pair("BBB", "USD", { status: "cancel_only" }),
      "CCC/USD": pair("CCC", "USD", { status: "post_only" }),
      "DDD/USD": pair("DDD", "USD", { status: "reduce_only" }),
    });
    expect(records.map(({ market, type, trading }) => [market, type, trading])).toEqual([
      ["ETH/USD", "spot", true],
      ["ETH/USD:BTNL", "duplicate", true],
      ["ACMEx/USD", "tokenised", true],
      ["AAA/USD", "spot", true],
      ["BBB/USD", "spot", false],
      ["CCC/USD", "spot", false],
      ["DDD/USD", "spot", false],
    ]);
    const tickers = readTickers(Object.fromEntries(records.map(({ market }) => [market, row])), records);
    expect(tickers.records.map(({ market }) => market)).toEqual(["ETH/USD", "AAA/USD"]);
    expect(countReasons(tickers.dropped)).toEqual({ duplicate: 1, tokenised: 1, "not trading": 3 });
  });

  it.each([...brokenNumbers, ["null", null] as const])("rejects only the row whose last price is %s", (_name, last) => {
    const { records, dropped } = readTickers({ "OLD/USD": { ...row, c: [last, "1"] }, "ETH/EUR": { ...row, c: [7] } });
    expect(records.map(({ market, last }) => [market, last])).toEqual([["ETH/EUR", 7]]);
    expect(dropped).toMatchObject([{ fault: true, reason: expect.stringContaining("row: c:") }]);
  });

  it("rejects only the row that lacks a field or has too short a pair", () => {
    const { records, dropped } = readTickers({
      "OLD/USD": omit(row, "v"),
      "OLD/EUR": { ...row, p: [] },
      "OLD/GBP": null,
      "ETH/EUR": row,
    });
    expect(records).toHaveLength(1);
    expect(dropped.map(({ fault }) => fault)).toEqual([true, true, true]);
  });

  it("recognises its errors, which neither schema accepts even beside a result", () => {
    const error = ["EAPI:Rate limit exceeded", "EGeneral:Temporary lockout"];
    for (const feed of kraken.feeds) {
      expect(feed.findError?.({ error })).toBe(error.join(" "));
      expect(feed.findError?.({ error: [], result: {} })).toBeUndefined();
      expect(feed.schema.safeParse({ error, result: {} }).success).toBe(false);
      expect(feed.schema.safeParse({ error: [] }).success).toBe(false);
    }
  });
});
