import { type BackfillReport, runBackfill } from "../../../build/backfill/run-backfill.ts";
import { DAY_MS, HOUR_MS } from "../../../build/lib/time.ts";
import type { Http, StateStore } from "../../../build/platform/platform.ts";
import { createMemoryStateStore } from "../../../build/platform/state/memory-state-store.ts";
import { NOW } from "../../backfill/backfill-case.ts";
import { type SimulatedBuild, sampleBuilds, silent, simulateBuild } from "../../backfill/simulated-build.ts";
import { openLyingHosts } from "./lying-hosts.ts";

/** USDT and two coins that trade everywhere, and one that only the chart has. */
const COINS = ["tether", "bitcoin", "solana", "figure-heloc"];
const WORLD_COINS = 18;

/** One build of the demo market at a time, with a few coins. */
export function simulateFew(now: number): SimulatedBuild {
  const build = simulateBuild(now, WORLD_COINS);
  const isOne = ({ id }: { id: string }) => COINS.includes(id);
  const market = { ...build.market, coins: build.market.coins.filter(isOne) };
  return { ...build, market, world: { ...build.world, coins: build.world.coins.filter(isOne) } };
}

export function backfill(
  build: SimulatedBuild,
  state: StateStore,
  http: Http,
  requests = 100,
): Promise<BackfillReport> {
  return runBackfill({ ...build, state, http, budget: { requests, timeLimitMs: 60_000 }, progress: silent });
}

/** Opens a state where a lie may meet the series, the same each time. */
export type OpenState = () => StateStore;

/** Empty; a day of our own prices; these plus newer history; and series with two gaps. */
export async function makeStates(build: SimulatedBuild): Promise<Record<string, OpenState>> {
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
