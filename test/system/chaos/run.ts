import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";
import { printHelp } from "../print-help.ts";

printHelp(`
Usage: npm run test:chaos -- [--seed N] [--count N] [--only TEXT] [files]

Runs the fault tests: upstreams, disks, clocks, untrusted text.

  --seed N    another seed of the random faults
  --count N   N times as many cases; 6 tries every fault on every source
  --only TEXT only the tests whose title matches this text
  files       only these test files
`);

/**
 * `npm run test:chaos -- --seed 7 --count 10 --only "several faulty" [files]`: another seed, a
 * multiple of the count of the gate, or some tests or files only. Ends with the line
 * `chaos: N passed, N failed`.
 */
const { values, positionals } = parseArgs({
  options: { seed: { type: "string" }, count: { type: "string" }, only: { type: "string" } },
  allowPositionals: true,
});
const given = Object.entries({ SEED: values.seed, COUNT: values.count });
const wrong = given.find(([, value]) => value !== undefined && !(Number(value) > 0));
if (wrong !== undefined) {
  process.stderr.write(`--${wrong[0].toLowerCase()} must be a number above zero.\n`);
  process.exit(1);
}
const only = values.only === undefined ? [] : ["--testNamePattern", values.only];
const vitest = new URL("../../../node_modules/vitest/vitest.mjs", import.meta.url).pathname;
const config = new URL("../../vitest.config.ts", import.meta.url).pathname;
const { status } = spawnSync(
  process.execPath,
  [vitest, "run", "--config", config, "--project", "chaos", ...only, ...positionals],
  {
    stdio: "inherit",
    env: { ...process.env, ...Object.fromEntries(given.filter(([, value]) => value !== undefined)) },
  },
);
process.exit(status ?? 1);
