import { describe, expect, it } from "vitest";
import { okx } from "../../../build/sources/exchanges/okx.ts";
import { countReasons, readFeed } from "../../sources/read-feed.ts";
import { listMarkets } from "./list-markets.ts";
import { samples } from "./samples.ts";

const read = (file: string) => samples.readJson(`exchanges/okx/${file}`);
const readListing = () => readFeed<"listing">(okx, "listing", read("instruments_spot.2026-06.full.json"));

describe.skipIf(!samples.available)("recorded answers of OKX (skipped without the recorded bodies)", () => {
  it("reads 1260 spot instruments, 1259 live, 287 of them quoted in USD", () => {
    const { records, dropped } = readListing();
    expect(dropped).toEqual([]);
    expect(records).toHaveLength(1260);
    expect(records.filter(({ trading }) => trading)).toHaveLength(1259);
    expect(records.every(({ type }) => type === "spot")).toBe(true);
    expect(records.filter(({ quote }) => quote === "USD")).toHaveLength(287);
  });

  it("reads 9 of the 10 rows kept of September with the listing of June, before the tokenised stock was listed", () => {
    const { records: listing } = readListing();
    const body = read("tickers_spot.2026-09-27.trimmed.json");
    const { records, dropped } = readFeed<"ticker">(okx, "tickers", body, { records: { listing } });
    expect(records).toHaveLength(9);
    expect(records.some(({ base }) => base === "XASTS")).toBe(false);
    expect(countReasons(dropped)).toEqual({ "not in the listing": 1 });
    for (const { last, baseVolume, quoteVolume, open24h } of records) {
      expect(Math.abs((quoteVolume ?? 0) / (baseVolume ?? 0) / last - 1)).toBeLessThan(0.05);
      expect(Math.abs(last / (open24h ?? Number.NaN) - 1)).toBeLessThan(0.05);
    }
  });

  it("reads the two rows kept of 2022 (listing made of the names: both are gone from the recorded one)", () => {
    const body = read("tickers_spot.2022-11-30.two.json");
    const listing = listMarkets(["BCD-BTC", "MDT-USDT"]);
    const { records } = readFeed<"ticker">(okx, "tickers", body, { records: { listing } });
    expect(records.map(({ last, quoteVolume }) => [last, quoteVolume])).toEqual([
      [0.00000776, 14.7112],
      [0.0238, 103685.550205],
    ]);
    const joined = readFeed(okx, "tickers", body, { records: { listing: readListing().records } });
    expect(countReasons(joined.dropped)).toEqual({ "not in the listing": 2 });
  });

  it("refuses the row of history-candles_one, a candle in the same envelope", () => {
    const { records, dropped } = readFeed(okx, "tickers", read("history-candles_one.json"));
    expect(records).toEqual([]);
    expect(dropped).toMatchObject([{ fault: true }]);
  });
});
