import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { replaceFile, syncFolder, UNFINISHED } from "../output/replace-file.ts";
import type { DocumentInfo, StateWorld } from "../platform.ts";
import {
  DAMAGED,
  findBodyFault,
  findDocumentName,
  findFileFault,
  findFreePath,
  listDocumentFiles,
  listFiles,
  nameDocumentFile,
  RESTORING,
  type StateFiles,
  setAside,
} from "./state-document.ts";
import {
  acceptWorld,
  type Documents,
  damaged,
  readStateManifest,
  renderStateManifest,
  STATE_MANIFEST,
  type StateManifest,
} from "./state-manifest.ts";

/** Left by earlier versions of this program. */
const OBSOLETE = ["journal", RESTORING];

/** The files of a state folder, for a store. */
export function openStateFolder(root: string, world: StateWorld): StateFiles {
  let listed: Documents = new Map();
  let created: Promise<void> | undefined;
  return {
    label: root,
    readDocuments() {
      const manifest = readStateManifest(root);
      if (manifest !== undefined) acceptWorld(root, manifest.world, world);
      listed = manifest?.documents ?? listed;
      return listed;
    },
    read: (info) => readDocumentFile(root, info),
    async write(info, body) {
      created ??= createManifest(root, world);
      await created;
      await writeDocumentFile(root, info, body);
    },
    async replace(documents, unusable) {
      await replaceManifest(root, { world, documents }, listed, new Set(unusable.map(({ sha256 }) => sha256)));
      listed = documents;
    },
    discard() {
      created = undefined;
      discardUnlisted(root);
    },
  };
}

/** Throws an `OperationalError` that names the document when its file is damaged. */
function readDocumentFile(root: string, info: DocumentInfo): Buffer {
  let body: Buffer;
  try {
    body = readFileSync(join(root, nameDocumentFile(info)));
  } catch (cause) {
    throw damaged(root, `the document "${info.name}" cannot be read from ${join(root, nameDocumentFile(info))}`, cause);
  }
  const fault = findBodyFault(body, info);
  if (fault !== undefined) throw damaged(root, `the document "${info.name}" ${fault}`);
  return body;
}

/** Writes the file of a document unless it is there. A damaged one is set aside. */
export async function writeDocumentFile(root: string, info: DocumentInfo, body: Uint8Array): Promise<void> {
  if (findFileFault(root, info) === undefined) return;
  const file = nameDocumentFile(info);
  setAside(root, file);
  await replaceFile(join(root, file), body);
}

/** Documents without a manifest mean that it was lost, so a new state gets an empty one first. */
export async function createManifest(root: string, world: StateWorld): Promise<void> {
  if (existsSync(join(root, STATE_MANIFEST)) || listDocumentFiles(root).length > 0) return;
  await replaceFile(join(root, STATE_MANIFEST), renderStateManifest({ world, documents: new Map() }));
}

/**
 * Makes `next` the state of the folder, which has all its files, and then removes the garbage.
 * `before` is `undefined` when the old manifest is damaged: then it is kept as a copy, and all
 * files that are not in `next` are set aside.
 */
export async function replaceManifest(
  root: string,
  next: StateManifest,
  before: Documents | undefined,
  unusable: ReadonlySet<string>,
): Promise<void> {
  const path = join(root, STATE_MANIFEST);
  if (before === undefined && existsSync(path)) {
    mkdirSync(join(root, DAMAGED), { recursive: true });
    copyFileSync(path, findFreePath(join(root, DAMAGED, STATE_MANIFEST)));
  }
  // New folders of documents must survive a loss of power before the manifest names them.
  if (existsSync(root)) await syncFolder(root);
  await replaceFile(path, renderStateManifest(next));
  const kept = new Set([...next.documents.values()].map(nameDocumentFile));
  for (const info of before?.values() ?? []) {
    const file = nameDocumentFile(info);
    if (kept.has(file)) continue;
    if (unusable.has(info.sha256) || findFileFault(root, info) !== undefined) setAside(root, file);
  }
  removeGarbage(root, kept, before === undefined);
}

/** Removes every file of a document that is not in `kept`. */
function removeGarbage(root: string, kept: ReadonlySet<string>, isSetAside = false): void {
  for (const file of listFiles(root)) {
    const isUnfinished = file.endsWith(UNFINISHED);
    if (kept.has(file) || findDocumentName(isUnfinished ? file.slice(0, -UNFINISHED.length) : file) === undefined)
      continue;
    if (isSetAside && !isUnfinished) setAside(root, file);
    else rmSync(join(root, file), { force: true });
  }
  for (const name of OBSOLETE) rmSync(join(root, name), { recursive: true, force: true });
}

/** Removes what a failed commit wrote; of a first commit nothing stays. */
function discardUnlisted(root: string): void {
  try {
    const listed = readStateManifest(root)?.documents ?? new Map();
    removeGarbage(root, new Set([...listed.values()].map(nameDocumentFile)));
    if (listed.size > 0) return;
    rmSync(join(root, STATE_MANIFEST), { force: true });
    removeEmptyFolders(root);
  } catch {
    // The caller reports why the commit failed. The next commit removes the files.
  }
}

function removeEmptyFolders(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    const path = join(folder, entry.name);
    removeEmptyFolders(path);
    if (readdirSync(path).length === 0) rmdirSync(path);
  }
}
