import { expect } from "vitest";
import { SEED, TIMES } from "../random.ts";
import { recordTries } from "../record-tries.ts";
import { renderTallies, runAttacks } from "./run-attacks.ts";

/** Failures shown at most, and lines of each: the first ones say it. */
const SHOWN = 6;
const LINES = 6;

/**
 * Tries one section of the attacks with the seed of this run, prints its table, and says how each
 * failure is seen again.
 */
export async function trySection(section: string, what: string): Promise<void> {
  const problems: string[] = [];
  const tallies = await runAttacks({
    ...{ only: section, seed: SEED, count: 1_000 * TIMES },
    failed({ attack: { label }, findings }, name) {
      const told = findings
        .map(({ kind, nth, text }) => `${kind} in build ${nth}: ${text}`)
        .join("\n")
        .split("\n");
      problems.push([label, `npx tsx test/chaos/attacks/run.ts ${name}`, ...told.slice(0, LINES)].join("\n"));
    },
  });
  process.stdout.write(`\n${renderTallies(tallies)}\n`);
  expect(problems.slice(0, SHOWN)).toEqual([]);
  const tried = tallies.reduce((sum, { markets }) => sum + markets, 0);
  expect(tried).toBeGreaterThan(0);
  await recordTries({ name: `attacks-${section.toLowerCase()}`, what, tried });
}
