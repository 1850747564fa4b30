import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createVitest, type TestSpecification } from "vitest/node";
import type { MutationCounts } from "../../../build/app/site/page-data/methodology-page.ts";
import { openDraws, SEED } from "../chaos/random.ts";
import { printHelp } from "../print-help.ts";
import { EQUIVALENT } from "./equivalent.ts";
import { GROUPS, isOf, listMarketMutants, MARKET, type MarketMutant, ROOT } from "./list-market-mutants.ts";
import { MUTATION_RESULTS } from "./list-mutants.ts";

printHelp(`
Usage: npm run test:mutation -- [--count N] [--seed N] [--file TEXT]

Puts deliberate faults into the rules of prices, one at a time, and runs the unit tests of the
market that read the file. Prints the faults that no test finds. Files on disk stay unchanged.

  --count N     number of faults, drawn from all (default: 150)
  --seed N      another draw
  --file TEXT   only faults in files whose path contains this
  --again       runs only those that no test has found the last time
`);

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "150" },
    seed: { type: "string", default: String(SEED) },
    file: { type: "string", default: "" },
    again: { type: "boolean", default: false },
  },
});

const all = listMarketMutants().filter(({ file }) => file.includes(values.file));
const chosen = openDraws("mutants", values.seed).sample(all, Number(values.count));

let mutant: MarketMutant | undefined;
const pathOf = (file: string) => fileURLToPath(new URL(file, ROOT));
const vitest = await createVitest(
  "test",
  {
    root: fileURLToPath(ROOT),
    include: ["test/crypto/market/**/*.test.ts"],
    setupFiles: ["test/setup.ts", "test/seed-properties.ts"],
    isolate: false,
    maxWorkers: 1,
    bail: 1,
    testTimeout: 60_000,
    reporters: [{}],
    watch: false,
  },
  {
    plugins: [
      {
        name: "mutant",
        enforce: "pre",
        transform: (code, id) =>
          mutant && id === pathOf(mutant.file)
            ? code.slice(0, mutant.start) + mutant.replacement + code.slice(mutant.end)
            : undefined,
      },
    ],
  },
);

async function pass(tests: TestSpecification[]): Promise<boolean> {
  if (tests.length === 0) return true;
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(tests);
  return unhandledErrors.length === 0 && testModules.every((one) => one.ok());
}

/** Whether the tests that read the file find nothing. Those beside it run first. */
async function survives(fault: MarketMutant): Promise<boolean> {
  mutant = fault;
  const path = pathOf(fault.file);
  vitest.invalidateFile(path);
  vitest.config.related = [path];
  const related = await vitest.globTestSpecifications();
  const folder = pathOf(`${MARKET.replace("build/", "test/")}${fault.group}/`);
  const isNear = ({ moduleId }: TestSpecification) => moduleId.startsWith(folder);
  const found = (await pass(related.filter(isNear))) && (await pass(related.filter((test) => !isNear(test))));
  vitest.invalidateFile(path);
  mutant = undefined;
  return found;
}

if (!(await pass(await vitest.globTestSpecifications())))
  throw new Error("The tests fail without a fault: run npm test -- test/crypto/market");

const counts = new Map(
  Object.entries(GROUPS).map(([id, group]) => [id, { group, tried: 0, caught: 0, equivalent: 0 }]),
);
const RESULT = new URL("market.json", MUTATION_RESULTS);
const last = values.again ? (JSON.parse(readFileSync(RESULT, "utf8")) as MutationCounts).survivors : null;
const survivors: string[] = [];
for (const fault of chosen) {
  const { file, line, change } = fault;
  const count = counts.get(fault.group) as { tried: number; caught: number; equivalent: number };
  const place = `${file}:${line}: ${change}`;
  count.tried += 1;
  if (EQUIVALENT.some((one) => isOf(one, fault))) count.equivalent += 1;
  else if (last?.includes(place) === false || !(await survives(fault))) count.caught += 1;
  else {
    survivors.push(place);
    process.stdout.write(`${place}\n`);
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
  writeFileSync(RESULT, `${JSON.stringify(result, null, 2)}\n`);
}
await vitest.close();
