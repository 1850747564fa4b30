import { afterAll, describe, expect, it } from "vitest";
import { scale } from "../../../seed.ts";
import { recordTries, SEED } from "../random.ts";
import { renderTallies, runAttacks, type Tally } from "./run-attacks.ts";
import { openStages } from "./stages.ts";

/** Failures shown at most, and lines of each. */
const SHOWN = 6;
const LINES = 6;
/** Drawn attacks of a run, per thousand of what `run.ts` draws. */
const COUNT = 30;

/** All sections meet the same simulated markets, and share one table. */
const tallies: Tally[] = [];
const stages = openStages();

afterAll(() => {
  process.stdout.write(`\n${renderTallies(tallies)}\n`);
});

describe("attacked markets", () => {
  it.each([
    ["are priced completely without lies, and real moves are followed", "honest", "markets without lies"],
    [
      "leave every coin that two others trade at its price, or held, where venues lie about prices, volumes and quotes",
      "A",
      "markets in which venues lied about prices",
    ],
    [
      "do not take one coin for another where venues trade another coin under a code",
      "B",
      "markets in which a code meant another coin",
    ],
    [
      "do not publish other numbers as fresh that sources lie about",
      "C",
      "markets in which rates, totals or supplies were wrong",
    ],
    [
      "do not publish a price of lists that venues or other lists deny",
      "D",
      "markets in which lists lied about prices",
    ],
  ])("%s", async (_title, section, what) => {
    const problems: string[] = [];
    const own = await runAttacks({
      only: section,
      seed: SEED,
      count: scale(COUNT),
      stages,
      failed({ attack: { label }, findings }, name) {
        const told = findings
          .map(({ kind, nth, text }) => `${kind} in build ${nth}: ${text}`)
          .join("\n")
          .split("\n");
        problems.push([label, `npx tsx test/system/chaos/attacks/run.ts ${name}`, ...told.slice(0, LINES)].join("\n"));
      },
    });
    tallies.push(...own);
    expect(problems.slice(0, SHOWN)).toEqual([]);
    const tried = own.reduce((sum, { markets }) => sum + markets, 0);
    expect(tried).toBeGreaterThan(0);
    await recordTries({ name: `attacks-${section.toLowerCase()}`, what, tried });
  });

  it("are hundreds", () => {
    expect(tallies.reduce((sum, { markets }) => sum + markets, 0)).toBeGreaterThanOrEqual(500);
  });
});
