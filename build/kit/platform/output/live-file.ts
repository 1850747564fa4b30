import { existsSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { codeOf } from "../../../lib/error-code.ts";
import type { SharedFile } from "../platform.ts";
import { removeLeftovers } from "./leftovers.ts";
import { UNFINISHED, writeThenRename } from "./replace-file.ts";

/**
 * The one file of a published tree that is replaced between two builds. The manifest does not list
 * it, and not every tree has it.
 */
export const LIVE_PATH = "api/live.json";

/** While a build swaps the trees, there is none for some milliseconds. */
const TRIES = 20;
const WAIT_MS = 100;

/**
 * Replaces the live file: a reader finds the old one or the new one, whole. A build may swap the
 * trees meanwhile. Makes no folder: a new one would be in the way of the build's new tree.
 */
export async function replaceLiveFile(
  folder: string,
  body: Uint8Array,
  sleep: (ms: number) => Promise<unknown> = delay,
): Promise<void> {
  const path = join(folder, LIVE_PATH);
  // Two runs at once must not write to one file.
  const unfinished = `${path}.${process.pid}${UNFINISHED}`;
  for (let left = TRIES; ; left -= 1) {
    try {
      await writeThenRename(path, unfinished, body);
      break;
    } catch (error) {
      if (left === 0 || codeOf(error) !== "ENOENT") throw error;
      await sleep(WAIT_MS);
    }
  }
  try {
    removeLeftovers(dirname(path), `${basename(path)}.`, UNFINISHED);
  } catch {
    // The new file is in place. What another user's run left may refuse to go.
  }
}

/** `undefined`: the tree has no live file. */
export function findLiveFile(folder: string): Uint8Array | undefined {
  const path = join(folder, LIVE_PATH);
  return existsSync(path) ? readFileSync(path) : undefined;
}

/** Takes a file of the old tree over into the new one, if the old one has it. */
export function carryFile({ path, renew }: SharedFile, from: string, to: string): void {
  const [source, target] = [join(from, path), join(to, path)];
  if (!existsSync(source) || !existsSync(dirname(target))) return;
  const old = readFileSync(source);
  const body = renew(old);
  if (body === undefined) return;
  writeFileSync(target, body);
  const { atime, mtime } = statSync(source);
  if (body === old) utimesSync(target, atime, mtime);
}
