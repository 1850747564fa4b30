import { describe, expect, it } from "vitest";
import type { MarketCoin } from "../../../build/market/market.ts";
import { buildGlobal } from "../../../build/market/totals/global.ts";
import type { Dataset } from "../../../build/normalise/record.ts";
import { RECORDS } from "../../normalise/records.ts";
import { dataset, NOW } from "../small-market.ts";

const coin = (symbol: string, rank: number | null, marketCap: number | null, volume: number | null = 1) =>
  ({ symbol, rank, marketCap, volume }) as MarketCoin;
const COINS = [coin("BTC", 1, 60), coin("ETH", 2, 30, 5), coin("NEW", null, null, null)];
const reference = (change = {}) =>
  dataset("global", "coingecko", [{ ...RECORDS.global, totalMarketCapUsd: 200, ...change }]) as Dataset<"global">;

describe("the whole market", () => {
  it("has the reference's totals, our own shares in them, and the books that we counted", () => {
    expect(buildGlobal(reference(), COINS, 7_000, NOW)).toEqual({
      source: "coingecko",
      activeCoins: 18_000,
      markets: 7_000,
      totalMarketCap: 200,
      totalVolume: 1e11,
      marketCapPercentage: { btc: 30, eth: 15 },
      marketCapChangePercentage24h: 1,
      volumeChangePercentage24h: -5,
      updatedAtMs: NOW - 60_000,
    });
  });

  it("is summed up from the coins where no reference answers, without inventing changes", () => {
    expect(buildGlobal(undefined, COINS, 7_000, NOW)).toMatchObject({
      source: null,
      activeCoins: 3,
      totalMarketCap: 90,
      totalVolume: 6,
      marketCapPercentage: { btc: (60 / 90) * 100, eth: (30 / 90) * 100 },
      marketCapChangePercentage24h: null,
      volumeChangePercentage24h: null,
      updatedAtMs: NOW,
    });
  });

  it("is unknown where nobody knows anything", () => {
    expect(buildGlobal(undefined, [], 0, NOW)).toBeNull();
  });

  it("names the ten largest, and of two with one ticker the larger", () => {
    const many = Array.from({ length: 15 }, (_, index) =>
      coin(index === 1 ? "C0" : `C${index}`, index + 1, 20 - index),
    );
    const shares = buildGlobal(reference(), many, 0, NOW)?.marketCapPercentage ?? {};
    expect(Object.keys(shares)).toEqual(["c0", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9", "c10"]);
    expect(shares["c0"]).toBe(10);
  });

  it("may have a coin that is called like what every object knows", () => {
    const shares = buildGlobal(reference(), [coin("__PROTO__", 1, 20)], 0, NOW)?.marketCapPercentage ?? {};
    expect(Object.entries(shares)).toEqual([["__proto__", 10]]);
  });

  it("is no younger than its arrival", () => {
    expect(buildGlobal(reference({ updatedAtMs: NOW + 60_000 }), COINS, 0, NOW)?.updatedAtMs).toBe(NOW);
    expect(buildGlobal(reference({ updatedAtMs: null }), COINS, 0, NOW)?.updatedAtMs).toBe(NOW);
  });
});
