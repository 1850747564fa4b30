import { describe, expect, it } from "vitest";
import { createRandom } from "../../fixtures/random.ts";
import { openChaosRun } from "./chaos-run.ts";
import { createSuite, tryBuild } from "./chaos-suite.ts";
import { OTHER_SOURCES, PRICE_ANSWERS } from "./price-sources.ts";
import { hashSeed, SEED, TIMES } from "./random.ts";
import { recordTries } from "./record-tries.ts";

const DAY = 24 * 60;

describe("a clock that jumps", () => {
  it("publishes nothing while it is wrong, and loses nothing", async () => {
    const random = createRandom(hashSeed(SEED, "clock")).next;
    const suite = createSuite();
    const run = openChaosRun({ coins: 14, seed: SEED, sourcesOff: [...OTHER_SOURCES] });
    const builds = Math.ceil(40 * TIMES);
    const wrong: string[] = [];
    for (let build = 0; build < builds; build += 1) {
      const sign = random() < 0.5 ? -1 : 1;
      const ahead = [0, 3, 20, 90, DAY, 400 * DAY][Math.floor(random() * 6)]! * sign;
      run.setClock(ahead);
      const label = `build ${build}, ${ahead} min ahead`;
      const { error } = await tryBuild(suite, run, build * 30, new Map(), { label, answers: PRICE_ANSWERS });
      if ((error === undefined) !== Math.abs(ahead) <= 5) wrong.push(`${label}: ${error?.message ?? "published"}`);
      if (error !== undefined && !error.message.includes("clock")) wrong.push(`${label} does not name the clock`);
    }
    run.setClock(0);
    const last = await tryBuild(suite, run, builds * 30, new Map(), { label: "at the end", verify: true });
    expect([...suite.problems, ...wrong]).toEqual([]);
    expect(last.error).toBeUndefined();
    await recordTries({
      name: "clock",
      what: "builds by a clock that stepped by up to 400 days back and forth",
      tried: builds,
    });
  });
});
