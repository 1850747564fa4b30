import { expect } from "vitest";
import { scale } from "../../../seed.ts";
import { recordTries, SEED } from "../random.ts";
import type { Stages } from "./attack.ts";
import { runAttacks } from "./run-attacks.ts";
import type { Tally } from "./try-attack.ts";

/** Failures shown at most, and lines of each. */
const SHOWN = 6;
const LINES = 6;

/** Drawn attacks of a run, per thousand of what `run.ts` draws. */
const COUNT = 120;

/**
 * Runs one section of the attacks with the seed of this run, adds its rows, and reports how to
 * repeat each failure.
 */
export async function trySection(section: string, what: string, stages: Stages, rows: Tally[]): Promise<void> {
  const problems: string[] = [];
  const tallies = await runAttacks({
    ...{ only: section, seed: SEED, count: scale(COUNT), stages },
    failed({ attack: { label }, findings }, name) {
      const told = findings
        .map(({ kind, nth, text }) => `${kind} in build ${nth}: ${text}`)
        .join("\n")
        .split("\n");
      problems.push([label, `npx tsx test/system/chaos/attacks/run.ts ${name}`, ...told.slice(0, LINES)].join("\n"));
    },
  });
  rows.push(...tallies);
  expect(problems.slice(0, SHOWN)).toEqual([]);
  const tried = tallies.reduce((sum, { markets }) => sum + markets, 0);
  expect(tried).toBeGreaterThan(0);
  await recordTries({ name: `attacks-${section.toLowerCase()}`, what, tried });
}
