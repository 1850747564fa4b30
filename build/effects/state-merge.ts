import { join, resolve } from "node:path";
import { OperationalError } from "../lib/operational-error.ts";
import type { DocumentInfo } from "./effects.ts";
import { replaceFile } from "./replace-file.ts";
import { openRestoreSource, type RestoreSource } from "./restore-source.ts";
import { encodeDocument, nameDocumentFile, RESTORING, unpackDocument } from "./state-document.ts";
import { installStaged } from "./state-install.ts";
import { lockFolder } from "./state-lock.ts";
import { acceptWorld, type Documents, readStateManifest } from "./state-manifest.ts";

/** Joins two contents of one document; the second one is the later. `rows` is what `DocumentInfo.rows` then says; `open`: what follows
 * from the document has to be computed again, so it is no longer closed. */
export type MergeDocuments = (older: unknown, newer: unknown) => { value: unknown; rows: number; open?: boolean };

export interface MergeOptions {
  /** How documents whose names begin with the key are joined. Of any other the newest one is taken. */
  mergers: Readonly<Record<string, MergeDocuments>>;
}

/** A document with its file. */
export interface Joined {
  info: DocumentInfo;
  body: Uint8Array;
}

/**
 * Writes the union of two states of one world to a new folder; `a` and `b` are folders of states or of sites. Throws an
 * `OperationalError` when a document is damaged, the worlds differ, or there is a state in `into` already.
 */
export async function mergeStates(a: string, b: string, into: string, { mergers }: MergeOptions): Promise<Documents> {
  const [left, right] = [await openFolder(a), await openFolder(b)];
  const { world } = left.manifest;
  acceptWorld(b, right.manifest.world, world);
  const root = resolve(into);
  const unlock = lockFolder(root);
  try {
    if (readStateManifest(root) !== undefined)
      throw new OperationalError(`There is a state in ${root} already: name a new folder with --into.`);
    const documents = new Map<string, DocumentInfo>();
    for (const name of new Set([...left.manifest.documents.keys(), ...right.manifest.documents.keys()])) {
      const { info, body } = await joinVersions(name, left, right, findMerger(mergers, name));
      await replaceFile(join(root, RESTORING, nameDocumentFile(info)), body);
      documents.set(name, info);
    }
    await installStaged(root, { world, documents });
    return documents;
  } finally {
    unlock();
  }
}

function openFolder(folder: string): Promise<RestoreSource> {
  const fetch = () => Promise.reject(new OperationalError(`${folder} is a web address: name a folder.`));
  return openRestoreSource(folder, { fetch });
}

/** How the document of that name is joined; `undefined` where the newer one is taken whole. */
export function findMerger(mergers: MergeOptions["mergers"], name: string): MergeDocuments | undefined {
  return Object.entries(mergers).find(([prefix]) => name.startsWith(prefix))?.[1];
}

async function joinVersions(
  name: string,
  left: RestoreSource,
  right: RestoreSource,
  merge: MergeDocuments | undefined,
): Promise<Joined> {
  const versions = [left, right].flatMap((source) => {
    const info = source.manifest.documents.get(name);
    return info === undefined ? [] : [{ info, source }];
  });
  versions.sort((x, y) => x.info.revision - y.info.revision || x.info.updatedAtMs - y.info.updatedAtMs);
  const [older, newer] = await Promise.all(
    versions.map(async ({ info, source }) => ({ info, body: await readWhole(source, info) })),
  );
  if (older === undefined) throw new RangeError(`The document "${name}" is in neither state`);
  if (newer === undefined) return older;
  if (merge === undefined || newer.info.sha256 === older.info.sha256) return newer;
  return mergeBodies(older, newer, merge);
}

async function readWhole(source: RestoreSource, info: DocumentInfo): Promise<Uint8Array> {
  return source.read(info).catch((cause) => {
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
