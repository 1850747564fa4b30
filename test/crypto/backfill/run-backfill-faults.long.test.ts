import { describe, expect, it } from "vitest";
import { listNames } from "../../../build/crypto/history/partition-document.ts";
import { DAY_MS, HOUR_MS } from "../../../build/lib/time.ts";
import { build, NOW, readMemory, readPoint, run, TODAY, world } from "./backfill-case.ts";
import { openMemoryState, simulateHttp } from "./simulated-build.ts";

describe("what goes wrong", () => {
  it("costs only itself when a host fails, and the next in the order takes over in time", async () => {
    const state = openMemoryState();
    const failing = () =>
      simulateHttp(world, (url) => {
        if (url.host === "api.exchange.coinbase.com") throw new Error("GET https://… 503 after 3 tries");
        return undefined;
      });
    const report = await run(state, failing());
    expect(report.failed).toBeGreaterThan(0);
    expect(report.points).toBeGreaterThan(0);
    expect((await readMemory(state)).get("bitcoin hourly coinbase")?.failures).toBe(1);
    for (let round = 1; round <= 3; round += 1)
      await run(state, failing(), { market: { ...build.market, asOfMs: NOW + round * 60_000 } });
    expect((await readPoint(state, "hourly", "bitcoin", TODAY - 2 * HOUR_MS))?.origin).toBe("binance");
  });

  it.each(["<html>", "", "{}", "[]", '{"coins": {}}', '{"code":"0","data":[["x"]]}'])(
    "adds nothing from a body like %s",
    async (body) => {
      const state = openMemoryState();
      const report = await run(
        state,
        simulateHttp(world, () => body),
      );
      expect(report.points).toBe(0);
      expect(listNames(state, "hourly/")).toEqual([]);
    },
  );

  it("leaves to the next build what does not answer within the time limit", async () => {
    const state = openMemoryState();
    const http = simulateHttp(world, (url) =>
      url.host === "coins.llama.fi" ? new Promise<string>(() => {}) : undefined,
    );
    const report = await run(state, http, { budget: { requests: 30, timeLimitMs: 300 } });
    expect(report.requests).toBe(http.urls.length);
    expect(report.requests).toBeLessThan(30);
    expect(state.list("daily/")).toEqual([]);
    // It was asked, and is one that fails like any other; the venues were not kept waiting by it.
    expect((await readMemory(state)).get("bitcoin daily defillama")?.failures).toBe(1);
    expect(await readPoint(state, "hourly", "bitcoin", TODAY - 2 * HOUR_MS)).toBeDefined();
  });

  it("leaves a host that never answers alone after three builds, and fills days from others", async () => {
    const state = openMemoryState();
    const http = simulateHttp(world, (url) =>
      url.host === "coins.llama.fi" ? new Promise<string>(() => {}) : undefined,
    );
    for (let count = 0; count < 3; count += 1)
      await run(state, http, {
        budget: { requests: 60, timeLimitMs: 200 },
        market: { ...build.market, asOfMs: NOW + count * 60_000 },
      });
    const retries = await readMemory(state);
    const left = build.market.coins.filter(({ id, price }) => price !== null && !retries.has(`${id} daily defillama`));
    expect(left.map(({ id }) => id)).toEqual([]);
    expect(await readPoint(state, "daily", "bitcoin", TODAY - 5 * DAY_MS)).toBeDefined();
  });

  it("uses nothing of a series that is 2 % off at the join, and asks again later", async () => {
    const state = openMemoryState();
    const coins = build.market.coins.map((coin) =>
      coin.id === "bitcoin" ? { ...coin, price: coin.price! * 1.03 } : coin,
    );
    await run(state, simulateHttp(world), { market: { asOfMs: NOW, coins } });
    expect(await readPoint(state, "hourly", "bitcoin", TODAY - 2 * HOUR_MS)).toBeUndefined();
    expect(await readPoint(state, "daily", "bitcoin", TODAY - 5 * DAY_MS)).toBeUndefined();
    expect(await readPoint(state, "hourly", "ethereum", TODAY - HOUR_MS)).toBeDefined();
    const retries = await readMemory(state);
    for (const key of ["bitcoin hourly coinbase", "bitcoin daily defillama"])
      expect(retries.get(key)).toEqual({ retryAt: NOW + 6 * HOUR_MS, failures: 1 });
  });

  it("skips books in USDT while there is no rate of USDT: a dollar is never assumed", async () => {
    const state = openMemoryState();
    const withoutUsdt = { asOfMs: NOW, coins: build.market.coins.filter(({ id }) => id !== "tether") };
    const noCoinbase = build.datasets.filter(({ source }) => source !== "coinbase");
    const http = simulateHttp(world);
    await run(state, http, { market: withoutUsdt, datasets: noCoinbase });
    expect(http.urls.filter((url) => url.includes("USDT"))).toEqual([]);
    expect((await readPoint(state, "hourly", "bitcoin", TODAY - 2 * HOUR_MS))?.origin).toBe("kraken");
  });
});
