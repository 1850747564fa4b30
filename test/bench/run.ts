/**
 * `npm run bench -- <name>`: runs `test/bench/<name>.ts`, whose default measures, prints tables and goals, and leaves the same as JSON
 * in `test-results/bench/<name>.json`. Without a name it lists what there is.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { printReport } from "./print-report.ts";
import { type BenchReport, type BenchResult, describeMachine } from "./result.ts";

const BENCHES: Record<string, { about: string; load: () => Promise<{ bench: () => Promise<BenchResult> }> }> = {
  archives: {
    about: "a million rows as CSV and gzip, against gzip of the finished text",
    load: () => import("./archives.ts"),
  },
  fetch: {
    about: "the whole live job over slow upstreams, against its critical path",
    load: () => import("./fetch.ts"),
  },
  peers: { about: "the same files by Eleventy, Astro, Hugo, SvelteKit and Next", load: () => import("./peers.ts") },
  price: { about: "10,000 coins out of 60,000 books", load: () => import("./price.ts") },
  rebuild: { about: "a second build with nothing new, against the first", load: () => import("./rebuild.ts") },
  render: { about: "from a market in memory to all files, against plain writing", load: () => import("./render.ts") },
  serve: { about: "the Node server against nginx", load: () => import("./serve.ts") },
  site: { about: "the pages of 1,000 coins", load: () => import("./site.ts") },
  sources: { about: "parsing and normalising every source's bodies", load: () => import("./sources.ts") },
  start: { about: "npm start from cold to the first answer", load: () => import("./start.ts") },
  state: { about: "loading ten years of history, against gunzip and JSON.parse", load: () => import("./state.ts") },
};
const FOLDER = fileURLToPath(new URL("../../test-results/bench", import.meta.url));

const name = process.argv[2] ?? "";
const chosen = Object.hasOwn(BENCHES, name) ? BENCHES[name] : undefined;
if (chosen === undefined) {
  const list = Object.entries(BENCHES).map(([id, { about }]) => `  ${id.padEnd(9)} ${about}`);
  process.stderr.write(
    `${name === "" ? "Which benchmark?" : `There is no benchmark "${name}".`} There are:\n${list.join("\n")}\n`,
  );
  process.exitCode = 1;
} else {
  const { bench } = await chosen.load();
  const result = await bench();
  const date = new Date().toISOString().slice(0, 10);
  const report: BenchReport = { name, date, machine: describeMachine(), ...result };
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, `${name}.json`), `${JSON.stringify(report, null, 2)}\n`);
  process.stdout.write(printReport(report));
}
