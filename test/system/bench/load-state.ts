/**
 * One way of loading a state, timed in a process of its own: `load-state.ts plain|series <folder>
 * <now>`.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { readHistory } from "../../../build/crypto/history/read-history.ts";
import { createStateStore } from "../../kit/platform/open-store.ts";
import { printProcessReport } from "./process-report.ts";

const [, , way, folder = "", now = ""] = process.argv;

/** The unavoidable part: the values are kept, as a build keeps them. */
function loadPlain(): number {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".json.gz"));
  return files.map((file) => JSON.parse(gunzipSync(readFileSync(join(folder, file))).toString("utf8"))).length;
}

/** Checksums, roll-ups of the samples, and then the first answer of every coin and step. */
async function loadSeries(): Promise<number> {
  const nowMs = Number(now);
  const state = createStateStore(folder, { now: () => nowMs, world: "live" });
  const history = await readHistory(state, new Map(), nowMs);
  const ids = Object.keys((await state.read<{ coins: object }>("daily/2026"))?.coins ?? {});
  let points = 0;
  for (const id of ids) {
    for (const interval of ["5m", "1h", "1d"] as const) points += history.series(id, interval, 0, nowMs).times.length;
  }
  state.close();
  return points;
}

const startedMs = performance.now();
const points = way === "plain" ? loadPlain() : await loadSeries();
printProcessReport({ milliseconds: performance.now() - startedMs, points });
