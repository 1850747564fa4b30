import { describe, expect, it } from "vitest";
import { findSimulator } from "../../build/demo/simulators.ts";
import { DAY_MS, HOUR_MS } from "../../build/lib/time.ts";
import type { Dataset } from "../../build/normalise/record.ts";
import { build, readMemory, readPoint, run, TODAY, truth, world } from "./backfill-case.ts";
import { openMemoryState, sampleBuilds, sampleCoins, simulateHttp } from "./simulated-build.ts";

const FIRST_DAY = TODAY - 30 * DAY_MS;
const HOLE = FIRST_DAY - DAY_MS;

/** The chart alone, which never has a price of the day before the first build. */
const holed = () =>
  simulateHttp(world, (url) => {
    if (url.host !== "coins.llama.fi") return undefined;
    const answer = findSimulator(url.host)?.answer({ url, headers: {} }, world)?.body as {
      coins: Record<string, { prices: { timestamp: number }[] }>;
    };
    const isLeft = ({ timestamp }: { timestamp: number }) => Math.abs(timestamp * 1000 - (HOLE + DAY_MS)) > 6 * HOUR_MS;
    const coins = Object.entries(answer.coins ?? {}).map(([id, coin]) => [
      id,
      { ...coin, prices: coin.prices.filter(isLeft) },
    ]);
    return JSON.stringify({ ...answer, coins: Object.fromEntries(coins) });
  });

/** The reference with its prices of that moment, and the chart; no venue. */
const listReferences = (timeMs: number): Dataset[] =>
  build.datasets.flatMap((dataset) => {
    if (dataset.source === "defillama") return dataset;
    if (dataset.source !== "coingecko") return [];
    const records = world.coins.map(({ id }) => ({ id, priceUsd: truth(id, timeMs), updatedAtMs: timeMs }));
    return { ...dataset, records, fetchedAtMs: timeMs } as unknown as Dataset;
  });

describe("a step that no origin ever has", () => {
  it("keeps nothing older from being filled in, and is asked for less and less", async () => {
    const state = openMemoryState();
    const requests: number[] = [];
    let oldestMs = Number.POSITIVE_INFINITY;
    for (let dayMs = FIRST_DAY; dayMs < TODAY; dayMs += DAY_MS) {
      await sampleBuilds(state, world, dayMs, dayMs + DAY_MS, 4 * HOUR_MS);
      const asOfMs = dayMs + 23 * HOUR_MS;
      const coins = sampleCoins(world, asOfMs).coins.filter(({ id }) => id === "bitcoin");
      const http = holed();
      await run(state, http, {
        datasets: listReferences(asOfMs),
        market: { asOfMs, coins },
        budget: { requests: 2, timeLimitMs: 60_000 },
      });
      // Hours are asked for every day: four of them are seen here, and the chart has the others.
      requests.push(http.urls.filter((url) => url.includes("period=1d")).length);
      oldestMs = Math.min(oldestMs, (await readMemory(state)).coins["bitcoin"]?.daily?.covered?.sinceMs ?? oldestMs);
    }
    expect(await readPoint(state, "daily", "bitcoin", HOLE)).toBeUndefined();
    expect(await readPoint(state, "daily", "bitcoin", HOLE - DAY_MS)).toBeDefined();
    expect(oldestMs).toBeLessThan(FIRST_DAY - 1_500 * DAY_MS);
    // Once the rest is there.
    expect(requests.slice(-9).filter((count) => count > 0).length).toBeLessThanOrEqual(2);
  });
});
