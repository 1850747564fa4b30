import { describe, expect, it } from "vitest";
import { htx } from "../../../build/sources/exchanges/htx.ts";
import { readFeed } from "../../sources/read-feed.ts";
import { listMarkets } from "./list-markets.ts";
import { samples } from "./samples.ts";

interface TickersBody {
  data: { symbol: string; open: number; high: number; low: number }[];
}

const read = (file: string) => samples.readJson(`exchanges/htx/${file}`);
const readTickers = (file: string) => {
  const body = read(file) as TickersBody;
  const listing = listMarkets(body.data.map((row) => row.symbol));
  return readFeed<"ticker">(htx, "tickers", body, { records: { listing } });
};

describe.skipIf(!samples.available)("recorded answers of htx (skipped without the bodies)", () => {
  it("reads the five symbols of September 2026, two of them offline", () => {
    const { records, dropped } = readFeed<"listing">(
      htx,
      "listing",
      read("v2_settings_common_symbols.2026-09-27.trimmed.json"),
    );
    expect([records.length, dropped.length]).toEqual([5, 0]);
    expect(records.map((book) => [book.market, book.trading])).toEqual([
      ["btcusdt", true],
      ["usdcusdt", true],
      ["boousdt", false],
      ["ssvusdt", true],
      ["zrxhusd", false],
    ]);
  });

  it("reads every row of the trimmed tickers of September 2026 with a listing made from their names", () => {
    const { records, dropped } = readTickers("market_tickers.2026-09-27.trimmed.json");
    expect([records.length, dropped.length]).toEqual([7, 0]);
    for (const { last, baseVolume, quoteVolume } of records) {
      expect(Math.abs(quoteVolume! / baseVolume! / last - 1)).toBeLessThan(0.05);
    }
  });

  it("shows that the volumes are of 24 hours and open, high and low are not: a mean price lies outside their range", () => {
    const rows = (read("market_tickers.2026-09-27.trimmed.json") as TickersBody).data;
    const { records } = readTickers("market_tickers.2026-09-27.trimmed.json");
    const outside = records.filter(({ market, baseVolume, quoteVolume }) => {
      const row = rows.find((candidate) => candidate.symbol === market);
      const mean = quoteVolume! / baseVolume!;
      return mean < row!.low || mean > row!.high;
    });
    expect(outside.length).toBeGreaterThan(0);
    expect(records.every(({ open24h }) => open24h === null)).toBe(true);
  });

  it("reads the 34 rows of the regional brand of 2020, the 6 without trades dead, with a listing made from their names", () => {
    const { records, dropped } = readTickers("huobi-indonesia_market_tickers.2020-02-19.json");
    expect([records.length, dropped.length]).toEqual([34, 0]);
    const dead = records.filter(({ trades }) => trades === 0);
    expect(dead).toHaveLength(6);
    expect(dead.every(({ baseVolume, quoteVolume }) => baseVolume === 0 && quoteVolume === 0)).toBe(true);
    expect(records.every(({ bid, ask }) => bid === null && ask === null)).toBe(true);
  });

  it("refuses all 938 rows of v1_common_symbols.2021-04-17: the older endpoint has hyphenated names", () => {
    const { records, dropped } = readFeed(htx, "listing", read("v1_common_symbols.2021-04-17.full.json"));
    expect(records).toEqual([]);
    expect(dropped.filter((row) => row.fault)).toHaveLength(938);
  });
});
