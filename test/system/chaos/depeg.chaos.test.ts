import { describe, expect, it } from "vitest";
import { createRandom } from "../../fixtures/random.ts";
import { openChaosRun } from "./chaos-run.ts";
import { createSuite, tryBuild } from "./chaos-suite.ts";
import { FAULTS } from "./faults.ts";
import { depegMarket } from "./market-faults.ts";
import { OTHER_SOURCES, PRICE_ANSWERS, PRICE_SOURCES } from "./price-sources.ts";
import { hashSeed, SEED } from "./random.ts";
import { recordTries } from "./record-tries.ts";

const COINS = [
  ["tether", "USDT"],
  ["usd-coin", "USDC"],
] as const;
/** The value per build: leaves the peg at once or in steps, then returns. */
const COURSES = [
  [1, 0.9, 0.9, 0.9, 0.9, 1, 1, 1],
  [1, 0.99, 0.97, 0.93, 0.85, 0.6, 0.3, 0.3],
  [1, 1.05, 1.05, 1, 0.5, 0.5, 1, 1],
];

/**
 * The market itself changes in every pair and list. Counting a stablecoin as a dollar would
 * falsify all coins.
 */
describe("a stablecoin that loses its peg", () => {
  it("changes only its own price, or the build is refused until it is confirmed", async () => {
    const suite = createSuite();
    const seen = new Set<number>();
    for (const [id, code] of COINS) {
      for (const [course, factors] of COURSES.entries()) {
        for (const likelihood of [0, 0.15]) {
          let factor = 1;
          const random = createRandom(hashSeed(SEED, "depeg", id, course, likelihood)).next;
          const run = openChaosRun({
            ...{ coins: 14, seed: hashSeed(SEED, id, course), sourcesOff: [...OTHER_SOURCES] },
            market: (world) => depegMarket(world, id, code, factor),
          });
          for (const [build, worth] of factors.entries()) {
            factor = worth;
            const wrong = PRICE_SOURCES.filter(() => random() < likelihood);
            const faults = new Map(wrong.map((source) => [source, FAULTS[Math.floor(random() * FAULTS.length)]!]));
            const label = `${code} at ${worth}, course ${course} build ${build}`;
            const { tree } = await tryBuild(suite, run, build * 30, faults, { label, answers: PRICE_ANSWERS });
            if (tree !== undefined) seen.add(worth);
          }
        }
      }
    }
    expect(suite.problems).toEqual([]);
    // It is published at its value, not refused for the whole time.
    expect([...seen].some((worth) => worth < 0.95)).toBe(true);
    await recordTries({
      name: "depeg",
      what: "builds while a stablecoin lost its promise",
      tried: suite.builds,
    });
  });
});
