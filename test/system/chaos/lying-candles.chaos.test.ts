import { describe, expect, it } from "vitest";
import { nameRetry, readRetries } from "../../../build/crypto/backfill/retry-memory.ts";
import { type BackfillReport, runBackfill } from "../../../build/crypto/backfill/run-backfill.ts";
import { findRange } from "../../../build/crypto/backfill/step.ts";
import type { Partition } from "../../../build/crypto/history/partition.ts";
import { listNames } from "../../../build/crypto/history/partition-document.ts";
import { candleVenues } from "../../../build/crypto/sources/candle-venues.ts";
import { type Http, SILENT_PROGRESS, type StateStore } from "../../../build/kit/platform/platform.ts";
import { createMemoryStateStore } from "../../../build/kit/platform/state/memory-state-store.ts";
import { DAY_MS, HOUR_MS } from "../../../build/lib/time.ts";
import { NOW } from "../../crypto/backfill/backfill-case.ts";
import { type SimulatedBuild, sampleBuilds, simulateBuild } from "../../crypto/backfill/simulated-build.ts";
import { scale } from "../../seed.ts";
import { CANDLE_LIES, type CandleLie } from "./candle-lies.ts";
import { CANDLE_HOSTS, openLyingHosts } from "./lying-hosts.ts";
import { hashSeed, openDraws, recordTries, SEED } from "./random.ts";

const ORIGINS = Object.keys(CANDLE_HOSTS);
const USDT_ORIGINS = new Set(candleVenues.flatMap(({ source, quote }) => (quote === "USDT" ? [source] : [])));
/** Tolerance at the join, and of the scale. */
const NEAR = 1.02 ** 2;
const HONEST: ReadonlyMap<string, CandleLie> = new Map();
/** A refused source is retried after a week; hours are kept for six weeks. */
const LATER = NOW + 8 * DAY_MS;
/** Sources are requested one after another. */
const ROUNDS = 8;
/** Each lie meets two of the four states; all with `COUNT=2`. */
const STRIDE = scale(1) > 1 ? 1 : 2;

interface Point {
  coinId: string;
  stepMs: number;
  timeMs: number;
  price: number;
  /** `null`: our own. */
  origin: string | null;
}

/** USDT and two coins that trade everywhere, and one that only the chart has. */
const COINS = ["tether", "bitcoin", "solana", "figure-heloc"];
const MARKET_COINS = 18;
const build = simulateFew(NOW);
const hosts = openLyingHosts(build);
const states = Object.entries(await makeStates(build));
const before = await Promise.all(states.map(([, open]) => listPoints(open())));
const left: { lie: CandleLie; at: number; state: StateStore }[] = [];
let tried = 0;

const nameStep = ({ coinId, stepMs, timeMs }: Point) => `${coinId} ${stepMs} ${timeMs}`;

/** Every point of the series of a state, by document, coin and time. */
async function listPoints(state: StateStore): Promise<Map<string, Point>> {
  const points = new Map<string, Point>();
  const steps = { "hourly/": HOUR_MS, "daily/": DAY_MS, "backfill-days/": DAY_MS };
  for (const [prefix, stepMs] of Object.entries(steps)) {
    for (const name of listNames(state, prefix)) {
      const { times, coins, origins } = (await state.read<Partition>(name))!;
      expect([name, times]).toEqual([name, [...new Set(times)].filter((t) => t % stepMs === 0).sort((a, b) => a - b)]);
      for (const [coinId, columns] of Object.entries(coins)) {
        expect([name, coinId, columns.prices.length]).toEqual([name, coinId, times.length]);
        for (const [row, price] of columns.prices.entries()) {
          if (price === null) continue;
          const label = columns.origins?.[row] ?? null;
          const origin = label === null ? null : (origins?.[label] ?? "unknown");
          points.set(`${name} ${coinId} ${times[row]}`, { coinId, stepMs, timeMs: times[row]!, price, origin });
        }
      }
    }
  }
  return points;
}

