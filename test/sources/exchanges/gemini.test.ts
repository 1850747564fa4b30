import { describe, expect, it } from "vitest";
import { gemini } from "../../../build/sources/exchanges/gemini.ts";
import { countReasons, readFeed } from "../read-feed.ts";

const symbol = (name: string, base: string, quote: string, more = {}) => ({
  symbol: name,
  base_currency: base,
  quote_currency: quote,
  status: "open",
  product_type: "spot",
  contract_type: "vanilla",
  ...more,
});

const row = { pair: "ABCDEF", price: "2.50", percentChange24h: "0.25" };

const readListing = (symbols: unknown[]) => readFeed<"listing">(gemini, "listing", symbols);
const { records: listing } = readListing([symbol("abcdef", "ab", "cdef"), symbol("ETHUSD", "ETH", "USD")]);
const readTickers = (rows: unknown[], records = listing) =>
  readFeed<"ticker">(gemini, "tickers", rows, { records: { listing: records } });

describe("gemini", () => {
  it("reads the price alone: no volume, side, time, and no open from a change of unclear unit", () => {
    expect(readTickers([row]).records).toEqual([
      {
        market: "ABCDEF",
        base: "AB",
        quote: "CDEF",
        last: 2.5,
        bid: null,
        ask: null,
        baseVolume: null,
        quoteVolume: null,
        usdVolume: null,
        vwap: null,
        open24h: null,
        tradeTimeMs: null,
        trades: null,
        priced: true,
      },
    ]);
  });

  it("takes base and quote from the listing although the name could split otherwise, in either case of letters", () => {
    const { records } = readTickers([{ ...row, pair: "abcdef" }]);
    expect(records.map(({ base, quote }) => [base, quote])).toEqual([["AB", "CDEF"]]);
  });

  it("leaves perpetuals and closed books out as no fault and keeps limit-only ones", () => {
    const { records } = readListing([
      symbol("AUSD", "A", "USD"),
      symbol("BUSD", "B", "USD", { status: "limit_only" }),
      symbol("CUSD", "C", "USD", { status: "closed" }),
      symbol("DUSD", "D", "USD", { status: "cancel_only" }),
      symbol("EGUSDPERP", "E", "GUSD", { product_type: "swap" }),
      symbol("FUSD", "F", "USD", { product_type: undefined }),
    ]);
    expect(records.map(({ base, type, trading }) => [base, type, trading])).toEqual([
      ["A", "spot", true],
      ["B", "spot", true],
      ["C", "spot", false],
      ["D", "spot", false],
      ["E", "derivative", true],
      ["F", "spot", true],
    ]);
    const tickers = readTickers(
      [...records.map(({ market }) => market), "NEWUSD"].map((pair) => ({ ...row, pair })),
      records,
    );
    expect(tickers.records.map(({ base }) => base)).toEqual(["A", "B", "F"]);
    expect(countReasons(tickers.dropped)).toEqual({ "not trading": 2, derivative: 1, "not in the listing": 1 });
    expect(tickers.dropped.some(({ fault }) => fault)).toBe(false);
  });

  it("recognises its errors, which neither schema accepts", () => {
    const error = { result: "error", reason: "Maintenance", message: "Down until noon" };
    for (const feed of gemini.feeds) {
      expect(feed.findError?.(error)).toBe("Maintenance Down until noon");
      expect(feed.findError?.({ result: "error" })).toBe("error");
      expect(feed.schema.safeParse(error).success).toBe(false);
    }
  });
});
