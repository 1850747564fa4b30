import { describe, expect, it } from "vitest";
import type { Protocol } from "../../../build/normalise/record.ts";
import { defillama } from "../../../build/sources/defi/defillama.ts";
import { countReasons, readFeed } from "../../sources/read-feed.ts";
import { samples } from "./samples.ts";

const load = (file: string) => samples.readJson(`metadata/defillama/${file}`);
const sumChains = (row: Protocol) => Object.values(row.chainTvlsUsd).reduce((sum, tvl) => sum + tvl, 0);

describe.skipIf(!samples.available)("recorded answers of DefiLlama (skipped without the recorded bodies)", () => {
  it("gives 1,909 of the 1,910 protocols of 2022-09-13: one has a negative TVL on a chain", () => {
    const { records, dropped } = readFeed<"protocol">(defillama, "protocols", load("protocols.2022-09-13.json"));
    expect(countReasons(dropped)).toEqual({ "malformed row: chainTvls.Fantom: negative": 1 });
    expect(records).toHaveLength(1_909);
    expect(records.filter(({ symbol }) => symbol === null)).toHaveLength(290);
    const unequal = records.filter((row) => Math.abs(sumChains(row) - row.tvlUsd) > 1e-6 * Math.max(1, row.tvlUsd));
    // Some adapters add or take off amounts that no chain carries.
    expect(unequal.length).toBeLessThan(10);
  });

  it("reads the four rows that were kept of the protocols of 2026-10, exchanges included", () => {
    const { records, dropped } = readFeed<"protocol">(defillama, "protocols", load("protocols.truncated.2026-10.json"));
    expect(dropped).toEqual([]);
    expect(records.map(({ slug, category }) => [slug, category])).toContainEqual(["binance-cex", "CEX"]);
    for (const row of records) expect(sumChains(row) / row.tvlUsd).toBeCloseTo(1, 6);
  });

  it.each([
    // One of the 99 ids is 0, which no chain has.
    ["v2_chains.2024-03.json", 253, 98],
    ["v2_chains.truncated.2026-10.json", 30, 23],
  ])("reads all chains of %s", (file, count, withId) => {
    const { records, dropped } = readFeed<"chain">(defillama, "chains", load(file));
    expect(dropped).toEqual([]);
    expect(records).toHaveLength(count);
    expect(records.filter(({ chainId }) => chainId !== null)).toHaveLength(withId);
  });

  it("reads the DEX volume of 2026-07-09", () => {
    expect(readFeed(defillama, "dex-volume", load("overview_dexs.2026-07-09.json")).records).toEqual([
      { total24hUsd: 7_921_139_942, changePercentage1d: 6.47 },
    ]);
  });

  it("rejects all 1,411 points of the charts of 2022-09-13: the older endpoint names the value otherwise", () => {
    const { records, dropped } = readFeed(defillama, "tvl", load("charts.2022-09-13.json"));
    expect([records.length, dropped.length]).toEqual([0, 1_411]);
  });

  it("reads the same points, dates as text included, once the value has its present name", () => {
    const points = (load("charts.2022-09-13.json") as { date: string; totalLiquidityUSD: number }[]).map((point) => ({
      date: point.date,
      tvl: point.totalLiquidityUSD,
    }));
    const { records, dropped } = readFeed<"tvl">(defillama, "tvl", points);
    expect([records.length, dropped.length]).toEqual([1_411, 0]);
    expect(records[0]?.timeMs).toBe(1_541_203_200_000);
  });

  it("refuses a price answer as protocols: another endpoint, an object", () => {
    expect(() => readFeed(defillama, "protocols", load("coins_prices_current.two.json"))).toThrow();
  });
});
