import { existsSync, readdirSync, renameSync, rmdirSync, rmSync, unlinkSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { OperationalError } from "../../../lib/operational-error.ts";
import { removeLeftovers } from "./leftovers.ts";
import { syncFolder } from "./replace-file.ts";

/** The file that marks a folder as a tree of this program. */
export const MARK = "api/manifest.json";

/** Beside the target, so on the same file system. The dot hides it from servers. */
export function nameStaging(target: string): string {
  return join(dirname(target), `.${basename(target)}-${process.pid}-staging`);
}

/** Beside the target, so that no tree holds it. */
export function nameLock(target: string): string {
  return join(dirname(target), `.${basename(target)}-lock`);
}

function nameOld(target: string): string {
  return join(dirname(target), `.${basename(target)}-old`);
}

/** Undoes an interrupted swap, and removes the staging folders of dead processes. */
export function recoverTree(target: string): void {
  const parent = dirname(target);
  if (!existsSync(parent)) return;
  const old = nameOld(target);
  if (existsSync(old)) {
    // Another program may have made an empty folder since.
    if (existsSync(target) && readdirSync(target).length === 0) rmdirSync(target);
    if (!existsSync(target)) renameSync(old, target);
    else if (existsSync(join(target, MARK))) rmSync(old, { recursive: true, force: true });
  }
  removeLeftovers(parent, `.${basename(target)}-`, "-staging");
}

/** Two renames: between them a reader finds no tree, but never half of one. */
export async function swapTree(staging: string, target: string): Promise<void> {
  const old = nameOld(target);
  // Once for the whole tree: per file it would cost more than writing.
  await syncFolder(staging);
  const replaces = existsSync(target);
  try {
    if (replaces) renameSync(target, old);
    renameSync(staging, target);
  } catch (cause) {
    if (replaces && !existsSync(target)) renameSync(old, target);
    const hint = "it cannot be renamed: choose a folder that is no mount point and that nothing holds open";
    throw new OperationalError(`The output folder ${target} was not replaced, because ${hint}.`, { cause });
  }
  await syncFolder(dirname(target));
  try {
    if (replaces) removeTree(old);
  } catch {
    // The new tree is in place. The next run removes files that are still open.
  }
}

/** Like `rmSync`, which takes half as long again: it first takes every folder for an empty one. */
function removeTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) removeTree(path);
    else unlinkSync(path);
  }
  rmdirSync(folder);
}
