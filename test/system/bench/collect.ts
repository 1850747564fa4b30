import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { BenchReport } from "./result.ts";

const DATA = fileURLToPath(new URL("../../../build/site/page-data/measured-benches.json", import.meta.url));

/**
 * Puts what the last runs left into the data of the docs page. A benchmark that was not run again
 * keeps what it had. Returns how many were taken.
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
