import { describe, expect, it } from "vitest";
import { mergeReferenceCoins as merge } from "../../../../build/crypto/market/coins/merge-reference.ts";
import { openRegistry } from "../../../../build/crypto/market/identity/identity-registry.ts";
import type { Dataset, ReferenceCoin } from "../../../../build/crypto/normalise/record.ts";
import { NOW, RECORDS } from "../../normalise/records.ts";
import { dataset as makeDataset } from "../small-market.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

function dataset(source: string, stale: boolean, ...coins: Partial<ReferenceCoin>[]): Dataset<"coin"> {
  const records = coins.map((coin) => ({ ...RECORDS.coin, ...coin }));
  const fetchedAtMs = stale ? NOW - HOUR_MS : NOW;
  const ownIds = source !== "coingecko" && { ownIds: true as const };
  return makeDataset("coin", source, records, { feed: "list", fetchedAtMs, stale, ...ownIds }) as Dataset<"coin">;
}

/** Half an hour is the cadence of all of them. */
function mergeReferenceCoins(datasets: readonly Dataset<"coin">[], now = NOW) {
  return merge(datasets, { now, limit: 100, registry: openRegistry(undefined), cadenceOf: () => HOUR_MS / 2 });
}

const old = { updatedAtMs: NOW - HOUR_MS, priceUsd: 90_000 };
const recent = { updatedAtMs: NOW - 60_000, priceUsd: 91_000, sparklineUsd: [] };

describe("the list of coins", () => {
  it("is the first source's, while that answers", () => {
    const gecko = dataset("coingecko", false, old);
    const { coins, stale, used } = mergeReferenceCoins([dataset("coinpaprika", false, recent), gecko]);
    expect(coins).toEqual(gecko.records);
    expect(stale.size).toBe(0);
    expect(used).toEqual([gecko]);
  });

  it("is the next one's where the first never answered", () => {
    const paprika = dataset("coinpaprika", false, recent);
    expect(mergeReferenceCoins([dataset("coinlore", false, old), paprika]).used).toEqual([paprika]);
    expect(mergeReferenceCoins([])).toMatchObject({ coins: [], used: [] });
  });

  it("is the first source's last one with fresher prices laid over it where that failed", () => {
    const gecko = dataset("coingecko", true, old, { ...old, id: "only-gecko", symbol: "ONLY" });
    const paprika = dataset("coinpaprika", false, {
      ...recent,
      name: "BTC",
      high24hUsd: null,
      changePercentage30d: null,
    });
    const { coins, stale, laidOver, used } = mergeReferenceCoins([paprika, gecko]);
    expect([...laidOver]).toEqual([["bitcoin", "coinpaprika"]]);
    expect(coins.map(({ id, priceUsd, name }) => [id, priceUsd, name])).toEqual([
      ["bitcoin", 91_000, "Bitcoin"],
      ["only-gecko", 90_000, "Bitcoin"],
    ]);
    // What the new price contradicts goes, what it does not stays.
    expect(coins[0]).toMatchObject({ updatedAtMs: NOW - 60_000, high24hUsd: null, sparklineUsd: [], athUsd: 126_000 });
    expect(coins[0]?.changePercentage30d).toBe(5);
    expect([...stale]).toEqual(["only-gecko"]);
    expect(used).toEqual([gecko, paprika]);
  });

  it("gains the largest new coins of a fallback once its own source is unavailable for a day", () => {
    const row = (id: string, symbol: string, change: Partial<ReferenceCoin> = {}) => ({
      ...recent,
      updatedAtMs: NOW + 22 * HOUR_MS,
      id,
      symbol,
      sourceId: { id: `own-${id}`, certain: false },
      ...change,
    });
    const gecko = dataset("coingecko", true, old, { ...old, id: "only-gecko", symbol: "ONLY" });
    const rows = [
      row("bitcoin", "BTC"),
      row("new-coin", "NEW", { marketCapUsd: 5e9 }),
      // It may be `only-gecko` under an id that was not learned yet.
      row("only", "ONLY", { marketCapUsd: 6e9 }),
      row("unranked", "UNR", { rank: null }),
    ];
    const at = (now: number) => mergeReferenceCoins([dataset("coinpaprika", false, ...rows), gecko], now);
    expect(at(NOW + 22 * HOUR_MS).coins.map(({ id }) => id)).toEqual(["bitcoin", "only-gecko"]);
    const merged = at(NOW + 24 * HOUR_MS);
    expect(merged.coins.map(({ id }) => id)).toEqual(["bitcoin", "new-coin", "only-gecko"]);
    expect([...merged.provisional]).toEqual(["new-coin"]);
    expect(merged.laidOver.get("new-coin")).toBe("coinpaprika");
  });

  it("has market caps of the fresh price and the remembered supply, with the date of the supply", () => {
    const stated = NOW - HOUR_MS;
    const gecko = dataset("coingecko", true, { ...old, circulatingSupply: 20e6 });
    const fresh = {
      ...recent,
      sourceId: { id: "btc-bitcoin", certain: true },
      marketCapUsd: 1,
      circulatingSupply: 30e6,
    };
    const { coins, supplyTimes } = mergeReferenceCoins([gecko, dataset("coinpaprika", false, fresh)]);
    expect(coins[0]).toMatchObject({ circulatingSupply: 20e6, marketCapUsd: 20e6 * 91_000 });
    expect(supplyTimes.get("bitcoin")).toBe(stated);
    // A coin that was redenominated has the new supply.
    const split = dataset("coinpaprika", false, { ...fresh, circulatingSupply: 20e9, marketCapUsd: 7 });
    const after = mergeReferenceCoins([gecko, split]);
    expect(after.coins[0]).toMatchObject({ circulatingSupply: 20e9, marketCapUsd: 7 });
    expect(after.supplyTimes.get("bitcoin")).toBe(recent.updatedAtMs);
  });

  it("keeps the coins of a page that did answer as they are, where others failed", () => {
    const young = { updatedAtMs: NOW - 14 * 60_000, priceUsd: 92_000, circulatingSupply: 30e6, marketCapUsd: 3e12 };
    const gecko = dataset("coingecko", true, young, { ...old, id: "second-page", symbol: "TWO" });
    const paprika = dataset("coinpaprika", false, recent, { ...recent, id: "second-page", symbol: "TWO" });
    const { coins, stale } = mergeReferenceCoins([gecko, paprika]);
    expect(coins.map(({ priceUsd }) => priceUsd)).toEqual([92_000, 91_000]);
    expect(stale.size).toBe(0);
  });

  it("is old if no source responded", () => {
    const { coins, stale } = mergeReferenceCoins([
      dataset("coingecko", true, old),
      dataset("coinpaprika", true, recent),
    ]);
    // The newest known price, but of an earlier run like the other one.
    expect(coins[0]?.priceUsd).toBe(91_000);
    expect([...stale]).toEqual(["bitcoin"]);
  });
});

