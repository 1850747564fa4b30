import { describe, expect, it } from "vitest";
import { createDemoMarket } from "../../../../build/crypto/demo/create-demo-market.ts";
import type { ReferenceCoin } from "../../../../build/crypto/normalise/record.ts";
import { coinlore } from "../../../../build/crypto/sources/reference/coinlore.ts";
import { coinpaprika } from "../../../../build/crypto/sources/reference/coinpaprika.ts";
import { ask, readSource } from "./read-simulated.ts";

const NOW = Date.UTC(2026, 10, 20, 10, 15);
const demo = createDemoMarket({ seed: 7, coins: 250, now: NOW });
const known = new Set(demo.coins.map(({ id }) => id));

describe.each([coinpaprika, coinlore])("$name", (source) => {
  const coins = readSource(source, demo).get("tickers")!.records as ReferenceCoin[];

  it("names nine coins in ten so that they can be matched, and agrees on their prices", () => {
    const matched = coins.filter(({ id }) => known.has(id));
    expect(matched.length).toBeGreaterThan(0.9 * coins.length);
    for (const { id, priceUsd, updatedAtMs } of matched) {
      if (priceUsd === null || updatedAtMs! < NOW - 10 * 60_000) continue;
      const truth = demo.priceUsd(id, NOW)!;
      // Two decimals above a dollar are all that the coarser of the two gives.
      expect(Math.abs(priceUsd / truth - 1), id).toBeLessThan(0.001 + 0.005 / Math.max(truth, 1));
    }
  });
});

describe("CoinPaprika's tickers", () => {
  const rows = ask(demo, "https://api.coinpaprika.com/v1/tickers").body as Record<string, unknown>[];
  const usd = rows.map((row) => (row["quotes"] as { USD: Record<string, number> }).USD);

  it("have unique ids", () => {
    const ids = rows.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toContain("btc-bitcoin");
  });

  it("write zeros for what is not known", () => {
    expect(usd.every((quote) => quote["percent_change_30d"] === 0 && quote["percent_change_1y"] === 0)).toBe(true);
    expect(rows.filter((row) => row["max_supply"] === 0).length).toBeGreaterThan(10);
    expect(rows.every((row) => !("circulating_supply" in row))).toBe(true);
  });

  it("carry percentages that went through a 32-bit float", () => {
    expect(usd.some((quote) => String(quote["percent_change_24h"]).length > 8)).toBe(true);
    expect(usd.every((quote) => Math.fround(quote["percent_change_24h"]!) === quote["percent_change_24h"])).toBe(true);
  });
});

describe("CoinLore", () => {
  const page = (query: string) =>
    (ask(demo, `https://api.coinlore.net/api/tickers/?${query}`).body as { data: Record<string, unknown>[] }).data;

  it("numbers the coins of all pages, and gives an empty page past the end", () => {
    expect(page("start=100&limit=100")[0]!["rank"]).toBe(101);
    expect(page("start=900&limit=100")).toEqual([]);
  });

  it("writes numbers as text with few decimals, and unknown supplies in two ways", () => {
    const rows = [page("start=0&limit=100"), page("start=100&limit=100"), page("start=200&limit=100")].flat();
    expect(rows.every((row) => typeof row["price_usd"] === "string" && typeof row["csupply"] === "string")).toBe(true);
    expect(rows.map((row) => row["price_usd"])).toContain("0.000000");
    expect(rows.map((row) => row["msupply"])).toEqual(expect.arrayContaining(["", null]));
  });
});
