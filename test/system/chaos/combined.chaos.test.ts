import { describe, expect, it } from "vitest";
import { BUILD_LOG } from "../../../build/market/gate/run-report.ts";
import { createMemoryStateStore } from "../../../build/platform/state/memory-state-store.ts";
import { createRandom } from "../../fixtures/random.ts";
import { openChaosRun, START } from "./chaos-run.ts";
import { createSuite, tryBuild } from "./chaos-suite.ts";
import { FAULTS } from "./faults.ts";
import { OTHER_SOURCES, PRICE_ANSWERS, PRICE_SOURCES } from "./price-sources.ts";
import { hashSeed, SEED, TIMES } from "./random.ts";
import { recordTries } from "./record-tries.ts";

const CHAINS = Math.ceil(120 * TIMES);
const BUILDS = 7;
/** Probability of a fault per source, constant for a chain of builds. */
const LIKELIHOODS = [0.05, 0.15, 0.3, 0.5, 0.8];

/**
 * Chains of builds on one state. Any set of sources may fail; the last build of a chain is sound.
 */
describe("several faulty upstreams", () => {
  it("lead to a site that marks stale and missing data, or to a refusal with a reason", async () => {
    const suite = createSuite();
    const ends: string[] = [];
    for (let chain = 0; chain < CHAINS; chain += 1) {
      const seed = hashSeed(SEED, "combined", chain);
      const random = createRandom(seed).next;
      const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
      // A site that exists: it keeps what it read also when its next builds are refused.
      const state = createMemoryStateStore({ now: () => START, world: "sample" });
      state.write(BUILD_LOG, []);
      await state.commit();
      const run = openChaosRun({ coins: 14, seed, sourcesOff: [...OTHER_SOURCES], state });
      const likelihood = pick(LIKELIHOODS);
      const pool = random() < 0.4 ? FAULTS.filter(({ lies }) => lies) : FAULTS;
      let minutes = 0;
      for (let build = 0; build < BUILDS; build += 1) {
        minutes += 5 + Math.floor(random() * 120);
        const sound = build === BUILDS - 1;
        const wrong = PRICE_SOURCES.filter(() => random() < likelihood && !sound);
        const faults = new Map(wrong.map((source) => [source, pick(pool)]));
        const options = { label: `chain ${chain} build ${build}`, answers: PRICE_ANSWERS, verify: build === 4 };
        const { error } = await tryBuild(suite, run, minutes, faults, options);
        if (sound && error !== undefined) ends.push(`chain ${chain}: ${error.message}`);
      }
    }
    expect(suite.problems).toEqual([]);
    // Once all sources are sound again, the next build passes.
    expect(ends).toEqual([]);
    expect(suite.builds).toBe(CHAINS * BUILDS);
    if (TIMES >= 1) {
      expect(suite.refused).toBeGreaterThan(suite.builds / 50);
      expect(suite.published).toBeGreaterThan(suite.builds / 2);
    }
    await recordTries({
      name: "combined",
      what: "builds with any of the sources at fault together, in chains",
      tried: suite.builds,
    });
    await recordTries({
      name: "fresh-prices",
      what: "published prices compared with the simulated market's own",
      tried: suite.fresh,
    });
  });
});
