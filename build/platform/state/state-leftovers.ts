import { rmSync } from "node:fs";
import { join } from "node:path";
import { findDocumentName, nameDocumentFile } from "./state-document.ts";
import { discard, listDocumentFiles, nameJournal, removeEmptyFolders, removeUnfinished } from "./state-files.ts";
import { type Documents, readStateManifest, STATE_MANIFEST } from "./state-manifest.ts";

/**
 * Removes what a failed commit wrote; of a first commit nothing stays. What cannot be removed is
 * announced in the journal, so that the next commit removes it.
 */
export function takeBack(root: string, before: Documents, leftovers: ReadonlySet<string>): void {
  try {
    const listed = readStateManifest(root)?.documents ?? new Map();
    for (const info of listed.values()) if (before.get(info.name)?.sha256 !== info.sha256) return;
    removeOldFiles(root, listed, listed, leftovers);
    if (listed.size === 0) rmSync(join(root, STATE_MANIFEST), { force: true });
    rmSync(nameJournal(root), { force: true });
    if (listed.size === 0) removeEmptyFolders(root);
  } catch {
    // The failure of the commit is what counts.
  }
}

/** Removes the files that a commit made superfluous, and those that an interrupted one left. */
export function removeOldFiles(
  root: string,
  before: Documents,
  after: Documents,
  leftovers: ReadonlySet<string>,
): void {
  const kept = new Set([...after.values()].map(nameDocumentFile));
  for (const info of before.values()) if (!kept.has(nameDocumentFile(info))) discard(root, info);
  for (const file of listDocumentFiles(root)) {
    const name = findDocumentName(file);
    if (name !== undefined && !kept.has(file) && (after.has(name) || leftovers.has(name))) rmSync(join(root, file));
  }
  removeUnfinished(root);
}
