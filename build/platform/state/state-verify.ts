import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describeError, OperationalError } from "../../lib/operational-error.ts";
import type { DocumentInfo } from "../platform.ts";
import { type DocumentKinds, findStatedFault, openDocument } from "./document-kind.ts";
import { nameDocumentFile } from "./state-document.ts";
import { findFileFault } from "./state-files.ts";
import { type Documents, readStateManifest, type StateManifest } from "./state-manifest.ts";

/** A damaged document. */
export interface StateFault {
  name: string;
  /** The rest of a sentence. */
  reason: string;
}

export interface StateVerification {
  manifest: StateManifest;
  faults: StateFault[];
}

/** Compares the files of a state folder with its manifest. With `kinds`: also their shapes. */
export function findStateFaults(root: string, documents: Documents, kinds?: DocumentKinds): StateFault[] {
  return [...documents.values()].flatMap((info) => {
    const reason = findFileFault(root, info) ?? (kinds && findContentFault(root, info, kinds));
    return reason === undefined ? [] : [{ name: info.name, reason }];
  });
}

/**
 * Checks the hash and the shape of every document. A build may commit meanwhile: then the check is
 * repeated. Throws an `OperationalError` when there is no readable manifest.
 */
export function verifyState(root: string, kinds: DocumentKinds = {}): StateVerification {
  for (;;) {
    const manifest = readStateManifest(root);
    if (manifest === undefined) throw new OperationalError(`There is no state in ${root}.`);
    const faults = findStateFaults(root, manifest.documents, kinds);
    if (faults.length === 0 || isUnchanged(root, manifest)) return { manifest, faults };
  }
}

function findContentFault(root: string, info: DocumentInfo, kinds: DocumentKinds): string | undefined {
  const stated = findStatedFault(info, kinds);
  if (stated !== undefined) return stated;
  try {
    openDocument(readFileSync(join(root, nameDocumentFile(info))), info.name, kinds);
    return undefined;
  } catch (error) {
    return describeError(error);
  }
}

function isUnchanged(root: string, { documents }: StateManifest): boolean {
  const now = readStateManifest(root)?.documents;
  return (
    now?.size === documents.size && [...now.values()].every((info) => documents.get(info.name)?.sha256 === info.sha256)
  );
}
