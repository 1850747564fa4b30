import { beforeAll, describe, expect, test } from "vitest";
import { createDemoMarket } from "../../build/demo/create-demo-market.ts";
import type { Partition } from "../../build/history/partition.ts";
import { readHistory } from "../../build/history/read-history.ts";
import type { SampledMarket } from "../../build/history/update-series.ts";
import { updateSeries } from "../../build/history/update-series.ts";
import { DAY_MS, MINUTE_MS } from "../../build/lib/time.ts";
import type { StateStore } from "../../build/platform/platform.ts";
import { createMemoryStateStore } from "../../build/platform/state/memory-state-store.ts";
import { computeNaivePoints, listPoints, type NaivePoints, type RawSample } from "../fixtures/naive-series.ts";
import { createRandom } from "../fixtures/random.ts";

const START_MS = Date.parse("2026-02-03T05:17:00Z");
const END_MS = START_MS + 400 * DAY_MS;
const FORK_MS = START_MS + 370 * DAY_MS;
const COINS = 8;
/** Days without any build, the last across the end of a year. */
const MISSED: readonly (readonly [number, number])[] = [
  [20.3, 21.9],
  [100, 105.5],
  [230.7, 292],
  [330.5, 332.2],
];

const world = createDemoMarket({ seed: 11, coins: COINS, now: END_MS });
const random = createRandom(20261120);

/** The market as the world has it, with caps, coins and fresh prices missing now and then. */
function observe(timeMs: number): SampledMarket {
  return {
    asOfMs: timeMs,
    coins: world.coins.map(({ id, circulatingSupply }) => {
      const price = world.priceUsd(id, timeMs);
      const luck = random.next();
      return {
        id,
        price: luck < 0.01 ? null : price,
        priceOrigin: null,
        priceSource: luck < 0.05 ? "stale" : luck < 0.2 ? "reference" : "aggregated",
        marketCap: price === null || luck > 0.9 ? null : price * circulatingSupply,
        volume: luck > 0.8 ? null : Math.round(luck * 1e9) / 7,
      };
    }),
  };
}

/**
 * Irregular build times: mostly one to four hours apart, dense on a few days, none on missed days.
 */
function* listMoments(): Generator<number> {
  for (let timeMs = START_MS; timeMs < END_MS; ) {
    const day = (timeMs - START_MS) / DAY_MS;
    if (!MISSED.some(([from, to]) => day >= from && day < to)) yield Math.round(timeMs);
    const dense = Math.floor(day) % 80 === 7;
    timeMs += dense ? (4 + 9 * random.next()) * MINUTE_MS : (20 + 220 * random.next()) * MINUTE_MS;
  }
}

/** As published: with 12 significant digits. */
const round = (value: number) => Number(value.toPrecision(12));

async function copyState(from: StateStore): Promise<StateStore> {
  const copy = createMemoryStateStore({ now: () => 0 });
  for (const { name, rows, closed } of from.list()) copy.write(name, await from.read(name), { rows, closed });
  await copy.commit();
  return copy;
}

const fingerprint = (state: StateStore) =>
  state.list().map(({ name, sha256, closed }) => `${name} ${sha256} ${closed}`);

