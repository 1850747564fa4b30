/**
 * A thread of the tree writer. Writes chunks of files synchronously, which is faster than promises.
 */
import { parentPort, workerData } from "node:worker_threads";
import { createFileWriter } from "./write-tree-file.js";

/** @type {{ staging: string, old: string }} */
const { staging, old } = workerData;
const writeFile = createFileWriter(staging, old);

parentPort?.on(
  "message",
  /** @param {import("./tree-writer.ts").Chunk} chunk */
  ({ bytes, files }) => {
    let start = 0;
    try {
      for (const { path, length, caseVariant } of files) {
        writeFile(path, bytes.subarray(start, start + length), caseVariant);
        start += length;
      }
      parentPort?.postMessage({ bytes }, [bytes.buffer]);
    } catch (error) {
      // A clone of an error would lose its code.
      const message = error instanceof Error ? error.message : String(error);
      parentPort?.postMessage({ bytes, error: { ...error, message } });
    }
  },
);
