/*
 * A thread of the tree's writer: takes chunks of files and writes them, synchronously, because that is faster than promises.
 * JavaScript, because a thread of Node 20 loads no TypeScript.
 */
import { existsSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { writeTreeFile } from "./write-tree-file.js";

/** @type {{ staging: string, old: string }} */
const { staging, old } = workerData;
/** @type {Set<string>} */
const made = new Set();

parentPort?.on(
  "message",
  /** @param {import("./tree-writer.ts").Chunk} chunk */
  ({ bytes, files }) => {
    let start = 0;
    try {
      for (const { path, length, caseTwin } of files) {
        const folder = dirname(join(staging, path));
        if (!made.has(folder)) mkdirSync(folder, { recursive: true });
        made.add(folder);
        // Without a difference between the cases, the file is there already.
        if (!caseTwin || !existsSync(join(staging, path)))
          writeTreeFile(join(staging, path), join(old, path), bytes.subarray(start, start + length));
        start += length;
      }
      parentPort?.postMessage(null);
    } catch (error) {
      // A clone of an error would lose its code.
      parentPort?.postMessage({ error: { ...error, message: error instanceof Error ? error.message : String(error) } });
    }
  },
);
