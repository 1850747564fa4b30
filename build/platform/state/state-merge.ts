import { join, resolve } from "node:path";
import { OperationalError } from "../../lib/operational-error.ts";
import { replaceFile } from "../output/replace-file.ts";
import type { DocumentInfo } from "../platform.ts";
import { type DocumentKinds, findKind, type MergeDocuments, UnusableDocument } from "./document-kind.ts";
import { openRestoreSource, type RestoreSource } from "./restore-source.ts";
import { encodeDocument, nameDocumentFile, RESTORING, unpackDocument } from "./state-document.ts";
import { installStaged } from "./state-install.ts";
import { lockFolder } from "./state-lock.ts";
import { acceptWorld, type Documents, readStateManifest } from "./state-manifest.ts";

/** A document with its file. */
export interface Joined {
  info: DocumentInfo;
  body: Uint8Array;
}

/**
 * Writes the union of two states of one world to a new folder; `a` and `b` are folders of states or
 * of sites. A document that is of no use in one of them is taken from the other, or left out.
 * Throws an `OperationalError` when a document is damaged, the worlds differ, or there is a state
 * in `into` already.
 */
export async function mergeStates(a: string, b: string, into: string, kinds: DocumentKinds): Promise<Documents> {
  const [left, right] = [await openFolder(a, kinds), await openFolder(b, kinds)];
  const { world } = left.manifest;
  acceptWorld(b, right.manifest.world, world);
  const root = resolve(into);
  const unlock = lockFolder(root);
  try {
    if (readStateManifest(root) !== undefined)
      throw new OperationalError(`There is a state in ${root} already: name a new folder with --into.`);
    const documents = new Map<string, DocumentInfo>();
    for (const name of new Set([...left.manifest.documents.keys(), ...right.manifest.documents.keys()])) {
      const joined = await joinVersions(name, left, right, findKind(kinds, name)?.merge);
      if (joined === undefined) continue;
      await replaceFile(join(root, RESTORING, nameDocumentFile(joined.info)), joined.body);
      documents.set(name, joined.info);
    }
    await installStaged(root, { world, documents });
    return documents;
  } finally {
    unlock();
  }
}

function openFolder(folder: string, kinds: DocumentKinds): Promise<RestoreSource> {
  const fetch = () => Promise.reject(new OperationalError(`${folder} is a web address: name a folder.`));
  return openRestoreSource(folder, { fetch, kinds });
}

async function joinVersions(
  name: string,
  left: RestoreSource,
  right: RestoreSource,
  merge: MergeDocuments | undefined,
): Promise<Joined | undefined> {
  const versions = [left, right].flatMap((source) => {
    const info = source.manifest.documents.get(name);
    return info === undefined ? [] : [{ info, source }];
  });
  versions.sort((x, y) => x.info.revision - y.info.revision || x.info.updatedAtMs - y.info.updatedAtMs);
  const read = await Promise.all(
    versions.map(async ({ info, source }) => {
      const body = await readWhole(source, info);
      return body === undefined ? [] : [{ info, body }];
    }),
  );
  const [older, newer] = read.flat();
  if (older === undefined || newer === undefined) return older;
  if (merge === undefined || newer.info.sha256 === older.info.sha256) return newer;
  return mergeBodies(older, newer, merge);
}

/** `undefined` where the document is what was written and of no use. */
async function readWhole(source: RestoreSource, info: DocumentInfo): Promise<Uint8Array | undefined> {
  return source.read(info).catch((cause) => {
    if (cause instanceof UnusableDocument) return undefined;
    throw new OperationalError(`The document "${info.name}" of ${source.label} is damaged: nothing was merged.`, {
      cause,
    });
  });
}

/** One document out of two versions of it, of which the second is the later. */
export async function mergeBodies(older: Joined, newer: Joined, merge: MergeDocuments): Promise<Joined> {
  const [oldText, newText] = [unpackDocument(older.body), unpackDocument(newer.body)];
  const { value, rows, open = false } = merge(JSON.parse(oldText), JSON.parse(newText));
  const text = JSON.stringify(value);
  if (text === newText) return newer;
  const wasClosed = older.info.closed || newer.info.closed;
  // Open ones of equal revision are joined by whoever restores. Of any others the higher revision is taken whole, so the union needs one.
  if (text === oldText && !wasClosed && older.info.revision === newer.info.revision) return older;
  const { body, sha256 } = text === oldText ? { ...older.info, body: older.body } : await encodeDocument(text);
  const closed = wasClosed && !open;
  return {
    body,
    info: {
      name: newer.info.name,
      rows,
      bytes: body.length,
      sha256,
      updatedAtMs: Math.max(older.info.updatedAtMs, newer.info.updatedAtMs),
      closed,
      // Whoever has one of the two must see that this one goes before it.
      revision: Math.max(older.info.revision, newer.info.revision) + (wasClosed ? 1 : 0),
      reopened: wasClosed ? "merged with another state" : newer.info.reopened,
    },
  };
}
