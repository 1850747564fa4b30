import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { MutationCounts } from "../../../build/app/site/page-data/methodology-page.ts";
import { openDraws, SEED } from "../chaos/random.ts";
import { printHelp } from "../print-help.ts";
import { EQUIVALENT } from "./equivalent.ts";
import { listMutants, MUTATION_RESULTS, type Mutant } from "./list-mutants.ts";

printHelp(`
Usage: npm run test:mutation -- [--count N] [--seed N] [--file TEXT]

Puts deliberate faults into the rules of prices, one at a time, and runs the unit tests of the
market that read the file. Prints the faults that no test finds. Some 5 seconds for each fault.

  --count N     number of faults, drawn from all (default: 150)
  --seed N      another draw
  --file TEXT   only faults in files whose path contains this
`);

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "150" },
    seed: { type: "string", default: String(SEED) },
    file: { type: "string", default: "" },
  },
});

const ROOT = new URL("../../../", import.meta.url);
const MARKET = "build/crypto/market/";
/** Folders with the rules of prices, and what they decide. */
const GROUPS: Readonly<Record<string, string>> = {
  aggregate: "Prices of pairs, venues and coins",
  price: "Which price is published, and its interval",
  quotes: "Rates of quote currencies",
  gate: "Whether a build is published",
};
/** A fault can be a loop without an end. */
const LIMIT_MS = 120_000;
const VITEST = fileURLToPath(new URL("node_modules/vitest/vitest.mjs", ROOT));

interface Placed extends Mutant {
  group: string;
  /** Relative to the repository. */
  file: string;
}

const all = Object.keys(GROUPS).flatMap((group): Placed[] =>
  readdirSync(new URL(`${MARKET}${group}`, ROOT))
    .sort()
    .map((name) => `${MARKET}${group}/${name}`)
    .filter((file) => file.includes(values.file))
    .flatMap((file) => listMutants(readFileSync(new URL(file, ROOT), "utf8")).map((one) => ({ ...one, group, file }))),
);
const chosen = openDraws("mutants", values.seed).sample(all, Number(values.count));

/** Whether the tests of a file pass. They have a low priority: this runs beside other work. */
async function passes(file: string, mutant?: Mutant): Promise<boolean> {
  const path = fileURLToPath(new URL(file, ROOT));
  const flags = ["--run", "--config", "test/system/mutation/vitest.config.ts", "--passWithNoTests"];
  const fault = mutant && [path, mutant.start, mutant.end, mutant.replacement];
  const child = spawn(process.execPath, [VITEST, "related", file, ...flags], {
    cwd: fileURLToPath(ROOT),
    env: { ...process.env, MUTANT: JSON.stringify(fault ?? null) },
    stdio: "ignore",
    timeout: LIMIT_MS,
    killSignal: "SIGKILL",
  });
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  return new Promise((done, fail) => {
    child.on("error", fail);
    child.on("close", (code) => done(code === 0));
  });
}

for (const file of new Set(chosen.map((one) => one.file)))
  if (!(await passes(file))) throw new Error(`The tests of ${file} fail without a fault: run npm test`);

const counts = new Map(
  Object.entries(GROUPS).map(([id, group]) => [id, { group, tried: 0, caught: 0, equivalent: 0 }]),
);
const survivors: string[] = [];
for (const mutant of chosen) {
  const { file, line, change } = mutant;
  const count = counts.get(mutant.group) as { tried: number; caught: number; equivalent: number };
  count.tried += 1;
  if (EQUIVALENT.some((one) => one.file === file && one.change === change)) count.equivalent += 1;
  else if (!(await passes(file, mutant))) count.caught += 1;
  else {
    survivors.push(`${file}:${line}: ${change}`);
    process.stdout.write(`${survivors.at(-1)}\n`);
  }
}
const sum = [...counts.values()].reduce((total, { caught }) => total + caught, 0);
process.stdout.write(
  `mutation: ${chosen.length} of ${all.length} faults, ${sum} caught, ${survivors.length} survived\n`,
);
if (values.file === "") {
  const result: MutationCounts = {
    name: "market",
    possible: all.length,
    seed: Number(values.seed),
    survivors,
    rows: [...counts.values()],
  };
  mkdirSync(MUTATION_RESULTS, { recursive: true });
  writeFileSync(new URL(`${result.name}.json`, MUTATION_RESULTS), `${JSON.stringify(result, null, 2)}\n`);
}