/** What is wrong with a filled point. Undetectable lies may pass, also as the rate of USDT. */
function judge(point: Point, lies: ReadonlyMap<string, CandleLie>): string | undefined {
  const { coinId, stepMs, timeMs, price, origin } = point;
  if (origin === null || !Object.hasOwn(CANDLE_HOSTS, origin)) return `is of ${origin}`;
  if (!(Number.isFinite(price) && price > 0)) return `costs ${price}`;
  if (timeMs + stepMs > NOW) return "is not over";
  if (lies.get(origin)?.undetectable) return undefined;
  if (USDT_ORIGINS.has(origin) && [...lies.values()].some(({ undetectable }) => undetectable)) return undefined;
  const truth = build.world.priceUsd(coinId, timeMs + stepMs) ?? Number.NaN;
  return Math.max(price / truth, truth / price) <= NEAR ? undefined : `of ${origin} is ${price / truth} × the truth`;
}

/** Runs a backfill with some lying hosts: the number of filled points, and the violations. */
async function attempt(at: number, lies: ReadonlyMap<string, CandleLie>, seed: number) {
  const [name, open] = states[at]!;
  const state = open();
  const requests = lies.size === 0 ? 100 : 1 + Math.floor(openDraws(seed)() * 40);
  const http = hosts(lies, seed);
  const report = await backfill(build, state, http, requests);
  const after = await listPoints(state);
  const problems: string[] = [];
  const hours = new Map(
    [...after.values()].flatMap((one) => (one.stepMs === HOUR_MS ? [[nameStep(one), one] as const] : [])),
  );
  for (const [key, known] of before[at]!) {
    const now = after.get(key);
    if (now?.price === known.price && now.origin === known.origin) continue;
    // A day that was filled gets the price of its last hour, which is judged like any filled price.
    const hour = hours.get(nameStep({ ...known, stepMs: HOUR_MS, timeMs: known.timeMs + DAY_MS - HOUR_MS }));
    const isClosed = known.stepMs === DAY_MS && known.origin !== null && now?.price === hour?.price;
    const wrong = now !== undefined && isClosed ? judge(now, lies) : `was ${known.price} and is ${now?.price}`;
    if (wrong !== undefined) problems.push(`${key} ${wrong}`);
  }
  const filled = [...after].filter(([key]) => !before[at]!.has(key));
  for (const [key, point] of filled) {
    const wrong = judge(point, lies);
    if (wrong !== undefined) problems.push(`${key} ${wrong}`);
  }
  if (http.urls.length > requests || report.requests !== http.urls.length) problems.push("it is over its budget");
  tried += 1;
  const label = `${name} [${[...lies].map(([origin, { id }]) => `${origin}=${id}`).join(" ")}]`;
  return { filled: filled.length, state, after, problems: problems.slice(0, 3).map((one) => `${label} ${one}`) };
}

describe("lying history sources", () => {
  it("are used completely when honest", async () => {
    for (const at of states.keys()) {
      const { filled, problems } = await attempt(at, HONEST, 1);
      expect([filled > 100, problems]).toEqual([true, []]);
    }
  });

  it("add no detectable lie to the series, all with the same lie", async () => {
    const problems: string[] = [];
    const filled: Record<string, number> = {};
    for (const [row, lie] of CANDLE_LIES.entries()) {
      const lies = new Map(ORIGINS.map((origin) => [origin, lie]));
      for (const at of states.keys()) {
        if ((row + at) % STRIDE !== 0) continue;
        const one = await attempt(at, lies, hashSeed(SEED, at, lie.id));
        if (row % states.length === at) left.push({ lie, at, state: one.state });
        problems.push(...one.problems);
        filled[lie.id] = (filled[lie.id] ?? 0) + one.filled;
      }
    }
    expect(problems).toEqual([]);
    // Some are refused whole; from others only the wrong points are dropped.
    for (const id of ["all-times-10.0", "all-times-1.50", "other-coin", "no-rows"])
      expect([id, filled[id]]).toEqual([id, 0]);
    for (const id of ["all-times-1.01", "spike-times-4"]) expect([id, filled[id]! > 500]).toEqual([id, true]);
  });

  it("add no detectable lie in any combination", async () => {
    const random = openDraws(SEED, "lying-candles");
    const problems: string[] = [];
    for (let count = 0; count < scale(14); count += 1) {
      const likelihood = random();
      const lying = ORIGINS.filter(() => random() < likelihood);
      const lies = new Map(lying.map((origin) => [origin, random.pick(CANDLE_LIES)]));
      const one = await attempt(count % states.length, lies, Math.floor(random() * 2 ** 32));
      problems.push(...one.problems);
    }
    expect(problems).toEqual([]);
  });

  it("block nothing permanently: later builds fill refused gaps, or the memory holds a retry time", async () => {
    const later = simulateFew(LATER);
    const laterHosts = openLyingHosts(later);
    const problems: string[] = [];
    const wanted = await Promise.all(states.map(async (_, at) => (await attempt(at, HONEST, 1)).after));
    for (const { lie, at, state } of left) {
      if (lie.leavesHoles) continue;
      for (let round = 0; round < ROUNDS; round += 1) await backfill(later, state, laterHosts(HONEST, 0));
      const found = new Set([...(await listPoints(state)).values()].map(nameStep));
      const missing = [...wanted[at]!.values()].filter((point) => !found.has(nameStep(point)));
      const blocked = await findUnexplained(state, missing);
      if (blocked.length > 0) problems.push(`${states[at]![0]} ${lie.id}: ${blocked.length}, ${blocked[0]}`);
    }
    expect(problems).toEqual([]);
    await recordTries({ name: "lying-candles", what: "backfills from sources with falsified history", tried });
  });
});

