import { describe, expect, it } from "vitest";
import { BUILD_LOG } from "../../../build/app/run/build-log.ts";
import { createMemoryStateStore } from "../../../build/kit/platform/state/memory-state-store.ts";
import { scale } from "../../seed.ts";
import { drawFaults, keepMarkets, NO_FAULTS, openChaosRun, PRICE_SOURCES, START } from "./chaos-run.ts";
import { createSuite, tryBuild } from "./chaos-suite.ts";
import { FAULTS } from "./faults.ts";
import { JUDGED_ANSWERS } from "./judge-build.ts";
import { depegMarket } from "./market-faults.ts";
import { hashSeed, openDraws, recordTries, SEED } from "./random.ts";

/** The chains share their times, and so the markets and their sound answers. */
const marketAt = keepMarkets();

describe("a single faulty upstream", () => {
  /** Each fault meets every tenth source, each source every tenth fault; with `COUNT=10`, all. */
  const STRIDE = Math.max(1, Math.round(10 / scale(1)));
  let tried = 0;

  it.each(FAULTS.map((fault, row) => ({ ...fault, row, fault })))(
    "costs only itself: $id ($what)",
    async ({ fault, row }) => {
      const suite = createSuite();
      const run = openChaosRun({ seed: hashSeed(SEED, fault.id), marketAt });
      await tryBuild(suite, run, 0, NO_FAULTS, "sound");
      for (const [at, source] of PRICE_SOURCES.entries()) {
        if ((row + at) % STRIDE !== 0) continue;
        await tryBuild(suite, run, suite.builds * 30, new Map([[source, fault]]), `build ${suite.builds}`);
      }
      expect(suite.problems).toEqual([]);
      // One faulty source of many is never a reason to refuse a build.
      expect([suite.refused, suite.fresh > suite.builds * 10]).toEqual([0, true]);
      tried += suite.builds;
    },
  );

  it("is any of the sources", async () => {
    expect(tried).toBeGreaterThan((FAULTS.length * PRICE_SOURCES.length) / STRIDE);
    await recordTries({
      name: "one-source",
      what: `builds with one source at fault: ${FAULTS.length} faults at ${PRICE_SOURCES.length} sources`,
      tried,
    });
  });
});

describe("several faulty upstreams", () => {
  const CHAINS = scale(8);
  const BUILDS = 7;
  /** Minutes of all builds; a chain has some of them. */
  const MOMENTS = drawMoments(16);
  /** Probability of a fault per source, constant for a chain of builds. */
  const LIKELIHOODS = [0.05, 0.15, 0.3, 0.5, 0.8];

  it("lead to a site that marks stale and missing data, or to a refusal with a reason", async () => {
    const suite = createSuite();
    const ends: string[] = [];
    for (let chain = 0; chain < CHAINS; chain += 1) {
      const random = openDraws(SEED, "combined", chain);
      // A site that exists: it keeps what it read also when its next builds are refused.
      const state = createMemoryStateStore({ now: () => START, world: "sample" });
      state.write(BUILD_LOG, []);
      await state.commit();
      const run = openChaosRun({ seed: hashSeed(SEED, "combined", chain), state, marketAt });
      const likelihood = random.pick(LIKELIHOODS);
      const pool = random() < 0.4 ? FAULTS.filter(({ lies }) => lies) : FAULTS;
      const moments = random.sample(MOMENTS, BUILDS).sort((a, b) => a - b);
      for (const [build, minutes] of moments.entries()) {
        const sound = build === BUILDS - 1;
        const faults = sound ? NO_FAULTS : drawFaults(random, likelihood, pool);
        const verify = build === 4 && chain % 8 === 0;
        const label = `chain ${chain} build ${build}`;
        const { error } = await tryBuild(suite, run, minutes, faults, label, { answers: JUDGED_ANSWERS, verify });
        if (sound && error !== undefined) ends.push(`chain ${chain}: ${error.message}`);
      }
    }
    expect(suite.problems).toEqual([]);
    // Once all sources are sound again, the next build passes.
    expect(ends).toEqual([]);
    expect(suite.refused).toBeGreaterThan(0);
    expect(suite.published).toBeGreaterThan(suite.builds / 2);
    await recordTries({
      name: "combined",
      what: "consecutive builds with several faulty sources at once",
      tried: suite.builds,
    });
    await recordTries({
      name: "fresh-prices",
      what: "published prices compared with the simulated market",
      tried: suite.fresh,
    });
  });
});

