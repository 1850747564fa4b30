import { linkSync, lstatSync, readFileSync, writeFileSync } from "node:fs";

/**
 * Writes a file of the new tree. One whose bytes did not change is linked from the old tree: cheaper than writing it, and it keeps its time.
 *
 * @param {string} file
 * @param {string} old where the file was in the old tree
 * @param {Uint8Array} content
 */
export function writeTreeFile(file, old, content) {
  if (!isUnchanged(old, content) || !linkFile(old, file)) writeFileSync(file, content, { flag: "wx" });
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
 * `false` where the file system has no links, or no more for this file.
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
