import { describe, expect, it } from "vitest";
import { okx } from "../../../build/sources/exchanges/okx.ts";
import { countReasons, readFeed } from "../read-feed.ts";

const instrument = (instId: string, base: string, quote: string, more = {}) => ({
  instType: "SPOT",
  instId,
  baseCcy: base,
  quoteCcy: quote,
  instCategory: "1",
  state: "live",
  ...more,
});

const row = {
  instType: "SPOT",
  instId: "OLD-USDT",
  last: "2.50",
  lastSz: "9",
  askPx: "2.51",
  askSz: "3",
  bidPx: "2.49",
  bidSz: "4",
  open24h: "2.00",
  high24h: "2.60",
  low24h: "1.90",
  volCcy24h: "2200.5",
  vol24h: "1000.5",
  ts: "1795086400000",
  sodUtc0: "2.10",
  sodUtc8: "2.15",
};

const readListing = (data: unknown[]) => readFeed<"listing">(okx, "listing", { code: "0", msg: "", data });
const { records: listing } = readListing([
  instrument("OLD-USDT", "new", "USDT"),
  instrument("ETH-EUR", "ETH", "EUR", { instCategory: "" }),
]);
const readTickers = (data: unknown[], records = listing) =>
  readFeed<"ticker">(okx, "tickers", { code: "0", msg: "", data }, { records: { listing: records } });

describe("okx", () => {
  it("reads vol24h as base, volCcy24h as quote, the rolling open, and no trade time from the row's stamp", () => {
    expect(readTickers([row]).records).toEqual([
      {
        market: "OLD-USDT",
        base: "NEW",
        quote: "USDT",
        last: 2.5,
        bid: 2.49,
        ask: 2.51,
        baseVolume: 1000.5,
        quoteVolume: 2200.5,
        usdVolume: null,
        vwap: null,
        open24h: 2,
        tradeTimeMs: null,
        trades: null,
        priced: true,
      },
    ]);
  });

  it("tells test, tokenised and derivative instruments from spot, and only live ones as trading", () => {
    const { records } = readListing([
      instrument("A-USDT", "A", "USDT"),
      instrument("B-USDT", "B", "USDT", { instCategory: undefined }),
      instrument("C-USDT", "C", "USDT", { instCategory: "3" }),
      instrument("D-USDT", "D", "USDT", { state: "test" }),
      instrument("E-USDT", "E", "USDT", { state: "preopen" }),
      instrument("F-USDT", "F", "USDT", { state: "suspend" }),
      instrument("G-USDT-SWAP", "G", "USDT", { instType: "SWAP" }),
    ]);
    expect(records.map(({ base, type, trading }) => [base, type, trading])).toEqual([
      ["A", "spot", true],
      ["B", "spot", true],
      ["C", "tokenised", true],
      ["D", "test", false],
      ["E", "spot", false],
      ["F", "spot", false],
      ["G", "derivative", true],
    ]);
    const tickers = readTickers(
      records.map(({ market }) => ({ ...row, instId: market })),
      records,
    );
    expect(tickers.records.map(({ base }) => base)).toEqual(["A", "B"]);
    expect(countReasons(tickers.dropped)).toEqual({ tokenised: 1, "not trading": 3, derivative: 1 });
  });

  it("recognises its errors, which neither schema accepts even with an empty list", () => {
    const error = { code: "50011", msg: "Too Many Requests", data: [] };
    for (const feed of okx.feeds) {
      expect(feed.findError?.(error)).toBe("50011 Too Many Requests");
      expect(feed.findError?.({ code: "0", msg: "", data: [] })).toBeUndefined();
      expect(feed.schema.safeParse(error).success).toBe(false);
    }
  });
});
