import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { computeSha256 } from "../../lib/hash.ts";
import type { DocumentInfo } from "../platform.ts";
import { DAMAGED, findDocumentName, nameDocumentFile, RESTORING } from "./state-document.ts";

/** Where a store keeps its files: a folder, or memory. */
export interface StateFiles {
  label: string;
  /** Throws an `OperationalError` when the manifest is damaged or of the other world. */
  readDocuments(): ReadonlyMap<string, DocumentInfo>;
  /** Throws an `OperationalError` when the file is damaged. */
  read(info: DocumentInfo): Uint8Array;
  write(info: DocumentInfo, body: Uint8Array): Promise<void>;
  /** Makes these the documents of the state. The files of `unusable` ones are set aside. */
  replace(documents: ReadonlyMap<string, DocumentInfo>, unusable: readonly DocumentInfo[]): Promise<void>;
  /** Removes what a failed commit wrote. */
  discard(): void;
}

/** All files of documents, listed or not, `/`-separated. */
export function listDocumentFiles(root: string): string[] {
  return listFiles(root).filter((file) => findDocumentName(file) !== undefined);
}

/** All files that are neither damaged nor obsolete. */
export function listFiles(root: string): string[] {
  if (!existsSync(root)) return [];
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => !file.startsWith(`${RESTORING}/`) && !file.startsWith(`${DAMAGED}/`))
    .sort();
}

/** Why the file of a document is damaged, as the rest of a sentence. */
export function findFileFault(root: string, info: DocumentInfo): string | undefined {
  const path = join(root, nameDocumentFile(info));
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
  return computeSha256(body) === info.sha256 ? undefined : "is not what was written (its checksum differs)";
}

function describeSize(found: number, { bytes }: DocumentInfo): string {
  return `has ${found} instead of ${bytes} bytes`;
}

/** Moves a file to `damaged/`. */
export function setAside(root: string, file: string): void {
  if (!existsSync(join(root, file))) return;
  const target = join(root, DAMAGED, file);
  mkdirSync(dirname(target), { recursive: true });
  renameSync(join(root, file), findFreePath(target));
}

/** The path, or the first free one with a number. */
export function findFreePath(path: string): string {
  let free = path;
  for (let copy = 2; existsSync(free); copy += 1) free = `${path}.${copy}`;
  return free;
}
