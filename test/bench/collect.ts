import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { BENCHES } from "../../build/site/page-data/measured-benches.ts";
import type { BenchReport } from "./result.ts";

const DATA = new URL("../../build/site/page-data/measured-benches.ts", import.meta.url);

/**
 * Puts what the last runs left into the data of the docs page. A benchmark that was not run again keeps what it had. Returns how many
 * were taken.
 */
export function collectReports(folder: string): number {
  const found = readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .map((name) => JSON.parse(readFileSync(`${folder}/${name}`, "utf8")) as BenchReport);
  const reports = new Map([...BENCHES, ...found].map((one) => [one.name, one]));
  const sorted = [...reports.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  writeFileSync(
    DATA,
    `import type { BenchReport } from "./bench-page.ts";

// Written by \`npm run bench -- collect\` out of what the last runs left.

export const BENCHES: readonly BenchReport[] = ${JSON.stringify(sorted, null, 2)};
`,
  );
  return found.length;
}
