import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import type { CollectedTries, Tried } from "../../../build/app/site/page-data/status-page.ts";
import { ACCURACY_RESULTS } from "../calibration/accuracy.ts";
import { CALIBRATION_RESULTS } from "../calibration/report.ts";
import { MUTATION_RESULTS } from "../mutation/list-mutants.ts";
import { printHelp } from "../print-help.ts";
import { FAULTS } from "./faults.ts";

printHelp(`
Usage: npm run test:collect

Writes the counts of the last fault tests to the data of the Reliability page, and to that of the
Methodology page the last calibration of price intervals and accuracy of candles (test:long and
test:recorded), and the faults that the tests of prices find (test:mutation).
`);

/**
 * `npm run test:collect`: writes the counts of the last runs and the list of faults to the data of
 * the docs page. A test that was not run keeps its count.
 */
const RESULTS = new URL("../../../test-results/faults/", import.meta.url);
const DATA = new URL("../../../templates/docs/data/reliability.json", import.meta.url);

/** Tests with other numbers that the page states. */
const STATED = new Set(["absent-venues"]);

const read = (url: URL) => JSON.parse(readFileSync(url, "utf8")) as unknown;
const listResults = (folder: URL) =>
  (existsSync(folder) ? readdirSync(folder) : [])
    .filter((name) => name.endsWith(".json"))
    .map((name) => read(new URL(name, folder)));
const found = (listResults(RESULTS) as Tried[]).map(({ name, what, tried, seed, details }): Tried => {
  return { name, what, tried, ...(seed !== undefined && { seed }), ...(STATED.has(name) && details && { details }) };
});
const before = read(DATA) as CollectedTries;
const tries = new Map([...before.tries, ...found].map((one) => [one.name, one]));
const collected: CollectedTries = {
  tries: [...tries.values()].sort((a, b) => (a.name < b.name ? -1 : 1)),
  faults: FAULTS.map(({ id, level, what }) => ({ id, level, what })),
};
const CALIBRATION = new URL("../../../templates/docs/data/calibration.json", import.meta.url);
const MUTATIONS = new URL("../../../templates/docs/data/mutations.json", import.meta.url);
const ACCURACY = new URL("../../../templates/docs/data/accuracy.json", import.meta.url);
/** The measured results, and of those that were not measured again the known ones. */
function joinMeasured(file: URL, results: URL): { name: string }[] {
  const measured = listResults(results) as { name: string }[];
  const kept = (read(file) as { name: string }[]).filter((old) => measured.every(({ name }) => name !== old.name));
  return [...kept, ...measured].sort((a, b) => (a.name < b.name ? -1 : 1));
}
for (const [file, value] of [
  [DATA, collected] as const,
  [CALIBRATION, joinMeasured(CALIBRATION, CALIBRATION_RESULTS)] as const,
  [ACCURACY, joinMeasured(ACCURACY, ACCURACY_RESULTS)] as const,
  [MUTATIONS, joinMeasured(MUTATIONS, MUTATION_RESULTS)] as const,
])
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
execFileSync(new URL("../../../node_modules/.bin/biome", import.meta.url).pathname, [
  "check",
  "--write",
  DATA.pathname,
  CALIBRATION.pathname,
  ACCURACY.pathname,
  MUTATIONS.pathname,
]);
process.stdout.write(`${found.length} counts, ${FAULTS.length} faults\n`);
