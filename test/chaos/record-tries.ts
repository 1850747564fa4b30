import { mkdirSync, writeFileSync } from "node:fs";
import { SEED } from "./random.ts";

const FOLDER = new URL("../../test-results/faults/", import.meta.url);

/** What was tried how often. `name` is a file name and unique among all runs. */
export interface Tried {
  name: string;
  /** One sentence for the page. */
  what: string;
  tried: number;
}

/** Leaves the count of a run for `collect.ts`; a run that fails leaves none, so that only what held is counted. */
export function recordTries({ name, what, tried }: Tried): void {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(new URL(`${name}.json`, FOLDER), `${JSON.stringify({ name, what, tried, seed: SEED })}\n`);
}
