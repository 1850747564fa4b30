/**
 * The floor: the bytes of a finished tree are in memory, and two threads write them, synchronously,
 * each its half of the folders. `write-floor.ts <tree> <folder>`; prints a `ProcessReport`. To read
 * the tree and to start the threads is not in it.
 */
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { printProcessReport } from "../process-report.ts";

const THREADS = 2;
const [, , tree = "", folder = ""] = process.argv;

const paths = readdirSync(tree, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(tree.length + 1))
  .sort();
const half = Math.ceil(paths.length / THREADS);
const shares = Array.from({ length: THREADS }, (_, at) => paths.slice(at * half, (at + 1) * half));
const workers = shares.map((share) => {
  const files = share.map((path) => ({ path, body: readFileSync(join(tree, path)) }));
  return new Worker(new URL("./floor-writer.js", import.meta.url), { workerData: { folder, files } });
});
await Promise.all(workers.map((worker) => once(worker, "message")));
const startedMs = performance.now();
const done = Promise.all(workers.map((worker) => once(worker, "message")));
for (const worker of workers) worker.postMessage("go");
await done;
const milliseconds = performance.now() - startedMs;
const bytes = paths.reduce((sum, path) => sum + readFileSync(join(folder, path)).length, 0);
printProcessReport({ milliseconds, files: paths.length, bytes });
