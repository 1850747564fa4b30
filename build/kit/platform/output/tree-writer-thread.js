/*
 * A thread of the tree writer. Writes chunks of files synchronously, which is faster than promises.
 * JavaScript, because threads of Node 20 load only that.
 */
import { existsSync, linkSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";

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

/**
 * Writes files of a new tree below `staging`. Links an unchanged file from the `old` tree: that is
 * cheaper than writing, and keeps its time.
 *
 * @param {string} staging
 * @param {string} old
 * @returns {(path: string, content: Uint8Array, caseVariant: boolean) => void}
 */
function createFileWriter(staging, old) {
  /** @type {Set<string>} */
  const made = new Set();
  return (path, content, caseVariant) => {
    const file = join(staging, path);
    const folder = dirname(file);
    if (!made.has(folder)) mkdirSync(folder, { recursive: true });
    made.add(folder);
    // On a file system that ignores case the file exists already.
    if (caseVariant && existsSync(file)) return;
    const before = join(old, path);
    if (isUnchanged(before, content) && linkFile(before, file)) return;
    try {
      writeFileSync(file, content, { flag: "wx" });
    } catch (error) {
      // The error does not name the file.
      throw error instanceof Error ? Object.assign(error, { path: file }) : error;
    }
  };
}

/**
 * @param {string} file
 * @param {Uint8Array} content
 */
function isUnchanged(file, content) {
  try {
    const stat = lstatSync(file, { throwIfNoEntry: false });
    return stat?.isFile() === true && stat.size === content.length && readFileSync(file).equals(content);
  } catch (error) {
    // A part of the path was a file in the old tree.
    if (error instanceof Error && "code" in error && error.code === "ENOTDIR") return false;
    throw error;
  }
}

/**
 * `false` when the file system supports no links, or no more links of this file.
 *
 * @param {string} from
 * @param {string} to
 */
function linkFile(from, to) {
  try {
    linkSync(from, to);
    return true;
  } catch {
    return false;
  }
}
