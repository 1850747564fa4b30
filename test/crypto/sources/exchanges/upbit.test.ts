import { describe, expect, it } from "vitest";
import { upbit } from "../../../../build/crypto/sources/exchanges/upbit.ts";
import { readFeed } from "../read-feed.ts";
import { describeVenue, spot, type VenueCase } from "./describe-venue.ts";

const upbitCase: VenueCase = {
  source: upbit,
  // The quote comes first.
  listing: { market: "BTC-ABC", korean_name: "예", english_name: "Example", market_event: { warning: false } },
  lists: spot("BTC-ABC", "ABC", "BTC", "Example"),
  listed: [
    [{ market: "KRW-ABC" }, { market: "KRW-ABC", quote: "KRW" }],
    [
      { market: "USDT-BTC", english_name: null },
      { market: "USDT-BTC", base: "BTC", quote: "USDT", baseName: null },
    ],
  ],
  ticker: {
    market: "BTC-ABC",
    trade_timestamp: 1_795_086_400_000,
    opening_price: 2100,
    high_price: 2600,
    low_price: 1900,
    trade_price: 2500,
    prev_closing_price: 2000,
    signed_change_price: 500,
    signed_change_rate: 0.25,
    acc_trade_price: 99_000,
    acc_trade_price_24h: 2_200_500,
    acc_trade_volume: 44,
    acc_trade_volume_24h: 1000.5,
    timestamp: 1_795_086_499_999,
  },
  // The open is of the UTC day.
  reads: { last: 2500, baseVolume: 1000.5, quoteVolume: 2_200_500, tradeTimeMs: 1_795_086_400_000 },
  changed: [
    [{ market: "KRW-ABC" }, { market: "KRW-ABC", quote: "KRW", priced: false }],
    [{ market: "USDT-BTC" }, { market: "USDT-BTC", base: "BTC", quote: "USDT" }],
  ],
  errors: [
    [{ error: { name: 404, message: "Code not found" } }, "404 Code not found"],
    [{ error: "too many" }, "too many"],
  ],
};
describeVenue(upbitCase);

describe("Upbit", () => {
  it("is off by default, with the reason", () => {
    expect(upbit.offByDefault).toContain("premium");
  });

  it("lists no name that is not two codes", () => {
    const rows = ["KRWABC", "KRW-A-B", "KRW-"].map((market) => ({ ...upbitCase.listing, market }));
    const { records, dropped } = readFeed(upbit, "listing", rows);
    expect(records).toEqual([]);
    expect(dropped.map(({ fault }) => fault)).toEqual([true, true, true]);
  });
});
