import { describe, expect, it } from "vitest";
import { mergeReferenceCoins } from "../../build/market/merge-reference.ts";
import { pickDataset } from "../../build/market/reference-priority.ts";
import type { Dataset, ReferenceCoin } from "../../build/normalise/record.ts";
import { NOW, RECORDS } from "../normalise/records.ts";

const HOUR_MS = 3_600_000;

function dataset(source: string, stale: boolean, ...coins: Partial<ReferenceCoin>[]): Dataset<"coin"> {
  const records = coins.map((coin) => ({ ...RECORDS.coin, ...coin }));
  return { source, feed: "list", kind: "coin", records, fetchedAtMs: stale ? NOW - HOUR_MS : NOW, stale };
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
    expect(mergeReferenceCoins([])).toEqual({ coins: [], stale: new Set(), used: [] });
  });

  it("is the first source's last one with fresher prices laid over it where that failed", () => {
    const gecko = dataset("coingecko", true, old, { ...old, id: "only-gecko", symbol: "ONLY" });
    const paprika = dataset("coinpaprika", false, {
      ...recent,
      name: "BTC",
      high24hUsd: null,
      changePercentage30d: null,
    });
    const { coins, stale, used } = mergeReferenceCoins([paprika, gecko]);
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

  it("is old where nobody answered", () => {
    const { coins, stale } = mergeReferenceCoins([
      dataset("coingecko", true, old),
      dataset("coinpaprika", true, recent),
    ]);
    expect(coins[0]?.priceUsd).toBe(90_000);
    expect([...stale]).toEqual(["bitcoin"]);
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

describe("pickDataset", () => {
  it("prefers who answered, then who is asked first, whatever the order", () => {
    const gecko = dataset("coingecko", true);
    const paprika = dataset("coinpaprika", false);
    const lore = dataset("coinlore", false);
    for (const datasets of [
      [gecko, lore, paprika],
      [paprika, lore, gecko],
    ]) {
      expect(pickDataset(datasets)).toBe(paprika);
    }
    expect(pickDataset([lore, gecko].map((each) => ({ ...each, stale: true })))?.source).toBe("coingecko");
    expect(pickDataset([])).toBeUndefined();
  });
});
