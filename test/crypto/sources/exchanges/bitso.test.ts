import { describe, expect, it } from "vitest";
import { bitso } from "../../../../build/crypto/sources/exchanges/bitso.ts";
import { describeVenue, type Row, spot } from "./describe-venue.ts";

const wrap = (rows: readonly Row[]) => ({ success: true, payload: rows });

describeVenue({
  source: bitso,
  listingBody: wrap,
  tickersBody: wrap,
  listing: {
    default_chart: "candle",
    minimum_price: "0.10",
    fees: { flat_rate: { maker: "0.004", taker: "0.005" }, structure: [] },
    maximum_price: "900.00",
    book: "abc_mxn",
    minimum_value: "10.00",
    maximum_amount: "5000",
    maximum_value: "2000000",
    minimum_amount: "0.01",
    tick_size: "0.01",
    margin_enabled: false,
  },
  lists: spot("abc_mxn", "ABC", "MXN"),
  listed: [[{ book: "abc_ars" }, { market: "abc_ars", quote: "ARS" }]],
  ticker: {
    high: "2.60",
    last: "2.50",
    created_at: "2026-11-20T10:15:00+00:00",
    book: "abc_mxn",
    volume: "1000.5",
    vwap: "2.20",
    low: "1.90",
    ask: "2.51",
    bid: "2.49",
    change_24: "0.50",
    rolling_average_change: { "6": "-0.1234" },
  },
  // The change is a price. The time is that of the answer.
  reads: { last: 2.5, bid: 2.49, ask: 2.51, baseVolume: 1000.5, vwap: 2.2, open24h: 2 },
  changed: [
    [{ change_24: "-0.50" }, { open24h: 3 }],
    [{ change_24: "3.00" }, { open24h: null }],
    [
      { volume: "0", vwap: "0", change_24: null },
      { baseVolume: 0, vwap: null, open24h: null },
    ],
    // Only the volume of a book in Argentine pesos counts.
    [{ book: "abc_ars" }, { market: "abc_ars", quote: "ARS", priced: false }],
  ],
  errors: [
    [{ success: false, error: { code: "0301", message: "Unknown order book" } }, "0301 Unknown order book"],
    [{ error: { code: 20, message: "Unknown OrderBook" } }, "20 Unknown OrderBook"],
    [{ success: false, error: "maintenance" }, "maintenance"],
    [{ success: false }, "error"],
  ],
  // The answer about one book is no list.
  refused: [{ success: true, payload: { book: "abc_mxn", last: "2.50" } }],
});

describe("Bitso", () => {
  it("is off by default, with the reason, and claims nothing of its terms", () => {
    expect(bitso.offByDefault).toContain("Its terms were not read");
    expect(bitso.terms).toMatchObject({ class: "unclear", ground: null });
  });

  it("does not anchor the dollar: its USD is a balance of stablecoins", () => {
    expect(bitso.venue?.usdFiat).toBe(false);
  });
});