/** The missing points that are still kept, of series that no source is requested for in 60 days. */
async function findUnexplained(state: StateStore, missing: readonly Point[]): Promise<string[]> {
  const retries = await readRetries(state);
  return missing
    .filter(({ stepMs, timeMs }) => stepMs === DAY_MS || timeMs >= findRange("hourly", LATER).fromMs)
    .filter(({ coinId, stepMs }) => {
      const step = stepMs === DAY_MS ? "daily" : "hourly";
      const times = ORIGINS.map((source) => retries.get(nameRetry(coinId, step, source))?.retryAt ?? 0);
      return !times.some((timeMs) => timeMs > LATER && timeMs <= LATER + 60 * DAY_MS);
    })
    .map(nameStep);
}

function simulateFew(now: number): SimulatedBuild {
  const build = simulateBuild(now, MARKET_COINS);
  const isOne = ({ id }: { id: string }) => COINS.includes(id);
  const market = { ...build.market, coins: build.market.coins.filter(isOne) };
  return { ...build, market, world: { ...build.world, coins: build.world.coins.filter(isOne) } };
}

function backfill(build: SimulatedBuild, state: StateStore, http: Http, requests = 100): Promise<BackfillReport> {
  return runBackfill({ ...build, state, http, budget: { requests, timeLimitMs: 60_000 }, progress: SILENT_PROGRESS });
}

type OpenState = () => StateStore;

/** Empty; a day of our own prices; these plus newer history; and series with two gaps. */
async function makeStates(build: SimulatedBuild): Promise<Record<string, OpenState>> {
  const { world } = build;
  return {
    "a new site": await keep(async () => undefined),
    "a day of builds": await keep((state) => sampleBuilds(state, world, NOW - 30 * HOUR_MS, NOW, HOUR_MS)),
    "older to go": await keep(async (state) => {
      await sampleBuilds(state, world, NOW - 30 * HOUR_MS, NOW, HOUR_MS);
      await backfill(build, state, openLyingHosts(build)(new Map(), 0));
    }),
    "missed days twice": await keep(async (state) => {
      const earlier = simulateFew(NOW - 10 * DAY_MS);
      const { asOfMs } = earlier.market;
      await sampleBuilds(state, world, asOfMs - 30 * HOUR_MS, asOfMs, HOUR_MS);
      await backfill(earlier, state, openLyingHosts(earlier)(new Map(), 0));
      await sampleBuilds(state, world, NOW - 8 * DAY_MS, NOW - 4 * DAY_MS, HOUR_MS);
      await sampleBuilds(state, world, NOW - 2 * DAY_MS, NOW, HOUR_MS);
    }),
  };
}

/** Fills a state once. Each call of the result opens an independent copy of it. */
async function keep(fill: (state: StateStore) => Promise<unknown>): Promise<OpenState> {
  const create = () => createMemoryStateStore({ now: () => NOW, world: "sample" });
  const filled = create();
  await fill(filled);
  await filled.commit();
  const documents = await Promise.all(
    filled.list().map(async ({ name, rows, closed }) => ({ name, rows, closed, value: await filled.read(name) })),
  );
  return () => {
    const copy = create();
    for (const { name, value, ...options } of documents) copy.write(name, structuredClone(value), options);
    return copy;
  };
}
