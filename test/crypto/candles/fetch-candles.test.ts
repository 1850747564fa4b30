import { describe, expect, it } from "vitest";
import { nameRetry, readRetries } from "../../../build/crypto/backfill/retry-memory.ts";
import { nameCandles, readCandleDocument } from "../../../build/crypto/candles/candle-document.ts";
import { listRanges, OBSERVED } from "../../../build/crypto/candles/candle-partition.ts";
import { type CandleInput, fetchCandles } from "../../../build/crypto/candles/fetch-candles.ts";
import { updateCandles } from "../../../build/crypto/candles/update-candles.ts";
import { findSimulator } from "../../../build/crypto/demo/simulators.ts";
import { LARGEST_COINS } from "../../../build/crypto/history/kept-hours.ts";
import { nameHourly, nameSamples, readPartition } from "../../../build/crypto/history/partition-document.ts";
import { SILENT_PROGRESS, type StateStore } from "../../../build/kit/platform/platform.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../build/lib/time.ts";
import { openMemoryState, sampleBuilds, simulateBuild, simulateHttp } from "../backfill/simulated-build.ts";

const TODAY = Date.UTC(2026, 10, 20);
const NOW = TODAY + 6 * HOUR_MS;
const COINS = 6;
const build = simulateBuild(NOW, COINS);
const { world } = build;

/** Three days of builds every half hour, and a last one four hours before this build. */
async function openState(change?: (state: StateStore) => Promise<void>): Promise<StateStore> {
  const state = openMemoryState();
  await sampleBuilds(state, world, TODAY - 3 * DAY_MS, TODAY + 2 * HOUR_MS + 1, 30 * MINUTE_MS);
  await change?.(state);
  const coinIds = world.coins.slice(0, LARGEST_COINS).map(({ id }) => id);
  await updateCandles(state, { candleCoins: coinIds, moves: new Map(), asOfMs: NOW, isNewDay: true });
  return state;
}

const fetch = (state: StateStore, http = simulateHttp(world), change: Partial<CandleInput> = {}) =>
  fetchCandles({ ...build, state, http, progress: SILENT_PROGRESS, ...change });
const ranges = async (state: StateStore, coinId: string, dayMs: number) =>
  listRanges(await readCandleDocument(state, nameCandles(dayMs)), coinId);

/** The highest and the lowest true price of an hour, minute by minute. */
function findTruth(coinId: string, timeMs: number): { high: number; low: number } {
  const prices = Array.from({ length: 61 }, (_, minute) => world.priceUsd(coinId, timeMs + minute * MINUTE_MS)!);
  return { high: Math.max(...prices), low: Math.min(...prices) };
}