describe("a simulated year of irregular builds, missed days, repeated runs and a clock that steps back", () => {
  const state = createMemoryStateStore({ now: () => 0 });
  const raw = new Map<string, RawSample>();
  const sizes: { day: number; samples: number; hourly: number; rows: number }[] = [];
  const warnings: string[] = [];
  let refused = 0;
  let fork: StateStore | undefined;
  let newestMs = 0;

  async function build(market: SampledMarket): Promise<void> {
    for (const one of fork === undefined ? [state] : [state, fork]) {
      await updateSeries(one, market, (message) => warnings.push(message), true);
      await one.commit();
    }
  }

  function keep({ asOfMs, coins }: SampledMarket): void {
    for (const { id, price, priceSource, marketCap, volume } of coins) {
      if (price === null || priceSource === "stale") continue;
      const [cap, totalVolume] = [marketCap, volume].map((value) => (value === null ? null : round(value)));
      raw.set(`${asOfMs} ${id}`, {
        timeMs: asOfMs,
        coinId: id,
        price: round(price),
        marketCap: cap ?? null,
        totalVolume: totalVolume ?? null,
      });
    }
    newestMs = asOfMs;
  }

  beforeAll(async () => {
    for (const timeMs of listMoments()) {
      if (fork === undefined && timeMs >= FORK_MS) fork = await copyState(state);
      const market = observe(timeMs);
      keep(market);
      await build(market);
      if (random.next() < 0.04) {
        const again = observe(timeMs);
        keep(again);
        await build(again);
      }
      if (random.next() < 0.02) {
        await build(observe(timeMs - Math.round((0.01 + 3 * random.next()) * DAY_MS)));
        refused += fork === undefined ? 1 : 2;
      }
      const count = (prefix: string) => state.list(prefix);
      sizes.push({
        day: (timeMs - START_MS) / DAY_MS,
        samples: count("samples/").length,
        hourly: count("hourly/").length,
        rows: count("hourly/").reduce((sum, { rows }) => sum + rows, 0),
      });
    }
  }, 60_000);

  async function collect(prefix: string, step: "hour" | "day"): Promise<NaivePoints> {
    const points: NaivePoints = new Map();
    for (const { name } of state.list(prefix)) {
      for (const [key, value] of listPoints((await state.read<Partition>(name)) as Partition, step))
        points.set(key, value);
    }
    return points;
  }

  test("has enough builds, repeated runs and refusals to mean something", () => {
    expect(sizes.length).toBeGreaterThan(3_000);
    expect(refused).toBeGreaterThan(30);
    expect(warnings).toHaveLength(refused);
  });

  test("every daily value of closed days equals the naive last sample", async () => {
    const today = new Date(newestMs).toISOString().slice(0, 10);
    const expected = new Map([...computeNaivePoints([...raw.values()], "day")].filter(([key]) => !key.endsWith(today)));
    expect(expected.size).toBeGreaterThan(300 * (COINS - 1));
    expect(await collect("daily/", "day")).toEqual(expected);
  });

  test("every hourly value that is kept equals the naive last sample", async () => {
    const first = new Date(newestMs - 45 * DAY_MS).toISOString().slice(0, 10);
    const today = new Date(newestMs).toISOString().slice(0, 10);
    const dayOf = (key: string) => (key.split(" ")[1] as string).slice(0, 10);
    const expected = new Map(
      [...computeNaivePoints([...raw.values()], "hour")].filter(([key]) => dayOf(key) >= first && dayOf(key) < today),
    );
    expect(expected.size).toBeGreaterThan(45 * 8 * (COINS - 1));
    expect(await collect("hourly/", "hour")).toEqual(expected);
  });

  test("what is read back as series is the same, the running day included", async () => {
    const history = await readHistory(state, new Map(), newestMs);
    const naive = computeNaivePoints([...raw.values()], "hour");
    for (const { id } of world.coins) {
      const series = history.series(id, "1h", newestMs - 30 * DAY_MS, newestMs);
      const expected = [...naive].flatMap(([key, values]) => {
        const [coinId, hour] = key.split(" ") as [string, string];
        const timeMs = Date.parse(`${hour}:00:00Z`);
        return coinId === id && timeMs >= newestMs - 30 * DAY_MS ? [[timeMs, values] as const] : [];
      });
      expect(
        series.times.map((time, at) => [
          time,
          JSON.stringify([series.prices[at], series.marketCaps[at], series.totalVolumes[at]]),
        ]),
      ).toEqual(expected.sort(([a], [b]) => a - b));
    }
  });

  test("the state never grows beyond its retention", () => {
    for (const { samples, hourly, rows } of sizes) {
      expect(samples).toBeLessThanOrEqual(4);
      expect(hourly).toBeLessThanOrEqual(46);
      expect(rows).toBeLessThanOrEqual(46 * 24 * COINS);
    }
    expect(state.list("daily/").map(({ name, closed }) => [name, closed])).toEqual([
      ["daily/2026", true],
      ["daily/2027", false],
    ]);
  });

  test("only the running day and the running year are open, and no closed one was ever reopened", () => {
    const today = new Date(newestMs).toISOString().slice(0, 10);
    const open = state.list().filter(({ closed }) => !closed);
    expect(open.map(({ name }) => name)).toEqual(["daily/2027", `samples/${today}`]);
    expect(state.list().filter(({ revision }) => revision !== 1)).toEqual([]);
  });

  test("a fork that started from a copy of the documents has the same bytes", () => {
    expect(fork).toBeDefined();
    expect(fingerprint(fork as StateStore)).toEqual(fingerprint(state));
  });

  test("hours without a build stay missing", async () => {
    const points = await collect("daily/", "day");
    const missed = new Date(START_MS + 102 * DAY_MS).toISOString().slice(0, 10);
    expect([...points.keys()].filter((key) => key.endsWith(missed))).toEqual([]);
  });
});
