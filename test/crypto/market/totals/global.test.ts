import { describe, expect, it } from "vitest";
import type { MarketCoin } from "../../../../build/crypto/market/model/market.ts";
import { buildGlobal, type RememberedGlobal, validateGlobal } from "../../../../build/crypto/market/totals/global.ts";
import type { Dataset, ReferenceGlobal } from "../../../../build/crypto/normalise/record.ts";
import { DAY_MS, HOUR_MS } from "../../../../build/lib/time.ts";
import { RECORDS } from "../../normalise/records.ts";
import { coin, dataset, NOW } from "../small-market.ts";

const marketCoin = (symbol: string, rank: number | null, marketCap: number | null, volume: number | null = 1) =>
  ({ symbol, rank, marketCap, volume }) as MarketCoin;
const COINS = [marketCoin("BTC", 1, 60), marketCoin("ETH", 2, 30, 5), marketCoin("NEW", null, null, null)];
const reference = (change = {}) =>
  dataset("global", "coingecko", [{ ...RECORDS.global, totalMarketCapUsd: 200, ...change }]) as Dataset<"global">;

describe("the whole market", () => {
  it("has the reference's totals, our own shares in them, and the number of listings", () => {
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

  it("is the sum of the coins without a reference, and has no changes", () => {
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

  it("is unknown without any data", () => {
    expect(buildGlobal(undefined, [], 0, NOW)).toBeNull();
  });

  it("lists the ten largest coins, and of two with one ticker the larger", () => {
    const many = Array.from({ length: 15 }, (_, index) =>
      marketCoin(index === 1 ? "C0" : `C${index}`, index + 1, 20 - index),
    );
    const shares = buildGlobal(reference(), many, 0, NOW)?.marketCapPercentage ?? {};
    expect(Object.keys(shares)).toEqual(["c0", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9", "c10"]);
    expect(shares["c0"]).toBe(10);
  });

  it("is never less than its coins, so that their shares add up to 100 % at most", () => {
    const low = buildGlobal(reference({ totalMarketCapUsd: 80 }), COINS, 0, NOW);
    expect(low).toMatchObject({
      totalMarketCap: 90,
      marketCapPercentage: { btc: (60 / 90) * 100, eth: (30 / 90) * 100 },
    });
  });

  it("may be less than its coins with the wrapped ones, whose value is that of other coins", () => {
    const wrapped = { ...marketCoin("WBTC", 3, 20), wrapped: true };
    expect(buildGlobal(reference({ totalMarketCapUsd: 95 }), [...COINS, wrapped], 0, NOW)?.totalMarketCap).toBe(95);
  });

  it("may have a coin named like a property of every object", () => {
    const shares = buildGlobal(reference(), [marketCoin("__PROTO__", 1, 20)], 0, NOW)?.marketCapPercentage ?? {};
    expect(Object.entries(shares)).toEqual([["__proto__", 10]]);
  });

  it("is no younger than its arrival", () => {
    expect(buildGlobal(reference({ updatedAtMs: NOW + 60_000 }), COINS, 0, NOW)?.updatedAtMs).toBe(NOW);
    expect(buildGlobal(reference({ updatedAtMs: null }), COINS, 0, NOW)?.updatedAtMs).toBe(NOW);
  });
});

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
const validate = (
  datasets: Dataset<"global">[],
  remembered?: RememberedGlobal,
  of = coins,
  lists: readonly Dataset<"coin">[] = [],
) => validateGlobal(datasets, lists, of, remembered, NOW);

describe("totals of the market", () => {
  it("are the first ones that agree with the coins, and are remembered", () => {
    const first = totals("coingecko", 1_100);
    expect(validate([first, totals("coinlore", 1_000)])).toMatchObject({
      dataset: first,
      warnings: [],
      memory: { source: "coingecko", timeMs: NOW, anchor: { coins: 10, marketCapRatio: 1.1, volumeRatio: 1 } },
    });
  });

  it.each([
    ["less than its coins", totals("coingecko", 790), /the 10 coins covered/],
    ["many times its largest coins", totals("coingecko", 3_001), /its 10 largest coins are only/],
    ["with less traded than a tenth of what its coins trade", totals("coingecko", 1_100, 9), /the coins covered alone/],
  ])("are refused when they are %s", (_what, wrong, warning) => {
    const other = totals("coinlore", 1_000);
    const found = validate([wrong, other]);
    expect(found.dataset).toBe(other);
    expect(found.warnings).toHaveLength(1);
    expect(found.warnings[0]).toMatch(warning);
    expect(found.warnings[0]).toMatch(/^coingecko: /);
  });

  it("are never less than a single coin", () => {
    const lonely = [{ marketCap: 100, volume: null } as MarketCoin];
    expect(validate([totals("coingecko", 99)], undefined, lonely).dataset).toBeUndefined();
    // A few coins say nothing about how large the rest is.
    expect(validate([totals("coingecko", 9_000)], undefined, lonely).warnings).toEqual([]);
  });

  it("do not leave their coins step by step, however long it goes on", () => {
    let memory = validate([totals("coingecko", 1_100)]).memory;
    for (let build = 1; build <= 100; build++) {
      const now = NOW + build * HOUR_MS;
      const drifting = totals("coingecko", 1_100 * Math.min(1.29 ** build, 2.7), 100, { fetchedAtMs: now });
      const found = validateGlobal([drifting], [], coins, memory, now);
      expect(found.dataset?.records[0]?.totalMarketCapUsd ?? 0, `build ${build}`).toBeLessThanOrEqual(1_320);
      memory = found.memory;
    }
    // They move with the coins.
    const doubled = coins.map((coin) => ({ ...coin, marketCap: 200, volume: 20 }));
    const honest = totals("coingecko", 2_200, 200, { fetchedAtMs: NOW + 200 * HOUR_MS });
    expect(validateGlobal([honest], [], doubled, memory, NOW + 200 * HOUR_MS).warnings).toEqual([]);
  });

  it("of volume do not leave the coins step by step either", () => {
    let memory = validate([totals("coingecko", 1_100)]).memory;
    for (let build = 1; build <= 20; build++) {
      const now = NOW + build * HOUR_MS;
      const drifting = totals("coingecko", 1_100, 100 * 1.5 ** build, { fetchedAtMs: now });
      const found = validateGlobal([drifting], [], coins, memory, now);
      expect(found.dataset?.records[0]?.totalVolumeUsd ?? 0).toBeLessThanOrEqual(400);
      memory = found.memory;
    }
  });

  describe("of volume beside the rows of their own source", () => {
    /** A hundred rows of a source that add up to 200. */
    const list = (source: string, change = {}) =>
      dataset(
        "coin",
        source,
        Array.from({ length: 100 }, (_, index) => coin(`c${index}`, `C${index}`, 1, { volumeUsd: 2 })),
        change,
      ) as Dataset<"coin">;
    const believed = (volume: number, lists: Dataset<"coin">[], remembered?: RememberedGlobal) =>
      validate([totals("coingecko", 1_100, volume)], remembered, coins, lists).dataset;

    it("are accepted up to a factor of three, also in a first build", () => {
      for (const volume of [70, 200, 590]) expect(believed(volume, [list("coingecko")])?.stale).toBe(false);
      for (const volume of [20, 66, 601, 900]) expect(believed(volume, [list("coingecko")])).toBeUndefined();
    });

    it("do not drift away from them in small steps", () => {
      const anchor = { timeMs: NOW, coins: 10, marketCapRatio: 1.1, volumeRatio: 2 };
      const before = totals("coingecko", 1_100, 70).records[0]!;
      const remembered = { ...last, record: before, anchor };
      // Two thirds of the last one, which itself was far below: neither the last total nor the
      // anchor objects.
      expect(believed(76, [], remembered)?.stale).toBe(false);
      expect(believed(60, [list("coingecko")], remembered)).toMatchObject({ stale: true, records: [before] });
    });

    it("are not compared with rows of another source, of an older answer, or with few rows", () => {
      const few = { ...list("coingecko"), records: list("coingecko").records.slice(0, 9) };
      for (const other of [list("coinlore"), list("coingecko", { stale: true }), few]) {
        expect(believed(20, [other])?.stale).toBe(false);
      }
      // A coin that two lists of the source hold is one coin.
      expect(believed(580, [list("coingecko"), list("coingecko")])?.stale).toBe(false);
      expect(believed(70, [list("coingecko"), list("coingecko")])?.stale).toBe(false);
    });
  });

  it("of many coins are not much more than these, and no volume is a hundred times theirs", () => {
    const many = Array.from({ length: 100 }, () => ({ marketCap: 10, volume: 1 }) as MarketCoin);
    expect(validate([totals("coingecko", 1_490)], undefined, many).warnings).toEqual([]);
    expect(validate([totals("coingecko", 1_510)], undefined, many).dataset).toBeUndefined();
    expect(validate([totals("coingecko", 1_100, 100_000)], undefined, many).dataset).toBeUndefined();
  });

  it("keep their change only where the coins have moved like that", () => {
    const risen = coins.map((coin) => ({ ...coin, changePercentage: { "24h": 10 } }) as MarketCoin);
    const told = (marketCapChangePercentage24h: number) => {
      const [record] = totals("coingecko", 1_100).records as ReferenceGlobal[];
      const claim = dataset("global", "coingecko", [{ ...record!, marketCapChangePercentage24h }]) as Dataset<"global">;
      const found = validate([claim], undefined, risen).dataset?.records[0];
      return [found?.totalMarketCapUsd, found?.marketCapChangePercentage24h];
    };
    expect(told(12)).toEqual([1_100, 12]);
    expect(told(-40)).toEqual([1_100, null]);
    expect(told(900)).toEqual([1_100, null]);
    expect(told(-250)).toEqual([1_100, null]);
  });

  it("do not move by a third within an hour: then the last ones stand, and say that they are old", () => {
    for (const wrong of [totals("coingecko", 1_500), totals("coingecko", 1_100, 1_001)]) {
      expect(validate([wrong], last)).toMatchObject({
        dataset: { source: "coingecko", stale: true, fetchedAtMs: last.timeMs, records: [last.record] },
        memory: last,
      });
    }
    expect(validate([totals("coingecko", 1_400)], last).warnings).toEqual([]);
  });

  it("are computed from the coins where all sources are refused, and compared with nothing older than a day", () => {
    expect(validate([totals("coingecko", 9_999)])).toMatchObject({ dataset: undefined, memory: undefined });
    const old = { ...last, timeMs: NOW - DAY_MS - 1 };
    expect(validate([totals("coingecko", 1_500)], old).warnings).toEqual([]);
    expect(validate([totals("coingecko", 9_999)], old).dataset).toBeUndefined();
  });

  it("of a failed source are no newer than the last accepted ones", () => {
    const stale = totals("coingecko", 1_150, 100, { stale: true });
    expect(validate([stale], last)).toMatchObject({ dataset: stale, memory: last });
  });
});
