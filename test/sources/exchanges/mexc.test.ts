import { describe, expect, it } from "vitest";
import { mexc } from "../../../build/sources/exchanges/mexc.ts";
import { omit } from "../broken-values.ts";
import { countReasons, readFeed } from "../read-feed.ts";

const symbol = (name: string, base: string, quote: string, more = {}) => ({
  symbol: name,
  status: "1",
  baseAsset: base,
  quoteAsset: quote,
  isSpotTradingAllowed: true,
  fullName: `${base} coin`,
  ...more,
});

const row = {
  symbol: "IRONTRX",
  priceChangePercent: "0.25",
  prevClosePrice: "2.00",
  lastPrice: "2.50",
  bidPrice: "2.49",
  askPrice: "2.51",
  openPrice: "2.00",
  volume: "1000.5",
  quoteVolume: "2200.5",
  openTime: 1_795_086_390_000,
  closeTime: 1_795_086_400_000,
  count: null,
};

const readListing = (symbols: unknown[]) => readFeed<"listing">(mexc, "listing", { symbols });
const { records: listing } = readListing([symbol("IRONTRX", "IR", "ONTRX"), symbol("BTCUSDT", "BTC", "USDT")]);
const readTickers = (rows: unknown[], records = listing) =>
  readFeed<"ticker">(mexc, "tickers", rows, { records: { listing: records } });

describe("mexc", () => {
  it("reads volume as base and quoteVolume as quote, and no trade time from a closeTime that is always now", () => {
    expect(readTickers([row]).records).toEqual([
      {
        market: "IRONTRX",
        base: "IR",
        quote: "ONTRX",
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

  it("opens so that the change is the ratio that MEXC prints, not Binance's percent", () => {
    const [ticker] = readTickers([row]).records;
    expect(2.5 / (ticker?.open24h ?? Number.NaN) - 1).toBeCloseTo(Number(row.priceChangePercent), 9);
  });

  it("keeps volumes that are null as unknown and zeros as zeros", () => {
    const { records } = readTickers([
      { ...row, volume: null, quoteVolume: null },
      { ...row, symbol: "BTCUSDT", volume: "0", quoteVolume: 0, lastPrice: "0", bidPrice: "", askPrice: null },
    ]);
    expect(records[0]).toMatchObject({ baseVolume: null, quoteVolume: null });
    expect(records[1]).toMatchObject({ last: 0, baseVolume: 0, quoteVolume: 0, bid: null, ask: null });
  });

  it("leaves a dead book without a last price out as no fault", () => {
    const { records, dropped } = readTickers([{ ...row, lastPrice: null }, omit(row, "lastPrice")]);
    expect(records).toEqual([]);
    expect(dropped).toMatchObject([
      { reason: "no last price", fault: false },
      { reason: "no last price", fault: false },
    ]);
  });

  it("tells leveraged tokens by a listed underlying, tokenised stocks by name, and keeps look-alikes", () => {
    const { records } = readListing([
      symbol("BTCUSDT", "BTC", "USDT"),
      symbol("BTC3LUSDT", "BTC3L", "USDT"),
      symbol("ZZ3SUSDT", "ZZ3S", "USDT"),
      symbol("ACMEXUSDT", "ACMEX", "USDT", { fullName: "Acme xStock" }),
      symbol("OFFUSDT", "OFF", "USDT", { status: "2" }),
      symbol("NUMUSDT", "NUM", "USDT", { status: 1 }),
    ]);
    expect(records.map(({ market, type, trading }) => [market, type, trading])).toEqual([
      ["BTCUSDT", "spot", true],
      ["BTC3LUSDT", "leveraged", true],
      ["ZZ3SUSDT", "spot", true],
      ["ACMEXUSDT", "tokenised", true],
      ["OFFUSDT", "spot", false],
      ["NUMUSDT", "spot", true],
    ]);
    expect(records[3]?.baseName).toBe("Acme xStock");
    const tickers = readTickers(
      records.map(({ market }) => ({ ...row, symbol: market })),
      records,
    );
    expect(countReasons(tickers.dropped)).toEqual({ leveraged: 1, tokenised: 1, "not trading": 1 });
  });

  it("recognises its errors, which neither schema accepts", () => {
    const error = { code: -1121, msg: "Invalid symbol." };
    for (const feed of mexc.feeds) {
      expect(feed.findError?.(error)).toBe("-1121 Invalid symbol.");
      expect(feed.schema.safeParse(error).success).toBe(false);
    }
  });
});