describe("fetchCandles", () => {
  it("reads every coin's closed days from two venues, each once", async () => {
    const state = await openState();
    const http = simulateHttp(world);
    const report = await fetch(state, http);
    expect(report).toMatchObject({ requests: http.urls.length, failed: 0 });
    expect(new Set(http.urls).size).toBe(http.urls.length);
    expect(http.urls.length).toBeGreaterThan(COINS * 2);
    expect(http.urls.length).toBeLessThanOrEqual(COINS * 2 * 2);
    const again = simulateHttp(world);
    await fetch(state, again);
    expect(again.urls).toEqual([]);
  });

  it("keeps highs and lows near the true ones, and names the venues", async () => {
    const state = await openState();
    await fetch(state);
    const errors: number[] = [];
    for (const dayMs of [TODAY - 2 * DAY_MS, TODAY - DAY_MS]) {
      for (const range of await ranges(state, "bitcoin", dayMs)) {
        expect(range.origin).toBe("binance+coinbase");
        const truth = findTruth("bitcoin", range.timeMs);
        errors.push(Math.abs(range.high / truth.high - 1), Math.abs(range.low / truth.low - 1));
      }
    }
    expect(errors).toHaveLength(2 * 24 * 2);
    expect(Math.max(...errors)).toBeLessThan(0.002);
  });

  it("has our own prices within each range, also where a venue was read before", async () => {
    const name = nameSamples(TODAY - DAY_MS);
    const hourMs = TODAY - DAY_MS + 10 * HOUR_MS;
    let peak = 0;
    const state = await openState(async (built) => {
      const samples = await readPartition(built, name);
      const row = samples.times.findIndex((time) => time >= hourMs);
      const { prices } = samples.coins["bitcoin"]!;
      peak = prices[row]! * 1.2;
      const bitcoin = { ...samples.coins["bitcoin"]!, prices: prices.with(row, peak) };
      built.write(name, { ...samples, coins: { ...samples.coins, bitcoin } }, { closed: true, reopen: "a test" });
    });
    // The first reading has a few hours only, so that the day is read again from other venues.
    const few = simulateHttp(world, (url) => {
      const answer = findSimulator(url.host)?.answer({ url, headers: {} }, world);
      return Array.isArray(answer?.body) ? JSON.stringify(answer.body.slice(8, 18)) : undefined;
    });
    await fetch(state, few);
    const find = async () => (await ranges(state, "bitcoin", TODAY - DAY_MS)).find(({ timeMs }) => timeMs === hourMs);
    expect((await find())?.origin).toBe("binance+coinbase");
    expect((await find())?.high).toBeCloseTo(peak, 1);
    await fetch(state, simulateHttp(world));
    expect((await find())?.high).toBeCloseTo(peak, 1);
  });

  it("has no candle in USDT for an hour in which the rate of USDT is unknown", async () => {
    const state = await openState();
    const name = nameHourly(TODAY - DAY_MS);
    const hours = await readPartition(state, name);
    const unknownMs = TODAY - DAY_MS + 10 * HOUR_MS;
    const prices = hours.coins["tether"]!.prices.map((price, row) => (hours.times[row] === unknownMs ? null : price));
    const tether = { ...hours.coins["tether"]!, prices };
    state.write(name, { ...hours, coins: { ...hours.coins, tether } }, { closed: true, reopen: "a test" });
    await fetch(state);
    const origins = (await ranges(state, "bitcoin", TODAY - DAY_MS)).map(({ timeMs, origin }) => [timeMs, origin]);
    expect(origins).toHaveLength(24);
    for (const [timeMs, origin] of origins)
      expect([timeMs, origin]).toEqual([timeMs, timeMs === unknownMs ? "coinbase" : "binance+coinbase"]);
  });

  it("uses another venue where one fails, and leaves a coin's hours as observed where all fail", async () => {
    const isCoinbase = (url: URL) => url.host.includes("coinbase");
    const state = await openState();
    const fail = (isFailing: (url: URL) => boolean) =>
      simulateHttp(world, (url) => {
        if (isFailing(url)) throw new Error("no answer");
        return undefined;
      });
    const report = await fetch(state, fail(isCoinbase));
    expect(report.failed).toBeGreaterThan(0);
    expect((await ranges(state, "bitcoin", TODAY - DAY_MS)).map(({ origin }) => origin)).toContain("binance");
    const retries = await readRetries(state);
    expect(retries.get(nameRetry("bitcoin", "candles", "coinbase"))?.failures).toBe(1);
    expect(retries.has(nameRetry("bitcoin", "candles", "binance"))).toBe(false);

    const silentState = await openState();
    await fetch(
      silentState,
      fail(() => true),
    );
    const observed = await ranges(silentState, "bitcoin", TODAY - DAY_MS);
    expect(new Set(observed.map(({ origin }) => origin))).toEqual(new Set([OBSERVED]));
    // Those two wait; the next build asks the next two.
    const next = simulateHttp(world);
    await fetch(silentState, next);
    expect(next.urls.some((url) => url.includes("coinbase"))).toBe(false);
    const now = await ranges(silentState, "bitcoin", TODAY - DAY_MS);
    expect(now.every(({ origin }) => origin !== OBSERVED)).toBe(true);
  });

  it.each([
    ["highs", [2], [1.02, 1.5, 100]],
    ["lows", [1], [0.98, 0.5, 0.01]],
    ["all four prices", [1, 2, 3, 4], [1.02, 100, 0.98, 0.01]],
  ] as const)("a venue that lies in %s moves nothing beyond the bounds", async (_, columns, factors) => {
    for (const factor of factors) {
      const lie = simulateHttp(world, (url) => {
        if (!url.host.includes("coinbase")) return undefined;
        const answer = findSimulator(url.host)?.answer({ url, headers: {} }, world);
        const rows = answer?.body as (string | number)[][];
        const isLied = (column: number) => (columns as readonly number[]).includes(column);
        return JSON.stringify(rows.map((row) => row.map((cell, at) => (isLied(at) ? Number(cell) * factor : cell))));
      });
      const state = await openState();
      await fetch(state, lie);
      for (const { id } of world.coins.slice(0, 4)) {
        for (const range of await ranges(state, id, TODAY - DAY_MS)) {
          const truth = findTruth(id, range.timeMs);
          // The open may be a price of half an hour before: it moves a low by tenths of a percent.
          const [near, bound] = [1.006, 1.03 * 1.006];
          expect(range.high / truth.high).toBeLessThan(range.origin === "coinbase" ? bound : near);
          expect(range.high / truth.high).toBeGreaterThan(0.98);
          expect(range.low / truth.low).toBeGreaterThan(1 / (range.origin === "coinbase" ? bound : near));
          expect(range.low / truth.low).toBeLessThan(1.02);
        }
      }
    }
  });

  it("sends no more than its share of the day's requests", async () => {
    const state = await openState();
    const http = simulateHttp(world);
    await sampleBuilds(state, world, NOW - 6 * MINUTE_MS, NOW - 5 * MINUTE_MS, MINUTE_MS);
    await fetch(state, http);
    // Six minutes of a day with 250 coins are one coin, and two requests.
    expect(http.urls).toHaveLength(2);
  });
});
