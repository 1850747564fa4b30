import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { UNFINISHED } from "../output/replace-file.ts";
import type { DocumentInfo } from "../platform.ts";
import { computeSha256, DAMAGED, findDocumentName, nameDocumentFile, RESTORING } from "./state-document.ts";

/**
 * The names of the documents that are being written or removed. Exists while a commit runs and after one was killed:
 * files of these names that the manifest does not know are leftovers, any other such file means that the manifest is wrong.
 */
const JOURNAL = "journal";

/** Every version of a document below the folder, listed or not, `/`-separated. */
export function listDocumentFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return listFiles(folder).filter((file) => findDocumentName(file) !== undefined);
}

/** Removes what a killed process was still writing. */
export function removeUnfinished(folder: string): void {
  for (const file of listFiles(folder)) {
    const isOurs = file.endsWith(UNFINISHED) && findDocumentName(file.slice(0, -UNFINISHED.length)) !== undefined;
    if (isOurs) rmSync(join(folder, file), { force: true });
  }
}

/** Removes the folders below it that hold nothing. */
export function removeEmptyFolders(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    const path = join(folder, entry.name);
    removeEmptyFolders(path);
    if (readdirSync(path).length === 0) rmdirSync(path);
  }
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => !file.startsWith(`${RESTORING}/`) && !file.startsWith(`${DAMAGED}/`))
    .sort();
}

/** What is wrong with the file of a document, as the rest of a sentence; `undefined` when it is whole. */
export function findFileFault(folder: string, info: DocumentInfo): string | undefined {
  const path = join(folder, nameDocumentFile(info));
  try {
    // A file of another size is not read, however large it is.
    const { size } = statSync(path);
    return size === info.bytes ? findBodyFault(readFileSync(path), info) : describeSize(size, info);
  } catch {
    return `cannot be read from ${path}`;
  }
}

export function findBodyFault(body: Uint8Array, info: DocumentInfo): string | undefined {
  if (body.length !== info.bytes) return describeSize(body.length, info);
  if (computeSha256(body) !== info.sha256) return "is not what was written (its checksum differs)";
  return undefined;
}

function describeSize(found: number, { bytes }: DocumentInfo): string {
  return `has ${found} instead of ${bytes} bytes`;
}

/** Moves a file out of the way without losing it, to `damaged/`. */
export function setAside(folder: string, file: string): void {
  const from = join(folder, file);
  if (!existsSync(from)) return;
  const to = join(folder, DAMAGED, file);
  mkdirSync(dirname(to), { recursive: true });
  let free = to;
  for (let copy = 2; existsSync(free); copy += 1) free = `${to}.${copy}`;
  renameSync(from, free);
}

/** Removes the file of a document that is not needed any more, unless it is damaged: then it may be all that is left. */
export function discard(folder: string, info: DocumentInfo): void {
  const file = nameDocumentFile(info);
  if (findFileFault(folder, info) === undefined) rmSync(join(folder, file), { force: true });
  else setAside(folder, file);
}

export function readJournal(folder: string): Set<string> {
  try {
    const names: unknown = JSON.parse(readFileSync(join(folder, JOURNAL), "utf8"));
    return new Set(Array.isArray(names) ? names.filter((name) => typeof name === "string") : []);
  } catch {
    // Without one, or with half of one, nothing was written yet.
    return new Set();
  }
}

export function nameJournal(folder: string): string {
  return join(folder, JOURNAL);
}
