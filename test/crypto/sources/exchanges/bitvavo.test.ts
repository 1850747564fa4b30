import { describe, expect, it } from "vitest";
import { findCodeException } from "../../../../build/crypto/normalise/code-exception.ts";
import { bitvavo } from "../../../../build/crypto/sources/exchanges/bitvavo.ts";
import { closed, describeVenue, spot } from "./describe-venue.ts";

describeVenue({
  source: bitvavo,
  listing: {
    market: "ABC-EUR",
    status: "trading",
    base: "ABC",
    quote: "EUR",
    pricePrecision: 5,
    minOrderInBaseAsset: "4.00",
    minOrderInQuoteAsset: "5.00",
    orderTypes: ["market", "limit"],
  },
  lists: spot("ABC-EUR", "ABC", "EUR"),
  listed: [
    [{ status: "halted" }, closed],
    [{ status: "auction" }, closed],
  ],
  ticker: {
    market: "ABC-EUR",
    open: "2.00",
    high: "2.60",
    low: "1.90",
    last: "2.50",
    volume: "1000.5",
    volumeQuote: "2200.75",
    bid: "2.49",
    bidSize: "31.5",
    ask: "2.51",
    askSize: "12.25",
    timestamp: 1_795_166_000_123,
  },
  // The timestamp is not that of a trade.
  reads: { last: 2.5, bid: 2.49, ask: 2.51, open24h: 2, baseVolume: 1000.5, quoteVolume: 2200.75 },
  changed: [
    [
      { bid: null, ask: null },
      { bid: null, ask: null },
    ],
    [{ open: null }, { open24h: null }],
  ],
  errors: [
    [{ errorCode: 205, error: "market parameter is invalid." }, "205 market parameter is invalid."],
    [{ errorCode: 105 }, "105"],
  ],
});

describe("Bitvavo", () => {
  it("is off by default, with the reason, and claims nothing of its terms", () => {
    expect(bitvavo.offByDefault).toContain("Its terms were not read");
    expect(bitvavo.terms).toMatchObject({ class: "unclear", ground: null });
  });

  it("calls IOTA by the unit of a million", () => {
    expect(findCodeException("bitvavo", "MIOTA")).toMatchObject({ symbol: "IOTA" });
  });
});
