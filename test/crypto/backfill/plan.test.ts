import { describe, expect, it } from "vitest";
import { type PlanInput, parseShard, planBackfill, WHOLE } from "../../../build/crypto/backfill/plan.ts";
import type { RetryMemory } from "../../../build/crypto/backfill/retry-memory.ts";
import type { SeriesRequest } from "../../../build/crypto/backfill/series-request.ts";
import { openSeriesStore } from "../../../build/crypto/backfill/series-store.ts";
import { findRange, STEP_MS, type Step } from "../../../build/crypto/backfill/step.ts";
import { priceChart } from "../../../build/crypto/sources/candle-venues.ts";
import { DAY_MS, HOUR_MS } from "../../../build/lib/time.ts";
import { openMarket } from "./series-model.ts";
import { openMemoryState } from "./simulated-build.ts";

const TODAY = Date.UTC(2026, 10, 20);
const NOW = TODAY + 10.5 * HOUR_MS;
const HOUR = TODAY + 10 * HOUR_MS;
const coin = (id: string) => ({ id, price: 1, priceSource: "aggregated" as const });
const coins = (count: number) => Array.from({ length: count }, (_, index) => coin(`coin-${index + 1}`));
const describeRequest = ({ source }: SeriesRequest) =>
  source.kind === "candles" ? `${source.id} ${source.market.market}` : `${source.id} chart`;
const list = (requests: readonly SeriesRequest[]) =>
  requests.map((request) => `${request.step} ${describeRequest(request)} ${request.coinIds.join(",")}`);
const days = ({ window }: SeriesRequest) => [window.fromMs, window.toMs].map((timeMs) => (timeMs - TODAY) / DAY_MS);

/** Known steps of a coin: a range without the missing ones. */
type Known = readonly [coinId: string, step: Step, fromMs: number, missing?: readonly number[]];

async function plan(change: Partial<PlanInput>, known: readonly Known[] = []) {
  const series = await openSeriesStore(openMemoryState(), NOW);
  const rate: Known = ["tether", "daily", TODAY - DAY_MS];
  for (const [coinId, step, fromMs, missing = []] of [rate, ...known]) {
    const count = (findRange(step, NOW).toMs - fromMs) / STEP_MS[step];
    const times = Array.from({ length: count }, (_, index) => fromMs + index * STEP_MS[step]);
    const points = times.filter((timeMs) => !missing.includes(timeMs)).map((timeMs) => ({ timeMs, price: 1 }));
    series.fill(step, coinId, points, "x");
  }
  const retries: RetryMemory = new Map();
  const input = { coins: [], markets: new Map(), chart: priceChart, retries, series, asOfMs: NOW, shard: WHOLE };
  return planBackfill({ ...input, ...change });
}
const complete = (id: string): Known[] => [
  [id, "daily", findRange("daily", NOW).fromMs],
  [id, "hourly", findRange("hourly", NOW).fromMs],
];
const allDays = (id: string, missing: readonly number[]): Known[] => [
  [id, "daily", findRange("daily", NOW).fromMs, missing.map((day) => TODAY + day * DAY_MS)],
  [id, "hourly", findRange("hourly", NOW).fromMs],
];

describe("the plan without any history", () => {
  it("alternates charts of ten coins and candles, the largest coins first", async () => {
    const markets = new Map(coins(3).map(({ id }) => [id, [openMarket("coinbase", id)]]));
    const requests = await plan({ coins: coins(12), markets });
    const first = coins(10).map(({ id }) => id);
    const ofCoins = list(requests).slice(0, 5);
    expect(ofCoins).toContain(`daily defillama chart ${first.join(",")}`);
    expect(ofCoins).toContain("hourly coinbase coin-1 coin-1");
    expect(ofCoins).toContain("hourly coinbase coin-2 coin-2");
  });

  it("covers closed steps, as many as one answer has, and steps before them", async () => {
    const markets = new Map([["coin-1", [openMarket("coinbase", "A-USD")]]]);
    const requests = await plan({ coins: coins(1), markets });
    const [ofDays, ofHours] = (["daily", "hourly"] as const).map((one) => requests.find(({ step }) => step === one)!);
    expect(ofDays?.window).toEqual({ fromMs: TODAY - 488 * DAY_MS, toMs: TODAY });
    expect(ofHours?.window).toEqual({ fromMs: HOUR - 288 * HOUR_MS, toMs: HOUR });
    expect(ofHours).toMatchObject({ fromMs: HOUR - 294 * HOUR_MS, toMs: HOUR });
  });

  it("leaves out coins without a fresh price, and sources that are off", async () => {
    const stale = { id: "old", price: 1, priceSource: "stale" as const };
    expect(await plan({ coins: [stale, { ...stale, id: "none", price: null }] })).toEqual([]);
    expect(await plan({ coins: coins(3), chart: undefined })).toEqual([]);
  });

  it("accepts coins that have the names of properties", async () => {
    const requests = await plan({ coins: [coin("constructor"), coin("__proto__")] });
    expect(requests[0]?.coinIds).toEqual(["constructor", "__proto__"]);
  });
});

