import { describe, expect, it } from "vitest";
import { DAY_MS, HOUR_MS } from "../../build/lib/time.ts";
import { believeGlobal, type RememberedGlobal } from "../../build/market/believe-global.ts";
import type { MarketCoin } from "../../build/market/market.ts";
import type { Dataset, ReferenceGlobal } from "../../build/normalise/record.ts";
import { RECORDS } from "../normalise/records.ts";
import { dataset, NOW } from "./small-market.ts";

/** Ten coins of 100 each, with 10 traded. */
const coins = Array.from({ length: 10 }, () => ({ marketCap: 100, volume: 10 }) as MarketCoin);
const totals = (source: string, totalMarketCapUsd: number, totalVolumeUsd = 100, change = {}) => {
  const record: ReferenceGlobal = { ...RECORDS.global, totalMarketCapUsd, totalVolumeUsd };
  return dataset("global", source, [record], change) as Dataset<"global">;
};
const last: RememberedGlobal = {
  source: "coingecko",
  record: totals("coingecko", 1_100).records[0]!,
  timeMs: NOW - HOUR_MS,
};
const believe = (datasets: Dataset<"global">[], remembered?: RememberedGlobal, of = coins) =>
  believeGlobal(datasets, of, remembered, NOW);

describe("totals of the market", () => {
  it("are the first ones that agree with the coins, and are remembered", () => {
    const first = totals("coingecko", 1_100);
    expect(believe([first, totals("coinlore", 1_000)])).toMatchObject({
      dataset: first,
      doubts: [],
      memory: { source: "coingecko", timeMs: NOW },
    });
  });

  it.each([
    ["less than its coins", totals("coingecko", 790), /the 10 coins covered/],
    ["many times its largest coins", totals("coingecko", 3_001), /its 10 largest coins are only/],
    ["with less traded than a tenth of what its coins trade", totals("coingecko", 1_100, 9), /the coins covered alone/],
  ])("are not believed when they are %s", (_what, wrong, doubt) => {
    const other = totals("coinlore", 1_000);
    const found = believe([wrong, other]);
    expect(found.dataset).toBe(other);
    expect(found.doubts).toHaveLength(1);
    expect(found.doubts[0]).toMatch(doubt);
    expect(found.doubts[0]).toMatch(/^coingecko: /);
  });

  it("are never less than a single coin", () => {
    const lonely = [{ marketCap: 100, volume: null } as MarketCoin];
    expect(believe([totals("coingecko", 99)], undefined, lonely).dataset).toBeUndefined();
    // A few coins say nothing about how large the rest is.
    expect(believe([totals("coingecko", 9_000)], undefined, lonely).doubts).toEqual([]);
  });

  it("do not move by a third within an hour: then the last ones stand, and say that they are old", () => {
    for (const wrong of [totals("coingecko", 1_500), totals("coingecko", 1_100, 1_001)]) {
      expect(believe([wrong], last)).toMatchObject({
        dataset: { source: "coingecko", stale: true, fetchedAtMs: last.timeMs, records: [last.record] },
        memory: last,
      });
    }
    expect(believe([totals("coingecko", 1_400)], last).doubts).toEqual([]);
  });

  it("are computed from the coins where nothing can be believed, and compared with nothing older than a day", () => {
    expect(believe([totals("coingecko", 9_999)])).toMatchObject({ dataset: undefined, memory: undefined });
    const old = { ...last, timeMs: NOW - DAY_MS - 1 };
    expect(believe([totals("coingecko", 1_500)], old).doubts).toEqual([]);
    expect(believe([totals("coingecko", 9_999)], old).dataset).toBeUndefined();
  });

  it("of a source that failed are not newer than those that were believed before", () => {
    const stale = totals("coingecko", 1_150, 100, { stale: true });
    expect(believe([stale], last)).toMatchObject({ dataset: stale, memory: last });
  });
});
