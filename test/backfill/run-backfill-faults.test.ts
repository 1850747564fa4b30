import { describe, expect, it } from "vitest";
import { DAY_MS, HOUR_MS } from "../../build/lib/time.ts";
import { build, NOW, readMemory, readPoint, run, TODAY, world } from "./backfill-case.ts";
import { openMemoryShelf, simulateHttp } from "./simulated-build.ts";

describe("what goes wrong", () => {
  it("costs only itself when a host fails, and the next in the order takes over in time", async () => {
    const shelf = openMemoryShelf();
    const failing = () =>
      simulateHttp(world, (url) => {
        if (url.host === "api.exchange.coinbase.com") throw new Error("GET https://… 503 after 3 tries");
        return undefined;
      });
    const report = await run(shelf, failing());
    expect(report.failed).toBeGreaterThan(0);
    expect(report.points).toBeGreaterThan(0);
    expect((await readMemory(shelf)).get("bitcoin hourly coinbase")?.failures).toBe(1);
    for (let round = 1; round <= 3; round += 1)
      await run(shelf, failing(), { market: { ...build.market, asOfMs: NOW + round * 60_000 } });
    expect((await readPoint(shelf, "hourly", "bitcoin", TODAY - HOUR_MS))?.origin).toBe("binance");
  });

  it.each(["<html>", "", "{}", "[]", '{"coins": {}}', '{"code":"0","data":[["x"]]}'])(
    "adds nothing from a body like %s",
    async (body) => {
      const shelf = openMemoryShelf();
      const report = await run(
        shelf,
        simulateHttp(world, () => body),
      );
      expect(report.points).toBe(0);
      expect(shelf.names("hourly/")).toEqual([]);
    },
  );

  it("leaves to the next build what does not answer within the time limit", async () => {
    const shelf = openMemoryShelf();
    const http = simulateHttp(world, (url) =>
      url.host === "coins.llama.fi" ? new Promise<string>(() => {}) : undefined,
    );
    const report = await run(shelf, http, { budget: { requests: 30, timeLimitMs: 1_000 } });
    expect(report.requests).toBe(http.urls.length);
    expect(report.requests).toBeLessThan(30);
    expect(shelf.names("daily/")).toEqual([]);
    // It was asked, and is one that fails like any other; the venues were not kept waiting by it.
    expect((await readMemory(shelf)).get("bitcoin daily defillama")?.failures).toBe(1);
    expect(await readPoint(shelf, "hourly", "bitcoin", TODAY - HOUR_MS)).toBeDefined();
  });

  it("leaves a host that never answers alone after three builds, and fills days from others", async () => {
    const shelf = openMemoryShelf();
    const http = simulateHttp(world, (url) =>
      url.host === "coins.llama.fi" ? new Promise<string>(() => {}) : undefined,
    );
    for (let count = 0; count < 4; count += 1)
      await run(shelf, http, {
        budget: { requests: 60, timeLimitMs: 500 },
        market: { ...build.market, asOfMs: NOW + count * 60_000 },
      });
    const retries = await readMemory(shelf);
    const left = build.market.coins.filter(({ id, price }) => price !== null && !retries.has(`${id} daily defillama`));
    expect(left.map(({ id }) => id)).toEqual([]);
    expect(await readPoint(shelf, "daily", "bitcoin", TODAY - 5 * DAY_MS)).toBeDefined();
  });

  it("uses nothing of a series that is 2 % off at the join, and asks again later", async () => {
    const shelf = openMemoryShelf();
    const coins = build.market.coins.map((coin) =>
      coin.id === "bitcoin" ? { ...coin, price: coin.price! * 1.03 } : coin,
    );
    await run(shelf, simulateHttp(world), { market: { asOfMs: NOW, coins } });
    expect(await readPoint(shelf, "hourly", "bitcoin", TODAY - HOUR_MS)).toBeUndefined();
    expect(await readPoint(shelf, "daily", "bitcoin", TODAY - 5 * DAY_MS)).toBeUndefined();
    expect(await readPoint(shelf, "hourly", "ethereum", TODAY - HOUR_MS)).toBeDefined();
    const retries = await readMemory(shelf);
    for (const key of ["bitcoin hourly coinbase", "bitcoin daily defillama"])
      expect(retries.get(key)).toEqual({ retryAt: NOW + 6 * HOUR_MS, failures: 1 });
  });

  it("skips books in USDT while there is no rate of USDT: a dollar is never assumed", async () => {
    const shelf = openMemoryShelf();
    const withoutUsdt = { asOfMs: NOW, coins: build.market.coins.filter(({ id }) => id !== "tether") };
    const noCoinbase = build.datasets.filter(({ source }) => source !== "coinbase");
    const http = simulateHttp(world);
    await run(shelf, http, { market: withoutUsdt, datasets: noCoinbase });
    expect(http.urls.filter((url) => url.includes("USDT"))).toEqual([]);
    expect((await readPoint(shelf, "hourly", "bitcoin", TODAY - HOUR_MS))?.origin).toBe("kraken");
  });
});
