import { describe, expect, it } from "vitest";
import { createPartition } from "../../../build/crypto/history/partition.ts";
import { BACKFILLED, listNames, nameDaily, nameHourly } from "../../../build/crypto/history/partition-document.ts";
import type { StateStore } from "../../../build/kit/platform/platform.ts";
import { createMemoryStateStore } from "../../../build/kit/platform/state/memory-state-store.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../build/lib/time.ts";
import { COINS, NOW, readMemory, readPoint, run, TODAY, truth, world } from "./backfill-case.ts";
import { openMemoryState, sampleBuilds, simulateBuild, simulateHttp } from "./simulated-build.ts";

async function readAll(state: StateStore): Promise<string> {
  const names = [
    ...listNames(state, "hourly/"),
    ...listNames(state, "backfill-days/"),
    ...listNames(state, "backfill"),
  ];
  return JSON.stringify(await Promise.all(names.map(async (name) => [name, await state.read(name)])));
}

describe("the first build's backfill", () => {
  it("seeds days from the chart and hours from venues, at the true prices and labelled", async () => {
    const state = openMemoryState();
    const http = simulateHttp(world);
    const report = await run(state, http);
    expect(report).toMatchObject({ requests: http.urls.length, failed: 0, remaining: 0 });
    const origins = new Set<string | undefined>();
    for (const { id } of world.coins.slice(0, 10)) {
      const day = await readPoint(state, "daily", id, TODAY - 60 * DAY_MS);
      expect(day?.origin).toBe("defillama");
      expect(day!.price / truth(id, TODAY - 59 * DAY_MS)).toBeCloseTo(1, 2);
      const hour = await readPoint(state, "hourly", id, TODAY - 20 * HOUR_MS);
      origins.add(hour?.origin);
      expect(hour!.price / truth(id, TODAY - 19 * HOUR_MS)).toBeCloseTo(1, 2);
      expect(hour?.volume).toBeNull();
    }
    expect(origins).toContain("coinbase");
    expect(origins).not.toContain("own");
  });

  it("asks one venue per coin, by the book that this build identified", async () => {
    const http = simulateHttp(world);
    await run(openMemoryState(), http);
    expect(http.urls.filter((url) => url.includes("BTC-USD/candles"))).toHaveLength(1);
    expect(http.urls.some((url) => url.includes("symbol=BTCUSDT"))).toBe(false);
  });

  it("never reaches into the running hour or day", async () => {
    const state = openMemoryState();
    await run(state, simulateHttp(world));
    for (const { id } of world.coins) {
      expect(await readPoint(state, "hourly", id, TODAY + 10 * HOUR_MS)).toBeUndefined();
      expect(await readPoint(state, "daily", id, TODAY)).toBeUndefined();
    }
    expect((await readPoint(state, "hourly", "bitcoin", TODAY + 9 * HOUR_MS))?.origin).toBe("coinbase");
  });

  it("goes on where the last build stopped, until nothing is left to ask", async () => {
    const state = openMemoryState();
    const rounds: number[] = [];
    while (rounds.at(-1) !== 0) rounds.push((await run(state, simulateHttp(world))).requests);
    expect(rounds[0]).toBeGreaterThan(0);
    expect(rounds.length).toBeLessThan(40);
    const retries = await readMemory(state);
    expect(retries.has("bitcoin daily defillama")).toBe(false);
    // It begins within the range: what is before is missing everywhere.
    expect(retries.get("solana daily defillama")?.retryAt).toBeGreaterThan(NOW);
    expect(await readPoint(state, "daily", "bitcoin", Date.UTC(2018, 0, 5))).toMatchObject({ origin: "defillama" });
  });
});

describe("the state between two backfills", () => {
  it("holds past days and years closed, opened again with a reason when older points come", async () => {
    const state = createMemoryStateStore({ now: () => NOW, world: "sample" });
    for (let round = 0; round < 3; round += 1) {
      await run(state, simulateHttp(world), { budget: { requests: 12, timeLimitMs: 60_000 } });
      await state.commit();
    }
    const infos = new Map(state.list().map((info) => [info.name, info]));
    expect(infos.get("backfill-days/2026")).toMatchObject({ closed: false });
    expect(infos.get("backfill-days/2025")).toMatchObject({ closed: true });
    expect(infos.get(nameHourly(TODAY))).toMatchObject({ closed: false });
    expect(infos.get(nameHourly(TODAY - DAY_MS))).toMatchObject({
      closed: true,
      reopened: BACKFILLED,
    });
    expect(infos.has("backfill")).toBe(true);
  });
});