/** So many moments, 5 to 65 minutes apart. */
function drawMoments(count: number): number[] {
  const random = openDraws(SEED, "moments");
  let minutes = 0;
  return Array.from({ length: count }, () => {
    minutes += 5 + Math.floor(random() * 60);
    return minutes;
  });
}

/**
 * The market itself changes in every pair and list. Counting a stablecoin as a dollar would
 * falsify all coins.
 */
describe("a stablecoin that loses its peg", () => {
  const COINS = [
    ["tether", "USDT"],
    ["usd-coin", "USDC"],
  ] as const;
  /** Each coin and course meets faulty sources or none; with `COUNT=2`, both. */
  const STRIDE = scale(1) > 1 ? 1 : 2;
  /** The value per build: leaves the peg at once or in steps, then returns. */
  const COURSES = [
    [1, 0.9, 0.9, 0.9, 0.9, 1, 1, 1],
    [1, 0.99, 0.97, 0.93, 0.85, 0.6, 0.3, 0.3],
    [1, 1.05, 1.05, 1, 0.5, 0.5, 1, 1],
  ];

  it("changes only its own price, or the build is refused until it is confirmed", async () => {
    const suite = createSuite();
    const seen = new Set<number>();
    for (const [at, [id, code]] of COINS.entries()) {
      for (const [course, factors] of COURSES.entries()) {
        for (const [row, likelihood] of [0, 0.15].entries()) {
          if ((at + course + row) % STRIDE !== 0) continue;
          let factor = 1;
          const random = openDraws(SEED, "depeg", id, course, likelihood);
          const run = openChaosRun({
            seed: hashSeed(SEED, id, course),
            marketAt,
            market: (world) => depegMarket(world, id, code, factor),
          });
          for (const [build, worth] of factors.entries()) {
            factor = worth;
            const label = `${code} at ${worth}, course ${course} build ${build}`;
            const { tree } = await tryBuild(suite, run, build * 30, drawFaults(random, likelihood), label);
            if (tree !== undefined) seen.add(worth);
          }
        }
      }
    }
    expect(suite.problems).toEqual([]);
    // It is published at its value, not refused for the whole time.
    expect([...seen].some((worth) => worth < 0.95)).toBe(true);
    await recordTries({ name: "depeg", what: "builds while a stablecoin lost its peg", tried: suite.builds });
  });
});

describe("a clock that jumps", () => {
  const DAY = 24 * 60;

  it("publishes nothing while it is wrong, and loses nothing", async () => {
    const random = openDraws(SEED, "clock");
    const suite = createSuite();
    const run = openChaosRun({ seed: SEED, marketAt });
    const builds = scale(8);
    const wrong: string[] = [];
    for (let build = 0; build < builds; build += 1) {
      const sign = random() < 0.5 ? -1 : 1;
      const ahead = random.pick([0, 3, 20, 90, DAY, 400 * DAY]) * sign;
      run.setClock(ahead);
      const label = `build ${build}, ${ahead} min ahead`;
      const { error } = await tryBuild(suite, run, build * 30, NO_FAULTS, label);
      if ((error === undefined) !== Math.abs(ahead) <= 5) wrong.push(`${label}: ${error?.message ?? "published"}`);
      if (error !== undefined && !error.message.includes("clock")) wrong.push(`${label} does not name the clock`);
    }
    run.setClock(0);
    const last = await tryBuild(suite, run, builds * 30, NO_FAULTS, "at the end", { verify: true });
    expect([...suite.problems, ...wrong]).toEqual([]);
    expect(last.error).toBeUndefined();
    await recordTries({
      name: "clock",
      what: "builds with a clock that jumped by up to 400 days",
      tried: builds,
    });
  });
});