describe("the plan of later builds", () => {
  const markets = new Map([["coin-1", [openMarket("coinbase", "A-USD"), openMarket("binance", "AUSDT")]]]);

  it("is empty when nothing is missing", async () => {
    expect(await plan({ coins: coins(1), markets }, complete("coin-1"))).toEqual([]);
  });

  it("fills the longest gaps first", async () => {
    const requests = await plan({ coins: coins(3) }, [...allDays("coin-1", [-3]), ...allDays("coin-2", [-3, -4])]);
    expect(requests[0]?.coinIds).toContain("coin-3");
  });

  it("requests several gaps at once, up to the size of an answer, newest first", async () => {
    const missing = [-900, -300, -20, -19];
    const requests = await plan({ coins: coins(1), markets }, allDays("coin-1", missing));
    expect(requests.map((request) => days(request)).sort()).toEqual([
      [-300, -18],
      [-900, -899],
    ]);
  });

  it("gives a gap to the next source while the first waits, except when the gap is newer", async () => {
    const ask = async (day: number, retry: { retryAt: number; failures: number }) => {
      const retries = new Map([["coin-1 daily defillama", retry]]);
      return list(await plan({ coins: coins(1), markets, retries }, allDays("coin-1", [day])));
    };
    const waiting = { retryAt: NOW + HOUR_MS, failures: 1 };
    expect(await ask(-3, waiting)).toEqual(["daily coinbase A-USD coin-1"]);
    // It was asked 24 hours ago.
    expect(await ask(-1, { retryAt: NOW + 1, failures: 3 })).toEqual(["daily defillama chart coin-1"]);
    expect(await ask(-1, { retryAt: NOW + 4 * DAY_MS, failures: 6 })).toEqual(["daily coinbase A-USD coin-1"]);
  });

  it("requests nothing while all sources wait, then the first source that is due", async () => {
    const ask = async (retryAt: number) => {
      const sources = ["defillama", "coinbase", "binance"];
      const retries = new Map(sources.map((id) => [`coin-1 daily ${id}`, { retryAt, failures: 1 }]));
      return list(await plan({ coins: coins(1), markets, retries }, allDays("coin-1", [-3])));
    };
    expect(await ask(NOW + 1)).toEqual([]);
    expect(await ask(NOW)).toEqual(["daily defillama chart coin-1"]);
  });

  it("asks no venue for what it no longer has", async () => {
    const kraken = new Map([["coin-1", [openMarket("kraken", "A/USD"), openMarket("okx", "A-USDT")]]]);
    const since = HOUR - 716 * HOUR_MS;
    const known: Known[] = [
      ["coin-1", "daily", findRange("daily", NOW).fromMs],
      ["coin-1", "hourly", since],
    ];
    const requests = list(await plan({ coins: coins(1), markets: kraken }, known));
    expect(requests).toEqual(["hourly kraken A/USD coin-1"]);
    const older: Known[] = [known[0]!, ["coin-1", "hourly", HOUR - 720 * HOUR_MS]];
    expect(list(await plan({ coins: coins(1), markets: kraken }, older))).toEqual(["hourly okx A-USDT coin-1"]);
  });

  it("gives one of four requests to older data", async () => {
    const known = coins(20).flatMap(({ id }): Known[] => [
      [id, "daily", TODAY - 500 * DAY_MS, [TODAY - 3 * DAY_MS]],
      [id, "hourly", findRange("hourly", NOW).fromMs],
    ]);
    const venues = new Map(coins(20).map(({ id }) => [id, [openMarket("coinbase", id)]]));
    const { length } = (await plan({ coins: coins(20), markets: venues, chart: undefined }, known))
      .slice(0, 20)
      .filter(({ window }) => window.toMs === TODAY - 500 * DAY_MS);
    expect(length).toBe(5);
  });

  it("skips markets in USDT without a rate", async () => {
    const retries = new Map([["tether daily defillama", { retryAt: NOW + 1, failures: 1 }]]);
    const only = new Map([["coin-1", [openMarket("binance", "AUSDT")]]]);
    const series = await openSeriesStore(openMemoryState(), NOW);
    const requests = list(await plan({ coins: coins(1), markets: only, retries, series }));
    expect(requests.filter((text) => text.includes("binance"))).toEqual([]);
    expect(list(await plan({ coins: coins(1), markets: only }))).toContain("hourly binance AUSDT coin-1");
  });
});

describe("shards", () => {
  const all = [...coins(40), coin("tether")];
  const markets = new Map(all.map(({ id }) => [id, [openMarket("coinbase", id)]]));
  const cover = (requests: readonly SeriesRequest[]) => new Set(requests.flatMap(({ coinIds }) => coinIds));

  it.each([1, 2, 3, 7])("of %i jobs cover every coin once, and USDT in each", async (count) => {
    const shards = Array.from({ length: count }, (_, index) =>
      plan({ coins: all, markets, shard: { index: index + 1, count } }),
    );
    const covered = (await Promise.all(shards)).flatMap((requests) => [...cover(requests)]).sort();
    const others = coins(40).map(({ id }) => id);
    expect(covered).toEqual([...others, ...Array.from({ length: count }, () => "tether")].sort());
  });

  it("begin with USDT, because markets in USDT need its rate", async () => {
    const requests = await plan({ coins: all, markets, shard: { index: 2, count: 4 } });
    const isOfUsdt = requests.map(({ coinIds }) => coinIds.includes("tether"));
    expect(isOfUsdt.lastIndexOf(true)).toBe(isOfUsdt.filter(Boolean).length - 1);
  });

  it("are written i/n", () => {
    expect(parseShard("2/5")).toEqual({ index: 2, count: 5 });
    for (const text of ["0/5", "6/5", "1/0", "2", "a/b", "1/2/3", "-1/2", "1.5/2"])
      expect(() => parseShard(text)).toThrow("--shard must be i/n");
  });
});
