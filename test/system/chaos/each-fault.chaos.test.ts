import { describe, expect, it } from "vitest";
import { openChaosRun } from "./chaos-run.ts";
import { createSuite, tryBuild } from "./chaos-suite.ts";
import { FAULTS } from "./faults.ts";
import { OTHER_SOURCES, PRICE_ANSWERS, PRICE_SOURCES } from "./price-sources.ts";
import { hashSeed, SEED } from "./random.ts";
import { recordTries } from "./record-tries.ts";

const COINS = 14;

/** One fault at a time at every source with influence on prices; afterwards the source is sound. */
describe("a single faulty upstream", () => {
  const suite = createSuite();

  it.each(FAULTS)("costs only itself: $id ($what)", async (fault) => {
    const own = createSuite();
    const run = openChaosRun({ coins: COINS, seed: hashSeed(SEED, fault.id), sourcesOff: [...OTHER_SOURCES] });
    await tryBuild(own, run, 0, new Map(), { label: "sound", answers: PRICE_ANSWERS });
    for (const [index, source] of PRICE_SOURCES.entries()) {
      const faults = new Map([[source, fault]]);
      await tryBuild(own, run, (index + 1) * 30, faults, { label: `build ${index + 1}`, answers: PRICE_ANSWERS });
    }
    expect(own.problems).toEqual([]);
    // One faulty source of many is never a reason to refuse a build.
    expect([own.published, own.fresh > COINS * 10]).toEqual([PRICE_SOURCES.length + 1, true]);
    suite.builds += own.builds;
  });

  it("was tried at every source", async () => {
    expect(suite.builds).toBe(FAULTS.length * (PRICE_SOURCES.length + 1));
    await recordTries({
      name: "one-source",
      what: `builds with one source at fault: each of ${FAULTS.length} faults at each of ${PRICE_SOURCES.length} sources`,
      tried: suite.builds,
    });
  });
});
