import { copyFileSync, existsSync, lstatSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { computeSha256 } from "../../../lib/hash.ts";
import { describeError } from "../../../lib/operational-error.ts";
import { replaceFile, syncFolder, UNFINISHED } from "../output/replace-file.ts";
import type { DocumentInfo, StateWorld } from "../platform.ts";
import {
  DAMAGED,
  findDocumentName,
  findFileFault,
  findFreePath,
  listFiles,
  nameDocumentFile,
  readDocumentFile,
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

/** The files of a state folder, for a store. */
export function openStateFolder(root: string, world: StateWorld): StateFiles {
  let created: Promise<void> | undefined;
  return {
    label: root,
    readDocuments() {
      const manifest = readStateManifest(root);
      if (manifest !== undefined) acceptWorld(root, manifest.world, world);
      return manifest?.documents ?? new Map();
    },
    read: (info) => readWholeDocument(root, info),
    async write(info, body) {
      created ??= createManifest(root, world);
      await created;
      await writeDocumentFile(root, info, body);
    },
    async replace(documents, unusable) {
      await replaceManifest(root, { world, documents }, unusable);
    },
    discard() {
      created = undefined;
      try {
        // The manifest may be the new one already: the commit can fail after it was replaced.
        removeGarbage(root, readStateManifest(root)?.documents ?? new Map(), () => false);
      } catch {
        // The caller reports why the commit failed. The next commit removes the files.
      }
    },
  };
}

/** The file of a document. Throws an `OperationalError` when it is damaged. */
export function readWholeDocument(root: string, info: DocumentInfo): Uint8Array {
  try {
    return readDocumentFile(root, info);
  } catch (error) {
    throw damaged(root, `the document "${info.name}" ${describeError(error)}`, error);
  }
}

/** Writes the file of a document unless it is there. A damaged one is set aside. */
export async function writeDocumentFile(root: string, info: DocumentInfo, body: Uint8Array): Promise<void> {
  if (findFileFault(root, info) === undefined) return;
  const file = nameDocumentFile(info);
  setAside(root, file);
  await replaceFile(join(root, file), body);
}

/** Documents without a manifest mean that it was lost, so a new state gets an empty one first. */
async function createManifest(root: string, world: StateWorld): Promise<void> {
  const path = join(root, STATE_MANIFEST);
  if (!existsSync(path)) await replaceFile(path, renderStateManifest({ world, documents: new Map() }));
}

/**
 * Makes `next` the state of the folder, which has all its files, and then removes the garbage.
 * `isDamaged`: the old manifest cannot be read. Then it is kept as a copy, and all files that are
 * not in `next` are set aside.
 */
export async function replaceManifest(
  root: string,
  next: StateManifest,
  unusable: ReadonlySet<string>,
  isDamaged = false,
): Promise<void> {
  const path = join(root, STATE_MANIFEST);
  if (isDamaged && existsSync(path)) {
    mkdirSync(join(root, DAMAGED), { recursive: true });
    copyFileSync(path, findFreePath(join(root, DAMAGED, STATE_MANIFEST)));
  }
  // New folders of documents must survive a loss of power before the manifest names them.
  if (existsSync(root)) await syncFolder(root);
  await replaceFile(path, renderStateManifest(next));
  removeGarbage(root, next.documents, (sha256) => isDamaged || unusable.has(sha256));
}

/**
 * Removes every file of a document that is not listed. Those that are not named by their content,
 * those that `isKept` chooses, and folders in the place of a file are set aside.
 */
function removeGarbage(root: string, listed: Documents, isKept: (sha256: string) => boolean): void {
  const named = new Set([...listed.values()].map(nameDocumentFile));
  for (const file of listFiles(root)) {
    const isUnfinished = file.endsWith(UNFINISHED);
    const name = findDocumentName(isUnfinished ? file.slice(0, -UNFINISHED.length) : file);
    if (named.has(file) || name === undefined) continue;
    const path = join(root, file);
    const stat = lstatSync(path, { throwIfNoEntry: false });
    // It was in a folder that is set aside.
    if (stat === undefined) continue;
    const isGarbage = () => {
      const sha256 = computeSha256(readFileSync(path));
      return isUnfinished || (file === nameDocumentFile({ name, sha256 }) && !isKept(sha256));
    };
    if (stat.isFile() && isGarbage()) rmSync(path);
    else setAside(root, file);
  }
}