describe("a missed day of builds", () => {
  it("is repaired by the next build to within half a percent of the true prices, and no point of our own is touched", async () => {
    const state = openMemoryState();
    const missedFrom = TODAY - 2 * DAY_MS;
    const missedTo = TODAY - DAY_MS;
    await sampleBuilds(state, world, TODAY - 4 * DAY_MS + 20 * MINUTE_MS, missedFrom, 30 * MINUTE_MS);
    const before = simulateBuild(missedFrom - 10 * MINUTE_MS, COINS);
    for (let round = 0; round < 2; round += 1) await run(state, simulateHttp(before.world), before);
    await sampleBuilds(state, world, missedTo + 20 * MINUTE_MS, NOW, 30 * MINUTE_MS);
    const own = await readPoint(state, "hourly", "bitcoin", missedFrom - HOUR_MS);
    expect(own?.origin).toBe("own");
    expect(await readPoint(state, "hourly", "bitcoin", missedFrom + HOUR_MS)).toBeUndefined();

    const report = await run(state, simulateHttp(world));
    expect(report.points).toBeGreaterThan(COINS * 20);
    expect(report.failed).toBe(0);
    let repaired = 0;
    for (const { id } of world.coins) {
      const day = await readPoint(state, "daily", id, missedFrom);
      const lastHour = await readPoint(state, "hourly", id, missedTo - HOUR_MS);
      expect(day).toEqual(lastHour);
      expect(Math.abs(day!.price / truth(id, missedTo) - 1)).toBeLessThan(0.005);
      for (let timeMs = missedFrom; timeMs < missedTo; timeMs += HOUR_MS) {
        const hour = await readPoint(state, "hourly", id, timeMs);
        if (hour === undefined) continue;
        repaired += 1;
        expect(Math.abs(hour.price / truth(id, timeMs + HOUR_MS) - 1)).toBeLessThan(0.005);
      }
    }
    // An hour in which nothing traded stays missing.
    expect(repaired).toBeGreaterThan(0.97 * 24 * COINS);
    expect(await readPoint(state, "hourly", "bitcoin", missedFrom - HOUR_MS)).toEqual(own);
    const today = await readPoint(state, "hourly", "bitcoin", missedTo + 5 * HOUR_MS);
    expect(today).toMatchObject({
      origin: "own",
      price: expect.closeTo(truth("bitcoin", missedTo + 5 * HOUR_MS + 50 * MINUTE_MS), 4),
    });
  }, 60_000);
});

describe("a day whose last hour no build observed", () => {
  const day = TODAY - 2 * DAY_MS;
  const lastHour = day + DAY_MS - HOUR_MS;

  /** Fills history around one known day, ten hours old at its end. */
  async function fillAround(coinId: string, marketCap: number | null) {
    const state = openMemoryState();
    const price = truth(coinId, day + 14 * HOUR_MS);
    const points = [{ timeMs: day, price, marketCap, totalVolume: marketCap }];
    state.write(nameDaily(day), createPartition(coinId, points, "coingecko"), { rows: 1, closed: false });
    for (let round = 0; round < 2; round += 1) await run(state, simulateHttp(world));
    const [closed, hour] = [
      await readPoint(state, "daily", coinId, day),
      await readPoint(state, "hourly", coinId, lastHour),
    ];
    expect(hour).toBeDefined();
    return { price, closed, hour };
  }

  it("keeps the reference price that a build observed, with its market cap", async () => {
    const { price, closed } = await fillAround("bitcoin", 1e12);
    expect(closed).toMatchObject({ origin: "coingecko", price });
  });

  it("gets the price of that hour if it was filled", async () => {
    const { closed, hour } = await fillAround("bitcoin", null);
    expect(closed?.price).toBe(hour?.price);
  });
});

describe("budget and shards", () => {
  it("asks for nothing when switched off", async () => {
    const state = openMemoryState();
    const http = simulateHttp(world);
    const report = await run(state, http, { budget: { requests: 0, timeLimitMs: 1_000 } });
    expect([report.requests, http.urls.length, listNames(state, "")]).toEqual([0, 0, []]);
  });

  it("never asks for more than the budget, and says what remains", async () => {
    const whole = await run(openMemoryState(), simulateHttp(world));
    const http = simulateHttp(world);
    const report = await run(openMemoryState(), http, { budget: { requests: 7, timeLimitMs: 60_000 } });
    expect(http.urls).toHaveLength(7);
    expect(report.requests + report.remaining).toBe(whole.requests);
  });

  it("gives the same bytes for the same input", async () => {
    const a = openMemoryState();
    const b = openMemoryState();
    await run(a, simulateHttp(world));
    await run(b, simulateHttp(world));
    expect(await readAll(a)).toBe(await readAll(b));
  });

  it("asks in all shards together for what one job would ask, coin by coin", async () => {
    const list = (urls: readonly string[]) =>
      urls
        .flatMap((url) => {
          const chart = /\/chart\/([^?]+)\?(.*)$/.exec(decodeURIComponent(url));
          return chart === null ? url : chart[1]!.split(",").map((id) => `${id} ${chart[2]}`);
        })
        .sort();
    const whole = simulateHttp(world);
    await run(openMemoryState(), whole);
    const asked: string[] = [];
    for (const index of [1, 2, 3]) {
      const http = simulateHttp(world);
      await run(openMemoryState(), http, { shard: { index, count: 3 } });
      asked.push(...list(http.urls));
    }
    expect([...new Set(asked)].sort()).toEqual([...new Set(list(whole.urls))].sort());
    // Only what concerns USDT is asked by every shard.
    expect(asked.length - list(whole.urls).length).toBe(2 * 2);
  });
});
