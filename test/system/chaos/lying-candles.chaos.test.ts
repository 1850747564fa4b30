import { describe, expect, it } from "vitest";
import { nameRetry, readRetries } from "../../../build/backfill/retry-memory.ts";
import { DAY_MS } from "../../../build/lib/time.ts";
import type { StateStore } from "../../../build/platform/platform.ts";
import { NOW } from "../../backfill/backfill-case.ts";
import { createRandom } from "../../fixtures/random.ts";
import { backfill, makeStates, simulateFew } from "./backfill-states.ts";
import { CANDLE_HOSTS } from "./candle-body.ts";
import { CANDLE_LIES, type CandleLie } from "./candle-lies.ts";
import { judgeBackfill } from "./judge-backfill.ts";
import { listSeries, type SeriesPoint } from "./list-series.ts";
import { openLyingHosts } from "./lying-hosts.ts";
import { hashSeed, recordTries, SEED } from "./random.ts";

const ORIGINS = Object.keys(CANDLE_HOSTS);
const HONEST: ReadonlyMap<string, CandleLie> = new Map();
/** A refused source is retried after a week; hours are kept for six weeks. */
const LATER = NOW + 8 * DAY_MS;
/** Sources are requested one after another. */
const ROUNDS = 8;
const COMBINED = 80 * TIMES;

const build = simulateFew(NOW);
const hosts = openLyingHosts(build);
const states = Object.entries(await makeStates(build));
const before = await Promise.all(states.map(async ([, open]) => (await listSeries(open())).points));
/** Effects of each lie, per state. */
const left: { lie: CandleLie; at: number; state: StateStore }[] = [];
let tried = 0;

const everywhere = (lie: CandleLie) => new Map(ORIGINS.map((origin) => [origin, lie]));
const nameStep = ({ coinId, stepMs, timeMs }: SeriesPoint) => `${coinId} ${stepMs} ${timeMs}`;

/** Runs and judges a backfill with some lying hosts: the filled points and the violations. */
async function attempt(at: number, lies: ReadonlyMap<string, CandleLie>, seed: number) {
  const [name, open] = states[at]!;
  const state = open();
  const requests = lies.size === 0 ? 100 : 1 + Math.floor(createRandom(seed).next() * 40);
  const http = hosts(lies, seed);
  const report = await backfill(build, state, http, requests);
  const { points: after, problems } = await listSeries(state);
  const coinIds = build.market.coins.map(({ id }) => id);
  const judged = judgeBackfill(before[at]!, after, { world: build.world, coinIds, lies, told: http.told });
  problems.push(...judged.problems);
  if (http.urls.length > requests || report.requests !== http.urls.length) problems.push("it is over its budget");
  tried += 1;
  const label = `${name} [${[...lies].map(([origin, { id }]) => `${origin}=${id}`).join(" ")}]`;
  return { ...judged, state, after, problems: problems.slice(0, 3).map((problem) => `${label} ${problem}`) };
}

describe("lying history sources", () => {
  it("are used completely when honest", async () => {
    for (const at of states.keys()) {
      const { filled, unknowable, problems } = await attempt(at, HONEST, 1);
      expect([filled > 100, unknowable, problems]).toEqual([true, 0, []]);
    }
  });

  it("add no detectable lie to the series, all with the same lie", async () => {
    const problems: string[] = [];
    const filled: Record<string, number> = {};
    for (const [row, lie] of CANDLE_LIES.entries()) {
      for (const at of states.keys()) {
        const one = await attempt(at, everywhere(lie), hashSeed(SEED, at, lie.id));
        if (row % states.length === at) left.push({ lie, at, state: one.state });
        problems.push(...one.problems);
        filled[lie.id] = (filled[lie.id] ?? 0) + one.filled;
      }
    }
    expect(problems).toEqual([]);
    // Some are refused whole; from others only the wrong points are dropped.
    for (const id of ["all-times-10.0", "all-times-1.50", "other-coin", "no-rows"])
      expect([id, filled[id]]).toEqual([id, 0]);
    expect(filled["all-times-1.01"]).toBeGreaterThan(1_000);
    expect(filled["spike-times-4"]).toBeGreaterThan(1_000);
  });

  it("add none in any combination", async () => {
    const random = createRandom(hashSeed(SEED, "lying-candles")).next;
    const problems: string[] = [];
    let [filled, unknowable] = [0, 0];
    for (let count = 0; count < COMBINED; count += 1) {
      const likelihood = random();
      const lying = ORIGINS.filter(() => random() < likelihood);
      const lies = new Map(lying.map((origin) => [origin, CANDLE_LIES[Math.floor(random() * CANDLE_LIES.length)]!]));
      const one = await attempt(count % states.length, lies, Math.floor(random() * 2 ** 32));
      problems.push(...one.problems);
      filled += one.filled;
      unknowable += one.unknowable;
    }
    expect(problems).toEqual([]);
    expect(unknowable).toBeLessThan(filled / 4);
  });

  it("block nothing permanently: later builds fill refused gaps, or the memory holds a retry time", async () => {
    const later = simulateFew(LATER);
    const laterHosts = openLyingHosts(later);
    const problems: string[] = [];
    const wanted = await Promise.all(states.map(async (_, at) => (await attempt(at, HONEST, 1)).after));
    for (const { lie, at, state } of left) {
      for (let round = 0; round < ROUNDS; round += 1) await backfill(later, state, laterHosts(HONEST, 0));
      const found = new Set([...(await listSeries(state)).points.values()].map(nameStep));
      const missing = [...wanted[at]!.values()].filter((point) => !found.has(nameStep(point)));
      const blocked = lie.leavesHoles ? [] : await findUnexplained(state, missing);
      if (blocked.length > 0) problems.push(`${states[at]![0]} ${lie.id}: ${blocked.length}, ${blocked[0]}`);
    }
    expect(problems).toEqual([]);
    await recordTries({ name: "lying-candles", what: "backfills from hosts that lied about the past", tried });
  });
});

/** The missing points of series without any source that is asked again within 60 days. */
async function findUnexplained(state: StateStore, missing: readonly SeriesPoint[]): Promise<string[]> {
  const retries = await readRetries(state);
  return missing
    .filter(({ coinId, stepMs }) => {
      const step = stepMs === DAY_MS ? "daily" : "hourly";
      const times = ORIGINS.map((source) => retries.get(nameRetry(coinId, step, source))?.retryAt ?? 0);
      return !times.some((timeMs) => timeMs > LATER && timeMs <= LATER + 60 * DAY_MS);
    })
    .map(nameStep);
}
