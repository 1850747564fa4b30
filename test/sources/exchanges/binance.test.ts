import { describe, expect, it } from "vitest";
import type { Listing } from "../../../build/normalise/record.ts";
import { binance } from "../../../build/sources/exchanges/binance.ts";
import { countReasons, readFeed } from "../read-feed.ts";

const symbol = (name: string, base: string, quote: string, more = {}) => ({
  symbol: name,
  status: "TRADING",
  baseAsset: base,
  quoteAsset: quote,
  isSpotTradingAllowed: true,
  ...more,
});

const row = {
  symbol: "GALAEUR",
  priceChange: "0.5",
  priceChangePercent: "25.000",
  weightedAvgPrice: "2.2",
  prevClosePrice: "1.9",
  lastPrice: "2.50000000",
  bidPrice: "2.49",
  askPrice: "2.51",
  openPrice: "2.00",
  volume: "1000.00",
  quoteVolume: "2200.00",
  openTime: 1_795_000_000_000,
  closeTime: 1_795_086_400_000,
  count: 77,
};

const readListing = (symbols: unknown[]) =>
  readFeed<"listing">(binance, "listing", { timezone: "UTC", serverTime: 1, symbols });
const listing: Listing[] = readListing([symbol("GALAEUR", "GAL", "AEUR"), symbol("BTCUSDT", "BTC", "USDT")]).records;
const readTickers = (rows: unknown[], records = listing) =>
  readFeed<"ticker">(binance, "tickers", rows, { records: { listing: records } });

describe("binance", () => {
  it("reads volume as base, quoteVolume as quote, openPrice as the rolling open and closeTime as the last trade", () => {
    expect(readTickers([row]).records).toEqual([
      {
        market: "GALAEUR",
        base: "GAL",
        quote: "AEUR",
        last: 2.5,
        bid: 2.49,
        ask: 2.51,
        baseVolume: 1000,
        quoteVolume: 2200,
        usdVolume: null,
        vwap: null,
        open24h: 2,
        tradeTimeMs: 1_795_086_400_000,
        trades: 77,
        priced: true,
      },
    ]);
  });

  it("opens so that the change comes out in percent as Binance prints it", () => {
    const [ticker] = readTickers([row]).records;
    expect((2.5 / (ticker?.open24h ?? Number.NaN) - 1) * 100).toBeCloseTo(Number(row.priceChangePercent), 9);
  });

  it("lists halted books as not trading and leveraged tokens by their type", () => {
    const { records } = readListing([
      symbol("AAABTC", "aaa", "btc"),
      symbol("BBBBTC", "BBB", "BTC", { status: "BREAK" }),
      symbol("CCCBTC", "CCC", "BTC", { isSpotTradingAllowed: false }),
      symbol("BTCUPUSDT", "BTCUP", "USDT", { permissions: ["LEVERAGED"] }),
      symbol("JUPUSDT", "JUP", "USDT", { permissions: [] }),
    ]);
    expect(records.map(({ base, trading, type }) => [base, trading, type])).toEqual([
      ["AAA", true, "spot"],
      ["BBB", false, "spot"],
      ["CCC", false, "spot"],
      ["BTCUP", true, "leveraged"],
      ["JUP", true, "spot"],
    ]);
    const tickers = readTickers(
      ["AAABTC", "BBBBTC", "BTCUPUSDT", "NEWUSDT"].map((name) => ({ ...row, symbol: name })),
      records,
    );
    expect(tickers.records.map(({ market }) => market)).toEqual(["AAABTC"]);
    expect(countReasons(tickers.dropped)).toEqual({ "not trading": 1, leveraged: 1, "not in the listing": 1 });
    expect(tickers.dropped.some(({ fault }) => fault)).toBe(false);
  });

  it("recognises its errors, which neither schema accepts", () => {
    const errors = [
      { code: -1121, msg: "Invalid symbol." },
      { code: 0, msg: "Service unavailable from a restricted location" },
    ];
    for (const feed of binance.feeds) {
      for (const error of errors) {
        expect(feed.findError?.(error)).toBe(`${error.code} ${error.msg}`);
        expect(feed.schema.safeParse(error).success).toBe(false);
      }
    }
    expect(() => readListing([])).not.toThrow();
    expect(() => readTickers([])).not.toThrow();
  });
});
