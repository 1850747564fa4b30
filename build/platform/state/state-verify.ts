import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describeError, OperationalError } from "../../lib/operational-error.ts";
import type { DocumentInfo } from "../platform.ts";
import { type DocumentKinds, findStatedFault, openDocument } from "./document-kind.ts";
import { findDocumentName, nameDocumentFile } from "./state-document.ts";
import { findFileFault, listDocumentFiles, readJournal } from "./state-files.ts";
import { type Documents, readStateManifest, type StateManifest } from "./state-manifest.ts";

/** One thing that is wrong with a state folder. */
export interface StateFault {
  /** Of the document. */
  name: string;
  /** The rest of a sentence. */
  reason: string;
}

/** Compares the files of a state folder with its manifest, both ways, by checksum. */
export function findStateFaults(root: string, documents: Documents): StateFault[] {
  const broken = [...documents.values()].flatMap((info) => {
    const reason = findFileFault(root, info);
    return reason === undefined ? [] : [{ name: info.name, reason }];
  });
  const unlisted = listUnlistedFiles(root, documents).map((file) => ({
    name: findDocumentName(file) ?? file,
    reason: `lies there as ${file}, but the list does not know it`,
  }));
  return [...broken, ...unlisted];
}

/**
 * Files of documents that the manifest does not know. Other versions of a listed document, and whatever an interrupted
 * commit announced, are leftovers and not among them.
 */
export function listUnlistedFiles(root: string, documents: Documents): string[] {
  const leftovers = readJournal(root);
  return listDocumentFiles(root).filter((file) => {
    const name = findDocumentName(file);
    return name !== undefined && !documents.has(name) && !leftovers.has(name);
  });
}

export interface StateVerification {
  manifest: StateManifest;
  faults: StateFault[];
}

/**
 * Checks everything: hashes, files without an entry, and that every document has the shape of its
 * kind. Throws an `OperationalError` when there is no readable manifest. A build may work on the
 * state meanwhile.
 */
export function verifyState(root: string, kinds: DocumentKinds = {}): StateVerification {
  for (;;) {
    const manifest = readStateManifest(root);
    if (manifest === undefined) throw new OperationalError(`There is no state in ${root}.`);
    const { documents } = manifest;
    const faults = findStateFaults(root, documents);
    const faulty = new Set(faults.map(({ name }) => name));
    for (const info of documents.values()) {
      const reason = faulty.has(info.name) ? undefined : findContentFault(root, info, kinds);
      if (reason !== undefined) faults.push({ name: info.name, reason });
    }
    if (faults.length === 0 || isUnchanged(root, manifest)) return { manifest, faults };
  }
}

/** Why a document whose checksum holds is of no use, as the rest of a sentence. */
export function findContentFault(root: string, info: DocumentInfo, kinds: DocumentKinds): string | undefined {
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
