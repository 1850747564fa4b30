import { describe, expect, it } from "vitest";
import { upbit } from "../../../build/sources/exchanges/upbit.ts";
import { readFeed } from "../read-feed.ts";

const row = {
  market: "KRW-ABC",
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
};

const market = (id: string, english_name: string | null = "Example") => ({
  market: id,
  korean_name: "예",
  english_name,
  market_event: { warning: false },
});

const readListing = (markets: unknown[]) => readFeed<"listing">(upbit, "listing", markets);
const { records: listing } = readListing([market("KRW-ABC"), market("BTC-ABC"), market("USDT-BTC", null)]);
const readTickers = (rows: unknown[]) => readFeed<"ticker">(upbit, "tickers", rows, { records: { listing } });

describe("upbit", () => {
  it("is off by default, with the reason", () => {
    expect(upbit.offByDefault).toContain("premium");
  });

  it("puts the quote first in its ids: KRW-ABC is ABC in won", () => {
    expect(listing).toEqual([
      { market: "KRW-ABC", base: "ABC", quote: "KRW", trading: true, type: "spot", baseName: "Example" },
      { market: "BTC-ABC", base: "ABC", quote: "BTC", trading: true, type: "spot", baseName: "Example" },
      { market: "USDT-BTC", base: "BTC", quote: "USDT", trading: true, type: "spot", baseName: null },
    ]);
    const { records, dropped } = readListing([market("KRWABC"), market("KRW-A-B"), market("KRW-"), market("KRW-A")]);
    expect(records).toHaveLength(1);
    expect(dropped.map(({ fault }) => fault)).toEqual([true, true, true]);
  });

  it("reads the rolling volumes, the time of the last trade, and no open from the UTC day's", () => {
    expect(readTickers([row]).records).toEqual([
      {
        market: "KRW-ABC",
        base: "ABC",
        quote: "KRW",
        last: 2500,
        bid: null,
        ask: null,
        baseVolume: 1000.5,
        quoteVolume: 2_200_500,
        usdVolume: null,
        vwap: null,
        open24h: null,
        tradeTimeMs: 1_795_086_400_000,
        trades: null,
        priced: false,
      },
    ]);
  });

  it("counts won books for their volume only and prices the others", () => {
    const { records } = readTickers([row, { ...row, market: "BTC-ABC" }, { ...row, market: "USDT-BTC" }]);
    expect(records.map(({ quote, priced }) => [quote, priced])).toEqual([
      ["KRW", false],
      ["BTC", true],
      ["USDT", true],
    ]);
  });

  it("recognises its errors, which neither schema accepts", () => {
    const error = { error: { name: 404, message: "Code not found" } };
    for (const feed of upbit.feeds) {
      expect(feed.findError?.(error)).toBe("404 Code not found");
      expect(feed.findError?.({ error: "too many" })).toBe("too many");
      expect(feed.schema.safeParse(error).success).toBe(false);
    }
  });
});
