import { parseArgs } from "node:util";
import { printHelp } from "../print-help.ts";
import { recordTries } from "./random.ts";
import { judgeSoak, soak } from "./soak-run.ts";

printHelp(`
Usage: npm run test:soak -- [--builds N]

Runs consecutive builds with random faults on one state.

  --builds N   number of builds (default: 5000)
`);

/** `npm run test:soak -- --builds 5000`: ends with the line `soak: N builds, N problems`. */
const { values } = parseArgs({ options: { builds: { type: "string", default: "5000" } } });
const builds = Number(values.builds);
const found = judgeSoak(await soak(builds, 12, { report: (line) => process.stdout.write(`${line}\n`) }), builds);
for (const problem of found) process.stdout.write(`${problem}\n`);
process.stdout.write(`soak: ${builds} builds, ${found.length} problems\n`);
if (found.length === 0) {
  await recordTries({
    name: "soak",
    what: "consecutive builds of 50 coins with random faults on one state",
    tried: builds,
  });
}
process.exitCode = found.length === 0 ? 0 : 1;
