import { describe, expect, it } from "vitest";
import { coinbase } from "../../../build/sources/exchanges/coinbase.ts";
import { brokenNumbers } from "../broken-values.ts";
import { countReasons, readFeed } from "../read-feed.ts";

const product = (id: string, base: string, quote: string, more = {}) => ({
  id,
  base_currency: base,
  quote_currency: quote,
  status: "online",
  trading_disabled: false,
  cancel_only: false,
  limit_only: false,
  post_only: false,
  auction_mode: false,
  ...more,
});

const stats = (more = {}) => ({
  stats_30day: { volume: "30000", rfq_volume: "300" },
  stats_24hour: {
    open: "2.00",
    high: "2.60",
    low: "1.90",
    last: "2.50",
    volume: "1000.5",
    rfq_volume: "40",
    ...more,
  },
});

const readListing = (products: unknown[]) => readFeed<"listing">(coinbase, "listing", products);
const { records: listing } = readListing([product("CELO-USD", "CGLD", "USD"), product("ETH-EUR", "ETH", "EUR")]);
const readTickers = (body: unknown, records = listing) =>
  readFeed<"ticker">(coinbase, "tickers", body, { records: { listing: records } });

describe("coinbase", () => {
  it("reads the 24 hour block: volume as base, open as rolling, no quote volume, sides or time", () => {
    expect(readTickers({ "CELO-USD": stats() }).records).toEqual([
      {
        market: "CELO-USD",
        base: "CGLD",
        quote: "USD",
        last: 2.5,
        bid: null,
        ask: null,
        baseVolume: 1000.5,
        quoteVolume: null,
        usdVolume: null,
        vwap: null,
        open24h: 2,
        tradeTimeMs: null,
        trades: null,
        priced: true,
      },
    ]);
  });

  it("takes base and quote from the listing although the id says otherwise", () => {
    expect(readTickers({ "CELO-USD": stats() }).records[0]?.base).toBe("CGLD");
  });

  it("keeps a book without trades with its zeros, and one without a last price out as no fault", () => {
    const { records, dropped } = readTickers({
      "CELO-USD": stats({ open: "0", last: "0", volume: "0" }),
      "ETH-EUR": { stats_30day: {}, stats_24hour: {} },
    });
    expect(records).toMatchObject([{ last: 0, open24h: null, baseVolume: 0 }]);
    expect(dropped).toMatchObject([{ reason: "no last price", fault: false }]);
  });

  it("lists delisted, disabled, cancel-only, post-only and auction books as not trading, limit-only ones as trading", () => {
    const { records } = readListing([
      product("A-USD", "A", "USD"),
      product("B-USD", "B", "USD", { limit_only: true }),
      product("C-USD", "C", "USD", { status: "delisted" }),
      product("D-USD", "D", "USD", { trading_disabled: true }),
      product("E-USD", "E", "USD", { cancel_only: true }),
      product("F-USD", "F", "USD", { post_only: true }),
      product("G-USD", "G", "USD", { auction_mode: true }),
    ]);
    expect(records.filter(({ trading }) => trading).map(({ market }) => market)).toEqual(["A-USD", "B-USD"]);
    const body = Object.fromEntries([...records.map(({ market }) => [market, stats()]), ["NEW-USD", stats()]]);
    expect(countReasons(readTickers(body, records).dropped)).toEqual({ "not trading": 5, "not in the listing": 1 });
  });

  it.each(brokenNumbers)("rejects only the row whose last price is %s", (_name, last) => {
    const { records, dropped } = readTickers({ "CELO-USD": stats({ last }), "ETH-EUR": stats({ last: 2400 }) });
    expect(records.map(({ market, last }) => [market, last])).toEqual([["ETH-EUR", 2400]]);
    expect(dropped).toMatchObject([{ fault: true, reason: expect.stringContaining("stats_24hour.last") }]);
  });

  it("rejects only the row without the 24 hour block", () => {
    const { records, dropped } = readTickers({ "CELO-USD": { stats_30day: {} }, "ETH-EUR": stats(), "X-USD": "gone" });
    expect(records).toHaveLength(1);
    expect(dropped.map(({ fault }) => fault)).toEqual([true, true]);
  });

  it("recognises its errors, which neither schema accepts", () => {
    for (const feed of coinbase.feeds) {
      expect(feed.findError?.({ message: "NotFound" })).toBe("NotFound");
      expect(feed.schema.safeParse({ message: "NotFound" }).success).toBe(false);
    }
  });
});
