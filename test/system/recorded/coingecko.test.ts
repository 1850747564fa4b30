import { describe, expect, it } from "vitest";
import { coingecko } from "../../../build/sources/reference/coingecko.ts";
import { countReasons, readFeed } from "../../sources/read-feed.ts";
import { samples } from "./samples.ts";

const folder = "metadata/coingecko";
const load = (file: string) => samples.readJson(`${folder}/${file}`);
const markets = (file: string, now: number) => readFeed<"coin">(coingecko, "markets", load(file), { now });
const at2026 = Date.UTC(2026, 6, 7, 18, 5);

describe.skipIf(!samples.available)("recorded answers of CoinGecko (skipped without the recorded bodies)", () => {
  it("gives all 250 coins of the page of 2026-07-07, the stale one with its own time", () => {
    const { records, dropped } = markets("coins_markets.usd.p1.per250.2026-07-07.json", at2026);
    expect(dropped).toEqual([]);
    expect(records).toHaveLength(250);
    expect(records[0]).toMatchObject({ id: "bitcoin", symbol: "BTC", rank: 1, priceUsd: 64_039, maxSupply: 21e6 });
    expect(records.filter((coin) => coin.maxSupply === null)).toHaveLength(107);
    expect(records.every((coin) => coin.priceUsd !== null && coin.updatedAtMs !== null)).toBe(true);
    const stale = records.filter((coin) => at2026 - (coin.updatedAtMs ?? 0) > 86_400_000);
    expect(stale).toMatchObject([{ id: "peanut-2-2", volumeUsd: 0, changePercentage24h: null, high24hUsd: null }]);
    expect(records.map(({ name }) => name).join("")).not.toMatch(/\u{200B}/u);
  });

  it("gives all 250 coins of the page of 2022-01-29, 110 without a diluted valuation", () => {
    const file = "coins_markets.usd.p1.per250.allchanges.2022-01-29.json";
    const { records, dropped } = markets(file, Date.UTC(2022, 0, 29, 17, 9));
    expect(dropped).toEqual([]);
    expect(records).toHaveLength(250);
    expect(records.filter((coin) => coin.fullyDilutedValuationUsd === null)).toHaveLength(110);
    expect(records.filter((coin) => coin.changePercentage1y !== null).length).toBeGreaterThan(100);
  });

  it("gives the 16 small coins of a category, and none of a page past the end", () => {
    const small = markets("coins_markets.category-analytics.2022-06-13.json", Date.UTC(2022, 5, 13, 22, 15));
    expect([small.records.length, small.dropped.length]).toEqual([16, 0]);
    expect(markets("coins_markets.empty-page.json", at2026)).toEqual({ records: [], dropped: [] });
  });

  it("gives the sparkline of the row of 2025-08-24, which its finder cut to 15 points", () => {
    const { records } = markets("coins_markets.sparkline.truncated.2025-08-24.json", Date.UTC(2025, 7, 24, 12));
    expect(records).toHaveLength(1);
    expect(records[0]?.sparklineUsd).toHaveLength(15);
  });

  it.each([
    ["global.2026-07-11.json", 17_480, 1_497, 10, true],
    // Before 2026 the answer had no change of the volume.
    ["global.2022-01-24.json", 12_777, 724, 10, false],
  ])("reads %s", (file, activeCoins, count, shares, hasVolumeChange) => {
    const [record] = readFeed<"global">(coingecko, "global", load(file)).records;
    expect(record).toMatchObject({ activeCoins, markets: count });
    expect(Object.keys(record?.marketCapPercentage ?? {})).toHaveLength(shares);
    expect(record?.volumeChangePercentage24h !== null).toBe(hasVolumeChange);
  });

  it("gives all 250 exchanges of 2022-01-24: 96 without a country, 70 without a year", () => {
    const { records, dropped } = readFeed<"exchange">(coingecko, "exchanges", load("exchanges.per250.2022-01-24.json"));
    expect(countReasons(dropped)).toEqual({});
    expect(records).toHaveLength(250);
    expect(records.filter(({ country }) => country === null)).toHaveLength(96);
    expect(records.filter(({ yearEstablished }) => yearEstablished === null)).toHaveLength(70);
    expect(records.filter(({ url }) => url === null).length).toBeLessThan(10);
  });

  it.each([
    [
      "coins_bitcoin.nomarket.2024-05-30.json",
      { whitepaper: "https://bitcoin.org/bitcoin.pdf", genesisDate: "2009-01-03", platforms: {} },
    ],
    // Older answers have no white paper.
    ["coins_bitcoin.sparkline.2022-01-30.json", { whitepaper: null, twitter: "https://x.com/bitcoin" }],
    // A list of categories with a null in it.
    [
      "coins_aave.full.2022-06-20.json",
      { id: "aave", genesisDate: null, sourceCode: "https://github.com/aave/aave-protocol" },
    ],
  ])("reads the page of a coin: %s", (file, expected) => {
    const { records } = readFeed<"coin-detail">(coingecko, "details", load(file), { request: { url: "" } });
    expect(records).toMatchObject([expected]);
  });

  it.each([
    ["error_429.json", "Rate Limit"],
    ["error_404_coin_not_found.json", "Could not find coin"],
    ["error_422_missing_vs_currency.json", "Missing parameter"],
    ["error_500_ohlc.json", "Internal Server Error"],
  ])("recognises %s as an error", (file, message) => {
    for (const { id } of coingecko.feeds) {
      expect(() => readFeed(coingecko, id, load(file), { request: { url: "" } })).toThrow(message);
    }
  });

  it("refuses the DeFi totals of 2022-01-24 as global totals: another endpoint, numbers as text and no currencies", () => {
    expect(() => readFeed(coingecko, "global", load("global_decentralized_finance_defi.2022-01-24.json"))).toThrow();
  });

  it("finds no price in the list of 2022-05-30: another endpoint, ids and symbols only", () => {
    const { records, dropped } = readFeed<"coin">(coingecko, "markets", load("coins_list.2022-05-30.json"));
    expect(records.every((coin) => coin.priceUsd === null && coin.rank === null)).toBe(true);
    expect(records.length + dropped.length).toBe(13_433);
    expect(Object.keys(countReasons(dropped)).every((reason) => /symbol|name/.test(reason))).toBe(true);
  });
});
