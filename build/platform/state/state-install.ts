import { copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { replaceFile, syncFolder } from "../output/replace-file.ts";
import { DAMAGED, findDocumentName, nameDocumentFile, RESTORING } from "./state-document.ts";
import {
  discard,
  findFileFault,
  listDocumentFiles,
  nameJournal,
  readJournal,
  removeUnfinished,
  setAside,
} from "./state-files.ts";
import {
  type Documents,
  readStateManifest,
  renderStateManifest,
  STATE_MANIFEST,
  type StateManifest,
} from "./state-manifest.ts";

/**
 * Makes `next` the state of the folder. Its files lie in the folder already or in `restoring/`,
 * whole. As with a commit, the manifest is replaced last: a process killed at any moment leaves the
 * old state or the new one. Damaged files, those that no list knows and those with an `unusable`
 * sha256 are set aside, never removed or overwritten.
 */
export async function installStaged(
  root: string,
  next: StateManifest,
  unusable: ReadonlySet<string> = new Set(),
): Promise<void> {
  const manifestPath = join(root, STATE_MANIFEST);
  const before = readBefore(root);
  if (before === undefined) keepDamagedManifest(root);
  if (before === undefined || !existsSync(manifestPath)) {
    // Without a list, documents would mean that it was lost.
    if (listDocumentFiles(root).length === 0)
      await replaceFile(manifestPath, renderStateManifest({ world: next.world, documents: new Map() }));
  }
  const leftovers = readJournal(root);
  for (const name of before?.keys() ?? []) leftovers.add(name);
  await replaceFile(nameJournal(root), JSON.stringify([...leftovers, ...next.documents.keys()].sort()));
  for (const info of next.documents.values()) {
    if (findFileFault(root, info) === undefined) continue;
    const file = nameDocumentFile(info);
    setAside(root, file);
    mkdirSync(dirname(join(root, file)), { recursive: true });
    renameSync(join(root, RESTORING, file), join(root, file));
    await syncFolder(dirname(join(root, file)));
  }
  await syncFolder(root);
  await replaceFile(manifestPath, renderStateManifest(next));
  for (const info of before?.values() ?? []) {
    if (next.documents.get(info.name)?.sha256 === info.sha256) continue;
    if (unusable.has(info.sha256)) setAside(root, nameDocumentFile(info));
    else discard(root, info);
  }
  // What a damaged list knew may be among the files, so that none of them is a leftover.
  clear(root, next.documents, before === undefined ? new Set() : leftovers);
}

function clear(root: string, documents: Documents, leftovers: ReadonlySet<string>): void {
  const kept = new Set([...documents.values()].map(nameDocumentFile));
  for (const file of listDocumentFiles(root)) {
    if (kept.has(file)) continue;
    const name = findDocumentName(file);
    if (name !== undefined && leftovers.has(name)) rmSync(join(root, file), { force: true });
    else setAside(root, file);
  }
  removeUnfinished(root);
  rmSync(join(root, RESTORING), { recursive: true, force: true });
  rmSync(nameJournal(root), { force: true });
}

/** `undefined` when the manifest is damaged; no documents when there is none. */
function readBefore(root: string): Documents | undefined {
  try {
    return readStateManifest(root)?.documents ?? new Map();
  } catch {
    return undefined;
  }
}

/** A copy, because the manifest itself is replaced in one step. */
function keepDamagedManifest(root: string): void {
  const path = join(root, STATE_MANIFEST);
  if (!existsSync(path)) return;
  mkdirSync(join(root, DAMAGED), { recursive: true });
  let copy = join(root, DAMAGED, STATE_MANIFEST);
  for (let number = 2; existsSync(copy); number += 1) copy = join(root, DAMAGED, `${STATE_MANIFEST}.${number}`);
  copyFileSync(path, copy);
}
