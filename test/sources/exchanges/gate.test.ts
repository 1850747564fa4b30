import { describe, expect, it } from "vitest";
import { gate } from "../../../build/sources/exchanges/gate.ts";
import { readFeed } from "../read-feed.ts";

const pair = (id: string, base: string, quote: string, more: object = {}) => ({
  id,
  base,
  base_name: `${base} Coin`,
  quote,
  trade_status: "tradable",
  type: "normal",
  st_tag: false,
  ...more,
});
const readListing = (...body: unknown[]) => readFeed<"listing">(gate, "listing", body);
const listing = readListing(
  pair("AAA_USDT", "AAA", "USDT"),
  pair("ODD_NAME", "BBB", "BTC"),
  pair("ONE_USDT", "ONE", "USDT", { trade_status: "buyable" }),
  pair("AAA5S_USDT", "AAA5S", "USDT", { base_name: "AAA5xShort" }),
  pair("MEGAX_USDT", "MEGAX", "USDT", { base_name: "Megacorp xStock" }),
).records;

const row = {
  currency_pair: "AAA_USDT",
  last: "30",
  lowest_ask: "30.3",
  highest_bid: "29.7",
  change_percentage: "25",
  base_volume: "200",
  quote_volume: "5400",
  high_24h: "31",
  low_24h: "23",
};
const readTickers = (...body: unknown[]) => readFeed<"ticker">(gate, "tickers", body, { records: { listing } });

describe("gate listing", () => {
  it("keeps the asset's name as evidence of its identity", () => {
    expect(readListing(pair("AAA_USDT", "aaa", "usdt", { base_name: " Triple A " })).records).toEqual([
      { market: "AAA_USDT", base: "AAA", quote: "USDT", trading: true, type: "spot", baseName: "Triple A" },
    ]);
  });

  it.each([
    ["AAA3L", "AAA3xLong", "leveraged"],
    ["AAA5S", "三倍", "leveraged"],
    ["MEGAX", "Megacorp xStock", "tokenised"],
    ["MEGAON", "Megacorp Ondo Tokenized", "tokenised"],
    ["ONDO", "Ondo Finance", "spot"],
    ["TRX", "TRON", "spot"],
    ["BTS", "BitShares", "spot"],
  ])("takes %s named %s for %s", (base, base_name, type) => {
    expect(readListing(pair(`${base}_USDT`, base, "USDT", { base_name })).records[0]?.type).toBe(type);
  });

  it.each(["untradable", "buyable", "sellable"])("does not trade a book that is %s", (trade_status) => {
    expect(readListing(pair("AAA_USDT", "AAA", "USDT", { trade_status })).records[0]?.trading).toBe(false);
  });
});

describe("gate tickers", () => {
  it("reads the volumes by their names and the open from the change in percent", () => {
    expect(readTickers(row).records).toEqual([
      {
        market: "AAA_USDT",
        base: "AAA",
        quote: "USDT",
        last: 30,
        bid: 29.7,
        ask: 30.3,
        baseVolume: 200,
        quoteVolume: 5400,
        usdVolume: null,
        vwap: null,
        open24h: 24,
        tradeTimeMs: null,
        trades: null,
        priced: true,
      },
    ]);
  });

  it.each([
    ["-40", 50],
    ["0", 30],
    ["-100", null],
    ["", null],
  ])("finds for a change of %j percent the open %s", (change_percentage, open) => {
    expect(readTickers({ ...row, change_percentage }).records[0]?.open24h).toBe(open);
  });

  it("recognises an error answer, in words and by the schema", () => {
    const body = { label: "TOO_MANY_REQUESTS", message: "Request rate limit exceeded" };
    expect(() => readFeed(gate, "tickers", body)).toThrow("TOO_MANY_REQUESTS Request rate limit exceeded");
    for (const feed of gate.feeds) expect(feed.schema.safeParse(body).success).toBe(false);
  });
});
