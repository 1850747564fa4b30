import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { renderTallies } from "./run-attacks.ts";
import { openStages } from "./stages.ts";
import { trySection } from "./suite.ts";
import type { Tally } from "./try-attack.ts";

/** All sections meet the same simulated markets, and share one table. */
const tallies: Tally[] = [];
let stages: ReturnType<typeof openStages>;

beforeAll(() => {
  stages = openStages();
});

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
  ])("%s", async (_title, section, what) => {
    await trySection(section, what, stages, tallies);
  });

  it("are at least a thousand", () => {
    expect(tallies.reduce((sum, { markets }) => sum + markets, 0)).toBeGreaterThanOrEqual(1_000);
  });
});
