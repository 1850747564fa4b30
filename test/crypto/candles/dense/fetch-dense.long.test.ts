import { beforeAll, describe, expect, it } from "vitest";
import { nameRetry, readRetries } from "../../../../build/crypto/backfill/retry-memory.ts";
import { fetchDense } from "../../../../build/crypto/candles/dense/fetch-dense.ts";
import { readHistory } from "../../../../build/crypto/history/read-history.ts";
import { updateSeries } from "../../../../build/crypto/history/update-series.ts";
import { SILENT_PROGRESS, type StateStore } from "../../../../build/kit/platform/platform.ts";
import { DAY_MS, floorTo, HOUR_MS, MINUTE_MS } from "../../../../build/lib/time.ts";
import {
  openMemoryState,
  sampleBuilds,
  sampleCoins,
  simulateBuild,
  simulateHttp,
} from "../../backfill/simulated-build.ts";

const STEP = 5 * MINUTE_MS;
const NOW = Date.UTC(2026, 10, 20, 6, 7);
const COINS = 8;
const build = simulateBuild(NOW, COINS);
const { world } = build;
const ids = world.coins.map(({ id }) => id);

type Http = ReturnType<typeof simulateHttp>;

/** A day of builds every half hour, the last of them this one. */
const day = openMemoryState();
beforeAll(() => sampleBuilds(day, world, NOW - DAY_MS - 30 * MINUTE_MS, NOW + 1, 30 * MINUTE_MS));

async function openState(): Promise<StateStore> {
  const state = openMemoryState();
  for (const { name, closed } of day.list()) state.write(name, await day.read(name), { closed });
  return state;
}

const fetch = (state: StateStore, http: Http = simulateHttp(world)) =>
  fetchDense({ ...build, state, http, progress: SILENT_PROGRESS });

async function readPoints(state: StateStore, coinId: string, fromMs = NOW - HOUR_MS) {
  const { times, prices, origins } = (await readHistory(state, new Map(), NOW)).series(coinId, "5m", fromMs, NOW);
  return times.map((timeMs, at) => ({ timeMs, price: prices[at] ?? Number.NaN, origin: origins?.[at] ?? null }));
}

/** Answers of one exchange with prices times `factor` where `isLied`. */
function lie(host: string, factor: number, isLied: (timeMs: number) => boolean = () => true): Http {
  const honest = simulateHttp(world);
  return simulateHttp(world, async (url) => {
    if (!url.host.includes(host) || !/candles|klines|OHLC|ohlc/.test(url.pathname)) return undefined as never;
    const { body } = await honest.fetch({ url: url.href } as Parameters<Http["fetch"]>[0]);
    const rows = JSON.parse(body) as (string | number)[][];
    const scale = (row: (string | number)[]) =>
      row.map((cell, at) => (at >= 1 && at <= 4 && isLied(Number(row[0]) * 1_000) ? Number(cell) * factor : cell));
    return JSON.stringify(rows.map(scale));
  });
}

