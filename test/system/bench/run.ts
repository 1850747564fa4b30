/**
 * `npm run bench -- <name>`: measures, prints tables and goals, and leaves the same as JSON in
 * `test-results/bench/<name>.json`. `npm run bench -- all` runs one after the other, `npm run bench
 * -- collect` puts what was left into the docs page.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { collectReports } from "./collect.ts";
import { describeMachine } from "./machine.ts";
import { printReport } from "./print-report.ts";
import { type Bench, benches } from "./registry.ts";
import type { BenchReport } from "./result.ts";

const FOLDER = process.env["BENCH_RESULTS"] ?? fileURLToPath(new URL("../../../test-results/bench", import.meta.url));

async function measure(name: string, { about, load }: Bench): Promise<void> {
  const { bench } = await load();
  const result = await bench();
  const date = new Date().toISOString().slice(0, 10);
  const report: BenchReport = { name, about, date, machine: describeMachine(), ...result };
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, `${name}.json`), `${JSON.stringify(report, null, 2)}\n`);
  process.stdout.write(`${printReport(report)}\n`);
}

function explain(name: string): void {
  const list = Object.entries(benches).map(([id, { about }]) => `  ${id.padEnd(9)} ${about}`);
  const question = name === "" ? "Which benchmark?" : `There is no benchmark "${name}".`;
  process.stderr.write(`${question} There are, beside "all" and "collect":\n${list.join("\n")}\n`);
  process.exitCode = 1;
}

const name = process.argv[2] ?? "";
if (name === "collect") process.stdout.write(`${collectReports(FOLDER)} benchmarks taken into the docs\n`);
else if (name === "all") for (const [id, bench] of Object.entries(benches)) await measure(id, bench);
else if (Object.hasOwn(benches, name)) await measure(name, benches[name] as Bench);
else explain(name);
