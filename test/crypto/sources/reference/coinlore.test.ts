import { describe, expect, it } from "vitest";
import { coinlore } from "../../../../build/crypto/sources/reference/coinlore.ts";
import { createContext, readFeed } from "../read-feed.ts";

const NOW = Date.UTC(2026, 10, 20, 9, 15);

const row = (changes: Record<string, unknown> = {}) => ({
  id: "1",
  symbol: "SMP",
  name: "Sample Coin",
  nameid: "sample-coin",
  rank: 7,
  price_usd: "12.50",
  percent_change_24h: "-1.25",
  percent_change_1h: "0.13",
  percent_change_7d: "2.39",
  market_cap_usd: "1250000.00",
  volume24: 3_000.5,
  volume24a: 4_000,
  csupply: "100000.00",
  tsupply: "200000",
  msupply: "",
  ...changes,
});
const read = (...data: unknown[]) =>
  readFeed<"coin">(coinlore, "tickers", { data, info: { coins_num: 9, time: NOW / 1_000 - 60 } }, { now: NOW });

describe("tickers", () => {
  it("asks for pages of a hundred", () => {
    expect(coinlore.feeds[0]?.requests(createContext({ now: NOW, coins: 250 })).map(({ url }) => url)).toEqual([
      "https://api.coinlore.net/api/tickers/?start=0&limit=100",
      "https://api.coinlore.net/api/tickers/?start=100&limit=100",
      "https://api.coinlore.net/api/tickers/?start=200&limit=100",
    ]);
  });

  it("reads numbers that are texts, and the time of the page", () => {
    expect(read(row()).records[0]).toMatchObject({
      id: "sample-coin",
      priceUsd: 12.5,
      changePercentage24h: -1.25,
      marketCapUsd: 1_250_000,
      volumeUsd: 3_000.5,
      circulatingSupply: 100_000,
      totalSupply: 200_000,
      maxSupply: null,
      changePercentage30d: null,
      updatedAtMs: NOW - 60_000,
    });
  });

  it("has no price for what six decimals cannot tell", () => {
    expect(read(row({ price_usd: "0.000004" })).records[0]?.priceUsd).toBeNull();
    expect(read(row({ price_usd: "0.001234" })).records[0]?.priceUsd).toBe(0.001234);
  });

  it("maps its names to the common ids", () => {
    const names = ["binance-coin", "avalanche", "bitcoin"];
    expect(read(...names.map((nameid) => row({ nameid }))).records.map(({ id }) => id)).toEqual([
      "binancecoin",
      "avalanche-2",
      "bitcoin",
    ]);
  });
});

describe("global", () => {
  it("reads an array of one, and none of its record highs", () => {
    const body = [
      {
        coins_count: 15_000,
        active_markets: 29_000,
        total_mcap: 2_000,
        total_volume: 300,
        btc_d: "59.50",
        eth_d: "11.30",
        mcap_change: "-1.12",
        volume_change: "10.84",
        mcap_ath: 3e16,
      },
    ];
    expect(readFeed(coinlore, "global", body).records).toEqual([
      {
        activeCoins: 15_000,
        markets: null,
        totalMarketCapUsd: 2_000,
        totalVolumeUsd: 300,
        marketCapPercentage: { btc: 59.5, eth: 11.3 },
        marketCapChangePercentage24h: -1.12,
        volumeChangePercentage24h: 10.84,
        updatedAtMs: null,
      },
    ]);
    expect(() => readFeed(coinlore, "global", [])).toThrow();
  });

  it("is a fallback throughout", () => {
    expect(coinlore.feeds.every(({ fallback }) => fallback === true)).toBe(true);
  });
});