describe("fetchDense", () => {
  it("fills an hour with a point every five minutes from one request per coin, each near the truth", async () => {
    const state = await openState();
    const http = simulateHttp(world);
    const report = await fetch(state, http);
    expect(report).toMatchObject({ requests: COINS, failed: 0 });
    expect(http.urls).toHaveLength(COINS);
    for (const id of ids) {
      const points = await readPoints(state, id);
      expect(points.length).toBeGreaterThanOrEqual(12);
      for (const { timeMs, price, origin } of points) {
        const truth = world.priceUsd(
          id,
          origin === null ? NOW - 30 * MINUTE_MS * Math.round((NOW - timeMs) / (30 * MINUTE_MS)) : timeMs + STEP,
        )!;
        expect(Math.abs(price / truth - 1)).toBeLessThan(0.003);
      }
    }
  });

  it("keeps every sample of a build as it is, without a label", async () => {
    const state = await openState();
    const before = await readPoints(state, "bitcoin", NOW - DAY_MS);
    await fetch(state);
    const after = await readPoints(state, "bitcoin", NOW - DAY_MS);
    expect(before).toHaveLength(48);
    expect(after.length).toBeGreaterThan(280);
    expect(after.filter(({ origin }) => origin === null)).toEqual(before);
  });

  it("has twelve points in the first hour of a site already", async () => {
    const state = openMemoryState();
    await sampleBuilds(state, world, NOW, NOW + 1, MINUTE_MS);
    await fetch(state);
    const points = await readPoints(state, "bitcoin");
    expect(points.length).toBeGreaterThanOrEqual(12);
    expect(points.filter(({ origin }) => origin === null)).toHaveLength(1);
  });

  it("changes neither hours nor days", async () => {
    const state = await openState();
    const read = async () => {
      const history = await readHistory(state, new Map(), NOW);
      return ids.flatMap((id) => (["1h", "1d"] as const).map((step) => history.series(id, step, 0, NOW)));
    };
    const before = await read();
    await fetch(state);
    expect(await read()).toEqual(before);
    const tomorrow = NOW + DAY_MS;
    await updateSeries(state, sampleCoins(world, tomorrow), () => undefined);
    const hours = (await readHistory(state, new Map(), tomorrow)).series("bitcoin", "1h", 0, NOW);
    expect(hours.times).toEqual(before[0]?.times);
    expect(hours.prices).toEqual(before[0]?.prices);
  });

  it("requests only what is new since the build before, and nothing twice", async () => {
    const state = await openState();
    await fetch(state);
    const again = simulateHttp(world);
    await fetch(state, again);
    expect(again.urls).toEqual([]);
    const later = simulateBuild(NOW + 30 * MINUTE_MS, COINS);
    await updateSeries(state, later.market, () => undefined);
    const next = simulateHttp(later.world);
    await fetchDense({ ...later, state, http: next, progress: SILENT_PROGRESS });
    const binance = next.urls.map((url) => new URL(url)).find(({ host }) => host.includes("binance"));
    const fromMs = Number(binance?.searchParams.get("startTime"));
    expect(fromMs).toBe(floorTo(NOW, STEP) - 3 * HOUR_MS);
    const points = (await readHistory(state, new Map(), later.market.asOfMs)).series(
      "bitcoin",
      "5m",
      NOW,
      later.market.asOfMs,
    );
    expect(points.times.length).toBeGreaterThanOrEqual(6);
  });

  /** How far the points of all coins are from the truth at most, and how many bitcoin has. */
  async function measure(state: StateStore): Promise<{ error: number; filled: number }> {
    let error = 0;
    for (const id of ids)
      for (const { timeMs, price } of await readPoints(state, id, NOW - DAY_MS))
        error = Math.max(error, Math.abs(price / world.priceUsd(id, timeMs + STEP)! - 1));
    const filled = (await readPoints(state, "bitcoin", NOW - DAY_MS)).filter(({ origin }) => origin !== null);
    return { error, filled: filled.length };
  }

  it("scales an exchange of another level to our samples, and refuses one that is 2 % off", async () => {
    const near = await openState();
    await fetch(near, lie("coinbase", 1.015));
    const { error, filled } = await measure(near);
    expect(error).toBeLessThan(0.006);
    expect(filled).toBeGreaterThan(230);
    for (const factor of [1.021, 1.5, 100, 0.97, 0.01]) {
      const state = await openState();
      await fetch(state, lie("coinbase", factor));
      expect(await measure(state)).toMatchObject({ filled: 0 });
    }
  });

  it("leaves out what an exchange that lies between our samples puts beyond 3 %", async () => {
    const sampled = new Set((await readPoints(day, "bitcoin", NOW - DAY_MS)).map(({ timeMs }) => timeMs));
    for (const [factor, isUsed] of [
      [1.02, true],
      [1.2, false],
      [3, false],
      [0.9, false],
      [0.3, false],
    ] as const) {
      const state = await openState();
      await fetch(
        state,
        lie("coinbase", factor, (timeMs) => !sampled.has(timeMs)),
      );
      const { error, filled } = await measure(state);
      expect(error).toBeLessThan(0.036);
      expect(filled > 0).toBe(isUsed);
    }
  });

  it("reads from another exchange after one has failed, and the sample stays without any", async () => {
    const fail = (isFailing: (url: URL) => boolean) =>
      simulateHttp(world, (url) => {
        if (isFailing(url)) throw new Error("no answer");
        return undefined;
      });
    const state = await openState();
    const report = await fetch(
      state,
      fail(() => true),
    );
    expect(report).toMatchObject({ requests: COINS, failed: COINS, points: 0 });
    expect((await readPoints(state, "bitcoin")).every(({ origin }) => origin === null)).toBe(true);
    const [failed] = [...(await readRetries(state)).keys()].filter((key) => key.startsWith("bitcoin 5m "));
    const next = simulateHttp(world);
    await fetch(state, next);
    const points = await readPoints(state, "bitcoin");
    expect(points.length).toBeGreaterThanOrEqual(12);
    expect(points.map(({ origin }) => nameRetry("bitcoin", "5m", String(origin)))).not.toContain(failed);
  });

  it("adds nothing to a price that is held", async () => {
    const state = await openState();
    const coins = build.market.coins.map((coin) =>
      coin.id === "bitcoin" ? { ...coin, priceSource: "stale" as const } : coin,
    );
    await fetchDense({
      ...build,
      market: { ...build.market, coins },
      state,
      http: simulateHttp(world),
      progress: SILENT_PROGRESS,
    });
    expect((await readPoints(state, "bitcoin")).every(({ origin }) => origin === null)).toBe(true);
    expect((await readPoints(state, "ethereum")).some(({ origin }) => origin !== null)).toBe(true);
  });

  it("keeps a day, and deletes what is older", async () => {
    const state = await openState();
    await fetch(state);
    expect(state.list("dense/").map(({ name }) => name)).toEqual(["dense/2026-11-19", "dense/2026-11-20"]);
    await updateSeries(state, sampleCoins(world, NOW + DAY_MS), () => undefined);
    expect(state.list("dense/").map(({ name }) => name)).toEqual(["dense/2026-11-20"]);
  });
});
