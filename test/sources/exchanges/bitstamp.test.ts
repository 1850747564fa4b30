import { describe, expect, it } from "vitest";
import { bitstamp } from "../../../build/sources/exchanges/bitstamp.ts";
import { brokenNumbers, omit } from "../broken-values.ts";
import { countReasons, readFeed } from "../read-feed.ts";

const pair = (name: string, more = {}) => ({
  name,
  url_symbol: name.replace("/", "").toLowerCase(),
  base_decimals: 8,
  counter_decimals: 2,
  trading: "Enabled",
  description: "Example coin / U.S. dollar",
  ...more,
});

const row = {
  timestamp: "1795086400",
  open: "2.10",
  high: "2.60",
  low: "1.90",
  last: "2.50",
  volume: "1000.5",
  vwap: "2.20",
  bid: "2.49",
  ask: "2.51",
  side: "0",
  open_24: "2.00",
  percent_change_24: "25.00",
  pair: "OLD/USD",
};

const readListing = (pairs: unknown[]) => readFeed<"listing">(bitstamp, "listing", pairs);
const { records: listing } = readListing([
  pair("OLD/USD", { base_currency: "new", counter_currency: "usd" }),
  pair("eth/eur"),
]);
const readTickers = (rows: unknown[], records = listing) =>
  readFeed<"ticker">(bitstamp, "tickers", rows, { records: { listing: records } });

describe("bitstamp", () => {
  it("reads open_24 instead of the day's open, the vwap, no quote volume, and no trade time from the row's stamp", () => {
    expect(readTickers([row]).records).toEqual([
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
        open24h: 2,
        tradeTimeMs: null,
        trades: null,
        priced: true,
      },
    ]);
  });

  it("opens so that the change comes out in percent as Bitstamp prints it", () => {
    const [ticker] = readTickers([row]).records;
    expect((2.5 / (ticker?.open24h ?? Number.NaN) - 1) * 100).toBeCloseTo(Number(row.percent_change_24), 9);
  });

  it("takes the listing's currencies before the parts of its name, and its description as the asset's name", () => {
    expect(listing).toEqual([
      { market: "OLD/USD", base: "NEW", quote: "USD", trading: true, type: "spot", baseName: "Example coin" },
      { market: "eth/eur", base: "ETH", quote: "EUR", trading: true, type: "spot", baseName: "Example coin" },
    ]);
    expect(readListing([pair("NOSLASH")]).dropped).toMatchObject([{ fault: true }]);
  });

  it("keeps a book without trades with its old price: no open, no vwap", () => {
    const dead = { ...row, open: "0", volume: "0.00000000", vwap: "0", open_24: "0", percent_change_24: null };
    expect(readTickers([dead]).records).toMatchObject([{ last: 2.5, open24h: null, vwap: null, baseVolume: 0 }]);
  });

  it("leaves perpetuals and halted books out as no fault", () => {
    const { records } = readListing([
      pair("A/USD"),
      pair("B/USD", { trading: "Disabled" }),
      pair("C/USD-PERP", { market_type: "PERPETUAL" }),
      pair("D/USD", { market_type: "SPOT" }),
    ]);
    expect(records.map(({ type, trading }) => [type, trading])).toEqual([
      ["spot", true],
      ["spot", false],
      ["derivative", true],
      ["spot", true],
    ]);
    const rows = ["A/USD", "B/USD", "C/USD-PERP", "D/USD"].map((name) => ({ ...row, pair: name }));
    const perpetual = { ...row, pair: "A/USD", market_type: "PERPETUAL" };
    const tickers = readTickers([...rows, perpetual], records);
    expect(tickers.records.map(({ market }) => market)).toEqual(["A/USD", "D/USD"]);
    expect(countReasons(tickers.dropped)).toEqual({ "not trading": 1, derivative: 2 });
  });

  it.each([...brokenNumbers, ["null", null] as const])("rejects only the row whose last price is %s", (_name, last) => {
    const { records, dropped } = readTickers([
      { ...row, last },
      { ...row, pair: "eth/eur", last: 7 },
    ]);
    expect(records.map(({ market, last }) => [market, last])).toEqual([["eth/eur", 7]]);
    expect(dropped).toMatchObject([{ fault: true, reason: expect.stringContaining("last") }]);
  });

  it("rejects only the row without a pair or a last price", () => {
    const { records, dropped } = readTickers([omit(row, "pair"), omit(row, "last"), [], row]);
    expect(records).toHaveLength(1);
    expect(dropped.map(({ fault }) => fault)).toEqual([true, true, true]);
  });

  it("recognises its errors, which neither schema accepts", () => {
    const error = { status: "error", reason: "Rate limit exceeded", code: "400.002" };
    for (const feed of bitstamp.feeds) {
      expect(feed.findError?.(error)).toBe("400.002 Rate limit exceeded");
      expect(feed.findError?.({ status: "error", reason: { __all__: ["Nope"] } })).toContain("Nope");
      expect(feed.findError?.({ status: "error" })).toBe("error");
      expect(feed.schema.safeParse(error).success).toBe(false);
    }
  });
});
