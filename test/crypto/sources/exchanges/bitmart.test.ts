import { describe, expect, it } from "vitest";
import { findCodeException } from "../../../../build/crypto/normalise/code-exception.ts";
import { bitmart } from "../../../../build/crypto/sources/exchanges/bitmart.ts";
import { countReasons, readFeed } from "../read-feed.ts";
import { base, closed, describeVenue, spot, type VenueCase } from "./describe-venue.ts";

const bitmartCase: VenueCase = {
  source: bitmart,
  listingBody: (rows) => ({ code: 1000, trace: "a1", message: "OK", data: { symbols: rows } }),
  // Each row is a list. `success` is false in good answers too: only the code counts.
  tickersBody: (rows) => ({
    data: rows.map(Object.values),
    trace: "b2",
    code: 1000,
    message: "success",
    success: false,
  }),
  listing: {
    symbol: "ABC_USDT",
    symbol_id: 7,
    base_currency: "ABC",
    quote_currency: "USDT",
    quote_increment: "0.01",
    base_min_size: "0.010000000000000000000000000000",
    price_min_precision: 2,
    price_max_precision: 4,
    expiration: "NA",
    min_buy_amount: "5.00",
    min_sell_amount: "5.00",
    trade_status: "trading",
    planned_down_time: null,
  },
  lists: spot("ABC_USDT", "ABC", "USDT"),
  listed: [
    [{ trade_status: "pre-trade" }, closed],
    [
      { symbol: "ABC3L_USDT", base_currency: "ABC3L" },
      { market: "ABC3L_USDT", ...base("ABC3L", "leveraged") },
    ],
    // No `XYZ` is listed, of which it could be a multiple.
    [
      { symbol: "XYZ3L_USDT", base_currency: "XYZ3L" },
      { market: "XYZ3L_USDT", ...base("XYZ3L") },
    ],
  ],
  ticker: {
    symbol: "ABC_USDT",
    last: "2.50",
    v_24h: "1000.5",
    qv_24h: "2200.75",
    open_24h: "2.00",
    high_24h: "2.60",
    low_24h: "1.90",
    fluctuation: "0.25",
    bid_px: "2.49",
    bid_sz: "31.5",
    ask_px: "2.51",
    ask_sz: "12.25",
    ts: "1795166000123",
  },
  // The last element is when the row was made.
  reads: { last: 2.5, bid: 2.49, ask: 2.51, open24h: 2, baseVolume: 1000.5, quoteVolume: 2200.75 },
  changed: [
    [
      { bid_px: "", ask_px: "0" },
      { bid: null, ask: null },
    ],
    [{ open_24h: "0" }, { open24h: null }],
  ],
  errors: [
    [{ code: 30013, trace: "c3", message: "Request too many requests", data: {} }, "30013 Request too many requests"],
    [{ code: 30014, trace: "d4", message: null }, "30014"],
  ],
};
describeVenue(bitmartCase);

describe("BitMart", () => {
  it("is off by default, with the reason, and claims nothing of its terms", () => {
    expect(bitmart.offByDefault).toContain("Its terms were not read");
    expect(bitmart.terms).toMatchObject({ class: "unclear", ground: null });
  });

  it("rejects only a row that is too short, or no list", () => {
    const row = Object.values(bitmartCase.ticker);
    const body = { code: 1000, data: [row.slice(0, 1), [], "ABC_USDT", row] };
    const { records, dropped } = readFeed<"ticker">(bitmart, "tickers", body, {
      records: { listing: [bitmartCase.lists] },
    });
    expect(records).toMatchObject([{ last: 2.5 }]);
    expect(dropped.map(({ fault }) => fault)).toEqual([true, true, true]);
  });

  it("gives no price to a market before it opens, nor to a leveraged token", () => {
    const { lists, ticker } = bitmartCase;
    const listing = [
      { ...lists, market: "NEW_USDT", trading: false },
      { ...lists, market: "ABC3L_USDT", type: "leveraged" as const },
    ];
    const data = listing.map(({ market }) => Object.values({ ...ticker, symbol: market }));
    const { records, dropped } = readFeed<"ticker">(bitmart, "tickers", { code: 1000, data }, { records: { listing } });
    expect(records).toEqual([]);
    expect(countReasons(dropped)).toEqual({ "not trading": 1, leveraged: 1 });
  });

  it("takes no code for the coin that is known to be another one there", () => {
    expect(findCodeException("bitmart", "TRU")).toMatchObject({ never: "Truebit" });
  });
});
