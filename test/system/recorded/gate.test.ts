import { describe, expect, it } from "vitest";
import { gate } from "../../../build/sources/exchanges/gate.ts";
import { countReasons, readFeed } from "../../sources/read-feed.ts";
import { samples } from "./samples.ts";

interface TickerRow {
  currency_pair: string;
  high_24h: string;
  low_24h: string;
}

const read = (file: string) => samples.readJson(`exchanges/gate/${file}`);
const readListing = () => readFeed<"listing">(gate, "listing", read("currency_pairs.2026-06.full.json"));
const readTickers = (file: string) =>
  readFeed<"ticker">(gate, "tickers", read(file), { records: { listing: readListing().records } });

describe.skipIf(!samples.available)("recorded answers of gate (skipped without the bodies)", () => {
  it("reads all 2208 pairs of June 2026: 2205 tradable, 358 leveraged, each with its name", () => {
    const { records, dropped } = readListing();
    expect([records.length, dropped.length]).toEqual([2208, 0]);
    expect(records.filter((book) => book.trading)).toHaveLength(2205);
    expect(records.filter((book) => book.type === "leveraged")).toHaveLength(358);
    expect(records.every((book) => book.baseName !== null)).toBe(true);
  });

  it("takes every leveraged name for leveraged and no coin that only sounds like a share for tokenised", () => {
    const { records } = readListing();
    const named = records.filter((book) => /\dx(Long|Short)$/.test(book.baseName ?? ""));
    expect(named.length).toBeGreaterThan(300);
    expect(named.every((book) => book.type === "leveraged")).toBe(true);
    const typeOf = new Map(records.map((book) => [book.base, book.type]));
    expect(["AAPLON", "TSLAX", "ONDO", "BTS", "JUP", "TRX"].map((code) => typeOf.get(code))).toEqual([
      "tokenised",
      "tokenised",
      "spot",
      "spot",
      "spot",
      "spot",
    ]);
  });

  it("reads the trimmed tickers of September 2026 with that listing, leaving out the leveraged one", () => {
    const { records, dropped } = readTickers("spot_tickers.2026-09-27.trimmed.json");
    expect(records).toHaveLength(6);
    expect(countReasons(dropped)).toEqual({ leveraged: 1 });
    for (const { last, baseVolume, quoteVolume } of records) {
      expect(Math.abs(quoteVolume! / baseVolume! / last - 1)).toBeLessThan(0.05);
    }
  });

  it("finds opens inside the day's range where the change is read as percent", () => {
    const rows = read("spot_tickers.2026-09-27.trimmed.json") as TickerRow[];
    const { records } = readTickers("spot_tickers.2026-09-27.trimmed.json");
    for (const { market, open24h } of records) {
      const row = rows.find((candidate) => candidate.currency_pair === market);
      // Two decimals of a percentage: half of the last one is 0.005 %.
      expect(open24h!).toBeGreaterThanOrEqual(Number(row?.low_24h) * 0.9999);
      expect(open24h!).toBeLessThanOrEqual(Number(row?.high_24h) * 1.0001);
    }
  });

  it("reads both rows of June 2023, which still have other changes beside the rolling one", () => {
    const { records, dropped } = readTickers("spot_tickers.2023-06-12.two.json");
    expect([records.length, dropped.length]).toEqual([2, 0]);
    expect(records[0]?.open24h).toBeCloseTo(records[0]!.last / 1.0109, 6);
  });

  it.each(["candlesticks_1m.json", "candlesticks_BTC_USDT.2024-06-01.json"])(
    "refuses every row of %s: candles are another endpoint's rows",
    (file) => {
      for (const feed of ["listing", "tickers"]) {
        expect(readFeed(gate, feed, read(file))).toMatchObject({ records: [], dropped: [{ fault: true }] });
      }
    },
  );
});
