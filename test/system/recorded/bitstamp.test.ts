import { describe, expect, it } from "vitest";
import { bitstamp } from "../../../build/sources/exchanges/bitstamp.ts";
import { countReasons, readFeed } from "../../sources/read-feed.ts";
import { listMarkets } from "./list-markets.ts";
import { samples } from "./samples.ts";

const read = (file: string) => samples.readJson(`exchanges/bitstamp/${file}`);
const readListing = (file: string) => readFeed<"listing">(bitstamp, "listing", read(file));

describe.skipIf(!samples.available)("recorded answers of Bitstamp (skipped without the recorded bodies)", () => {
  it("reads 171 rows, 22 without trades: no open, no average, an old price (listing made of the names)", () => {
    const body = read("ticker_all.2022-12-16.full.json") as { pair: string }[];
    const listing = listMarkets(body.map(({ pair }) => pair));
    const { records, dropped } = readFeed<"ticker">(bitstamp, "tickers", body, { records: { listing } });
    expect(dropped).toEqual([]);
    expect(records).toHaveLength(171);
    const dead = records.filter(({ baseVolume }) => baseVolume === 0);
    expect(dead).toHaveLength(22);
    expect(dead.every(({ open24h, vwap, last }) => open24h === null && vwap === null && last > 0)).toBe(true);
    const live = records.filter(({ baseVolume }) => (baseVolume ?? 0) > 0);
    expect(live.every(({ open24h, vwap }) => open24h !== null && vwap !== null)).toBe(true);
  });

  it("opens rows so that the printed change is in percent against open_24", () => {
    const body = read("ticker_all.2022-12-16.full.json") as { pair: string; percent_change_24: string | null }[];
    const listing = listMarkets(body.map(({ pair }) => pair));
    const { records } = readFeed<"ticker">(bitstamp, "tickers", body, { records: { listing } });
    for (const [index, { open24h, last }] of records.entries()) {
      if (open24h === null) continue;
      expect(Math.abs((last / open24h - 1) * 100 - Number(body[index]?.percent_change_24))).toBeLessThan(0.011);
    }
  });

  it("joins 120 of these rows with the listing of eleven months before, which lacks 51 newer books", () => {
    const { records: listing, dropped } = readListing("trading-pairs-info.2022-01-04.full.json");
    expect(dropped).toEqual([]);
    expect(listing).toHaveLength(140);
    expect(listing.filter(({ trading }) => trading)).toHaveLength(140);
    expect(listing[0]).toMatchObject({ market: "BTC/USD", base: "BTC", quote: "USD", baseName: "Bitcoin" });
    const body = read("ticker_all.2022-12-16.full.json");
    const tickers = readFeed<"ticker">(bitstamp, "tickers", body, { records: { listing } });
    expect(tickers.records).toHaveLength(120);
    expect(countReasons(tickers.dropped)).toEqual({ "not in the listing": 51 });
  });

  it("reads 103 pairs of 2021, one of them disabled", () => {
    const { records } = readListing("trading-pairs-info.2021.json");
    expect(records).toHaveLength(103);
    expect(records.filter(({ trading }) => trading)).toHaveLength(102);
  });

  it("refuses ohlc_btcusd_60s_limit10, which are candles", () => {
    expect(() => readFeed(bitstamp, "tickers", read("ohlc_btcusd_60s_limit10.json"))).toThrow();
  });
});
