/**
 * A thread that writes files synchronously. JavaScript, because Node 20 threads cannot load
 * TypeScript.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";

/** @type {{ folder: string, files: { path: string, body: Uint8Array }[] }} */
const { folder, files } = workerData;
parentPort?.once("message", () => {
  const made = new Set();
  for (const { path, body } of files) {
    const file = join(folder, path);
    const parent = dirname(file);
    if (!made.has(parent)) mkdirSync(parent, { recursive: true });
    made.add(parent);
    writeFileSync(file, body);
  }
  parentPort?.postMessage("done");
  parentPort?.close();
});
parentPort?.postMessage("ready");