describe("a coin of a list that is not answered any more", () => {
  const at = (ageMs: number, updatedAtMs: number | null = NOW) =>
    mergeReferenceCoins([dataset("coingecko", true, { ...old, updatedAtMs })], NOW + ageMs).coins[0];

  it("keeps the range of its day for three cadences and its price for a day", () => {
    const known = dataset("coingecko", true, { ...old, updatedAtMs: NOW }).records[0];
    expect(at(1.5 * HOUR_MS)).toEqual(known);
    expect(at(1.5 * HOUR_MS + 1)).toEqual({ ...known, high24hUsd: null, low24hUsd: null });
    expect(at(DAY_MS)?.priceUsd).toBe(90_000);
    expect(at(DAY_MS + 1)).toMatchObject({ priceUsd: null, marketCapUsd: null, volumeUsd: null });
    expect(at(DAY_MS + 1)?.changePercentage1y).toBeNull();
    expect(at(HOUR_MS, null)?.priceUsd).toBeNull();
  });

  it("keeps its identity, supply and extremes", () => {
    const { id, image, circulatingSupply, athUsd, rank } = RECORDS.coin;
    expect(at(29 * DAY_MS)).toMatchObject({ id, image, circulatingSupply, athUsd, rank });
  });

  it("has the price of a source that lists it, even if its own is old", () => {
    const now = NOW + 20 * DAY_MS;
    const paprika = dataset("coinpaprika", false, { updatedAtMs: now - 60_000, priceUsd: 99_000 });
    const { coins, stale } = mergeReferenceCoins([dataset("coingecko", true, old), paprika], now);
    expect(coins[0]).toMatchObject({ priceUsd: 99_000, updatedAtMs: now - 60_000 });
    expect(stale.size).toBe(0);
  });
});

describe("a fresher price", () => {
  const base = dataset("coingecko", true, old);
  const merged = (fresh: Partial<ReferenceCoin>) =>
    mergeReferenceCoins([base, dataset("coinpaprika", false, { ...recent, ...fresh })]);

  it.each<[string, Partial<ReferenceCoin>]>([
    ["of another id, whatever the ticker", { id: "bitcoin-2" }],
    ["of another ticker, whatever the id", { symbol: "WBTC" }],
    ["that is unknown", { priceUsd: null }],
    ["that is not fresher", { updatedAtMs: NOW - 2 * HOUR_MS }],
    ["of no known time", { updatedAtMs: null }],
    ["that must be another coin's", { priceUsd: 90 }],
  ])("%s is not laid over", (_name, fresh) => {
    const { coins, stale } = merged(fresh);
    expect(coins).toEqual(base.records);
    expect(stale.has("bitcoin")).toBe(true);
  });
});
