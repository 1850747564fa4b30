import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { formatFigure, isMet, renderGoal, renderMachine } from "../../../build/app/site/page-data/bench-page.ts";
import { renderTable } from "../../../build/lib/text-layout.ts";
import { printHelp } from "../print-help.ts";
import { describeMachine } from "./machine.ts";
import { type Bench, benches } from "./registry.ts";
import type { BenchReport, BenchTable, Goal } from "./result.ts";

/**
 * `npm run bench -- <name>`: measures, prints tables and goals, and leaves the same as JSON in
 * `test-results/bench/<name>.json`. `npm run bench -- all` runs one after the other, `npm run bench
 * -- collect` puts what was left into the docs page.
 */

const FOLDER = process.env["BENCH_RESULTS"] ?? fileURLToPath(new URL("../../../test-results/bench", import.meta.url));
const DATA = fileURLToPath(new URL("../../../templates/docs/data/benchmarks.json", import.meta.url));

async function measure(name: string, { about, load }: Bench): Promise<void> {
  const { bench } = await load();
  const result = await bench();
  const date = new Date().toISOString().slice(0, 10);
  const report: BenchReport = { name, about, date, machine: describeMachine(), ...result };
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, `${name}.json`), `${JSON.stringify(report, null, 2)}\n`);
  process.stdout.write(`${printReport(report)}\n`);
}

const LIST = Object.entries(benches).map(([id, { about }]) => `  ${id.padEnd(9)} ${about}`);

printHelp(`
Usage: npm run bench -- <name>

Runs a benchmark, prints its tables and goals, and saves them in test-results/bench/.

${LIST.join("\n")}
  ${"all".padEnd(9)} all benchmarks, one after the other
  ${"collect".padEnd(9)} writes the saved results to the data of the Benchmarks page
`);

function explain(name: string): void {
  const problem = name === "" ? "Name a benchmark" : `There is no benchmark "${name}". Name one of these`;
  process.stderr.write(`${problem}, or "all" or "collect":\n${LIST.join("\n")}\n`);
  process.exitCode = 1;
}

const name = process.argv[2] ?? "";
if (name === "collect") process.stdout.write(`${collectReports(FOLDER)} benchmarks taken into the docs\n`);
else if (name === "all") for (const [id, bench] of Object.entries(benches)) await measure(id, bench);
else if (Object.hasOwn(benches, name)) await measure(name, benches[name] as Bench);
else explain(name);

/**
 * Writes the reports of the last runs to the data of the docs page. A benchmark that was not run
 * keeps its report. Returns the number of new reports.
 */
export function collectReports(folder: string): number {
  const read = (path: string) => JSON.parse(readFileSync(path, "utf8")) as unknown;
  const found = readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .map((name) => read(`${folder}/${name}`) as BenchReport);
  const reports = new Map([...(read(DATA) as BenchReport[]), ...found].map((one) => [one.name, one]));
  const sorted = [...reports.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  writeFileSync(DATA, `${JSON.stringify(sorted, null, 2)}\n`);
  return found.length;
}

/**
 * The report as text for a terminal: columns, the figures right-aligned, and a line for each goal.
 */
export function printReport(report: BenchReport): string {
  const head = `${report.name} · ${renderMachine(report.machine)} · ${report.date}`;
  return [head, ...report.tables.map(printTable), ...report.goals.map(printGoal), ...(report.notes ?? []), ""].join(
    "\n",
  );
}

function printTable({ title, columns, rows }: BenchTable): string {
  return `\n${title}\n${renderTable([columns, ...rows].map((row) => row.map(String)))}`;
}

function printGoal(goal: Goal): string {
  const verdict = isMet(goal) ? "met" : "MISSED";
  return `${verdict.padEnd(6)}  ${goal.what}: ${formatFigure(goal.value)} ${goal.unit} (goal: ${renderGoal(goal)})`;
}
