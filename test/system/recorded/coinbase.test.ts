import { describe, expect, it } from "vitest";
import { coinbase } from "../../../build/sources/exchanges/coinbase.ts";
import { readFeed } from "../../sources/read-feed.ts";
import { samples } from "./samples.ts";

const read = (file: string) => samples.readJson(`exchanges/coinbase/${file}`);
const readListing = () => readFeed<"listing">(coinbase, "listing", read("products.2026-06.full.json"));

describe.skipIf(!samples.available)("recorded answers of Coinbase (skipped without the recorded bodies)", () => {
  it("reads 824 products, 521 of them trading, 475 quoted in USD", () => {
    const { records, dropped } = readListing();
    expect(dropped).toEqual([]);
    expect(records).toHaveLength(824);
    expect(records.filter(({ trading }) => trading)).toHaveLength(521);
    expect(records.filter(({ quote }) => quote === "USD")).toHaveLength(475);
  });

  it("reads the 6 rows that the recorder kept of September, with the listing of June", () => {
    const { records: listing } = readListing();
    const body = read("products_stats.2026-09-27.trimmed.json");
    const { records, dropped } = readFeed<"ticker">(coinbase, "tickers", body, { records: { listing } });
    expect(dropped).toEqual([]);
    expect(records.map(({ market, last }) => [market, last])).toEqual([
      ["BTC-EUR", 74190.31],
      ["BTC-USD", 84432.48],
      ["BTC-USDT", 84435.46],
      ["ETH-USD", 2687.09],
      ["SOL-USD", 121.92],
      ["USDT-USD", 0.99975],
    ]);
    for (const { last, open24h } of records) expect(Math.abs(last / (open24h ?? Number.NaN) - 1)).toBeLessThan(0.01);
  });

  it("refuses every row of currencies.2022-12-05, another endpoint", () => {
    const { records, dropped } = readFeed(coinbase, "listing", read("currencies.2022-12-05.full.json"));
    expect(records).toEqual([]);
    expect(dropped.filter(({ fault }) => fault)).toHaveLength(242);
  });

  it("refuses product_stats_single.2018 and product_ticker_single.2018, one product each, and the candles", () => {
    for (const file of ["product_stats_single.2018.json", "product_ticker_single.2018.json"]) {
      const { records, dropped } = readFeed(coinbase, "tickers", read(file));
      expect(records).toEqual([]);
      expect(dropped.every(({ fault }) => fault)).toBe(true);
    }
    for (const file of ["candles.2018.json", "candles_60s.json"])
      expect(() => readFeed(coinbase, "tickers", read(file))).toThrow();
  });
});
