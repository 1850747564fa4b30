import { existsSync, mkdirSync, realpathSync, rmdirSync, statSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { codeOf } from "../../../lib/error-code.ts";
import { OperationalError } from "../../../lib/operational-error.ts";

export type FolderUse = "output" | "state" | "recording";

/** Why the system refuses a folder, as the rest of a sentence. */
const REASONS: Readonly<Record<string, string>> = {
  EROFS: "it lies on a read-only file system",
  EACCES: "this user has no permission",
  EPERM: "the system does not permit it",
  ENOENT: "the system takes no new folder there",
  ENAMETOOLONG: "its path is too long",
  ELOOP: "its symbolic links go in a circle",
};

/**
 * Makes a folder if it is missing, and checks that it can be written. Returns the topmost new one.
 */
export function openFolder(use: FolderUse, folder: string): string | undefined {
  try {
    const made = makeMissing(resolve(folder));
    probe(folder);
    return made;
  } catch (error) {
    throw explainFolderError(use, folder, error);
  }
}

/**
 * Throws where a build could not make or write a folder. Nothing stays. `path`: where the build
 * writes, if that is beside the folder itself.
 */
export function probeFolder(use: FolderUse, folder: string, path = folder): void {
  try {
    probe(findFileAbove(resolve(path)));
  } catch (error) {
    throw explainFolderError(use, folder, error);
  }
}

function probe(folder: string): void {
  const path = join(folder, `.probe-${process.pid}`);
  mkdirSync(path);
  rmdirSync(path);
}

/** One folder at a time: Node's recursive call never returns for a path below `/proc`. */
function makeMissing(path: string): string | undefined {
  if (existsSync(path)) {
    if (statSync(path).isDirectory()) return undefined;
    throw Object.assign(new Error(`${path} is a file`), { code: "ENOTDIR" });
  }
  const above = dirname(path) === path ? undefined : makeMissing(dirname(path));
  try {
    mkdirSync(path);
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!existsSync(path) || !statSync(path).isDirectory()) throw error;
  }
  return above ?? path;
}

/** Explains a system error about a folder in plain words; returns any other error as it is. */
export function explainFolderError(use: FolderUse, folder: string, error: unknown, verb = "written"): unknown {
  const code = codeOf(error);
  const name = `The ${use} folder ${folder}`;
  if (code === "EEXIST" || code === "ENOTDIR") {
    const file = findFileAbove(resolve(folder));
    const fault = file === resolve(folder) ? "is a file" : `cannot be made, because ${file} is a file`;
    return new OperationalError(`${name} ${fault}: choose another folder.`);
  }
  const reason = REASONS[code];
  if (reason === undefined) return error;
  return new OperationalError(`${name} cannot be ${verb}: ${reason}. Choose another folder, or change that.`);
}

function findFileAbove(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : findFileAbove(dirname(path));
}

/** Refuses folders that lie in each other: each is replaced or checked as a whole. */
export function refuseOverlap(folders: Readonly<Partial<Record<FolderUse, string>>>): void {
  const named = Object.entries(folders).map(([use, folder]) => ({ label: `the ${use} folder ${folder}`, use, folder }));
  for (const inner of named) {
    for (const outer of named) {
      if (inner === outer || !isWithin(findRealPath(inner.folder), findRealPath(outer.folder))) continue;
      const isSame = findRealPath(inner.folder) === findRealPath(outer.folder);
      const fault = isSame
        ? `The ${inner.use} folder and the ${outer.use} folder are both ${inner.folder}`
        : `The ${inner.use} folder ${inner.folder} lies in ${outer.label}`;
      throw new OperationalError(`${fault}. Name folders side by side.`);
    }
  }
}

/** Whether the path is the folder itself or below it, by names alone. */
export function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && resolve(folder, way) === path;
}

/** The path without symbolic links, as far as it exists. */
export function findRealPath(folder: string): string {
  const path = resolve(folder);
  try {
    return realpathSync(path);
  } catch {
    return dirname(path) === path ? path : join(findRealPath(dirname(path)), basename(path));
  }
}
