import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import type { Tried } from "../../../build/site/page-data/reliability-page.ts";
import { TRIES } from "../../../build/site/page-data/tried-faults.ts";
import { FAULTS } from "./faults.ts";

/**
 * `npm run test:collect`: puts the counts that the last runs left into the data of the docs page. A run that was not repeated keeps the
 * count that it had.
 */
const RESULTS = new URL("../../../test-results/faults/", import.meta.url);
const DATA = new URL("../../../build/site/page-data/tried-faults.ts", import.meta.url);

const found = readdirSync(RESULTS)
  .filter((name) => name.endsWith(".json"))
  .map((name) => JSON.parse(readFileSync(new URL(name, RESULTS), "utf8")) as Tried)
  .map(({ name, what, tried, seed }) => ({ name, what, tried, ...(seed === undefined ? {} : { seed }) }));
const tries = new Map([...TRIES, ...found].map((one) => [one.name, one]));
const sorted = [...tries.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
const faults = FAULTS.map(({ id, level, what }) => ({ id, level, what }));
writeFileSync(
  DATA,
  `import type { Tried, TriedFault } from "./reliability-page.ts";

// Written by \`npm run test:collect\` out of what the runs left.

export const TRIES: readonly Tried[] = [${sorted.map((one) => JSON.stringify(one)).join(",\n")}];

export const FAULTS: readonly TriedFault[] = [${faults.map((one) => JSON.stringify(one)).join(",\n")}];
`,
);
process.stdout.write(`${found.length} counts, ${faults.length} faults\n`);
