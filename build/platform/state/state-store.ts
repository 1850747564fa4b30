import { existsSync, readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import pLimit from "p-limit";
import { describeError } from "../../lib/operational-error.ts";
import type { Artifact } from "../../render/artifact.ts";
import { replaceFile, syncFolder } from "../output/replace-file.ts";
import type { DocumentInfo, StateStore, StateWorld } from "../platform.ts";
import { type DocumentKinds, findStatedFault, openDocument, UnusableDocument } from "./document-kind.ts";
import {
  acceptChange,
  type Change,
  findChanged,
  keepDocument,
  listChanged,
  prepareChange,
  replaceDocument,
} from "./state-change.ts";
import {
  acceptDocumentName,
  encodeDocument,
  encodeDocumentSync,
  nameDocumentFile,
  unpackDocument,
} from "./state-document.ts";
import { exportFolder } from "./state-export.ts";
import { findBodyFault, findFileFault, nameJournal, readJournal, setAside } from "./state-files.ts";
import { removeOldFiles, takeBack } from "./state-leftovers.ts";
import { lockFolder } from "./state-lock.ts";
import {
  acceptWorld,
  type Documents,
  damaged,
  readStateManifest,
  renderStateManifest,
  STATE_MANIFEST,
} from "./state-manifest.ts";

export interface DiskStateStore extends StateStore {
  /** Lets the next process in. What was not committed is lost. */
  close(): void;
}

export interface StateStoreOptions {
  /** Unix milliseconds. */
  now: () => number;
  world: StateWorld;
  /** What is known of the documents. Absent: any content is accepted. */
  kinds?: DocumentKinds | undefined;
  /** Hears of documents that are set aside. */
  warn?: ((message: string) => void) | undefined;
}

/** zlib works in the thread pool, which has four threads. */
const PARALLEL_WRITES = 4;

/**
 * The state as a folder: `manifest.json` and one `<name>.<hash>.json.gz` per document. Files are
 * named by their content and never rewritten, and the manifest is replaced last, so that a process
 * killed at any moment leaves the old state or the new one, whole. Throws an `OperationalError`
 * when another process uses the folder. A state of the other world is an `OperationalError` at the
 * first use. A document that is what was written and of no use is as if it was not there: its
 * reader starts anew, and the next commit moves it to `damaged/`.
 */
export function createStateStore(folder: string, options: StateStoreOptions): DiskStateStore {
  const root = resolve(folder);
  return createLockedStore(root, options, lockFolder(root));
}

/** As `createStateStore`, in a folder that is locked already. */
export function createLockedStore(root: string, options: StateStoreOptions, unlock: () => void): DiskStateStore {
  const { now, world, kinds = {}, warn = () => undefined } = options;
  const pending = new Map<string, Change>();
  /** The committed documents that were read, each parsed once. */
  const values = new Map<string, unknown>();
  const unusable = new Map<string, DocumentInfo>();
  let known: Documents | undefined;
  let tail: Promise<void> = Promise.resolve();

  function getDocuments(): Documents {
    if (known !== undefined) return known;
    const manifest = readStateManifest(root);
    if (manifest !== undefined) acceptWorld(root, manifest.world, world);
    known = manifest?.documents ?? new Map();
    for (const info of known.values()) {
      const fault = findStatedFault(info, kinds);
      if (fault !== undefined) leaveOut(info, fault);
    }
    return known;
  }

  function leaveOut(info: DocumentInfo, fault: string): void {
    known = new Map([...getDocuments()].filter(([name]) => name !== info.name));
    unusable.set(info.name, info);
    warn(`The document "${info.name}" in ${root} ${fault}: it is set aside, and this build goes on without it.`);
  }

  function readCommitted(name: string): unknown {
    const info = getDocuments().get(name);
    if (info === undefined) return undefined;
    try {
      const lose = (field: string) =>
        warn(`The document "${name}" in ${root} has a malformed "${field}": this build goes on without that field.`);
      return openDocument(readWhole(root, info), name, kinds, lose);
    } catch (error) {
      if (!(error instanceof UnusableDocument)) throw error;
      leaveOut(info, describeError(error));
      return undefined;
    }
  }

  const replaceManifest = (documents: Documents) =>
    replaceFile(join(root, STATE_MANIFEST), renderStateManifest({ world, documents }));

  async function commit(): Promise<void> {
    const batch = new Map(pending);
    const before = getDocuments();
    const documents = new Map(before);
    if (batch.size === 0 && unusable.size === 0) return;
    const leftovers = new Set([...readJournal(root), ...batch.keys(), ...unusable.keys()]);
    try {
      await storeBatch(batch, before, documents, leftovers);
    } catch (error) {
      takeBack(root, before, leftovers);
      throw error;
    }
    known = documents;
    for (const [name, change] of batch) {
      values.set(name, change.value);
      if (pending.get(name) === change) pending.delete(name);
    }
    for (const info of unusable.values())
      if (documents.get(info.name)?.sha256 !== info.sha256) setAside(root, nameDocumentFile(info));
    unusable.clear();
    removeOldFiles(root, before, documents, leftovers);
    rmSync(nameJournal(root), { force: true });
  }

  /** Writes the files of the documents, and then the manifest that lists them. */
  async function storeBatch(
    batch: ReadonlyMap<string, Change>,
    before: Documents,
    documents: Map<string, DocumentInfo>,
    leftovers: ReadonlySet<string>,
  ): Promise<void> {
    if (!existsSync(join(root, STATE_MANIFEST))) await replaceManifest(new Map());
    await replaceFile(nameJournal(root), JSON.stringify([...leftovers].sort()));
    const time = now();
    const limit = pLimit(PARALLEL_WRITES);
    const written = [...batch].map(([name, change]) =>
      limit(async () => {
        if (change.text === undefined) documents.delete(name);
        else documents.set(name, await storeDocument(root, name, before.get(name), change, change.text, time));
      }),
    );
    // All of them, also when one fails: nothing of a failed commit may still be writing when its caller goes on.
    const failure = (await Promise.allSettled(written)).find(({ status }) => status === "rejected");
    if (failure !== undefined) throw (failure as PromiseRejectedResult).reason;
    await syncFolder(root);
    await replaceManifest(documents);
  }

  return {
    async read<T>(name: string): Promise<T | undefined> {
      const change = pending.get(name);
      if (change !== undefined) return change.value as T | undefined;
      if (!values.has(name)) values.set(name, readCommitted(name));
      return values.get(name) as T | undefined;
    },
    write(name, value, options) {
      const before = getDocuments().get(acceptDocumentName(name));
      const change = prepareChange(value, options);
      if (before !== undefined) acceptChange(before, change, (text) => holdsText(root, before, text));
      pending.set(name, change);
    },
    commit() {
      const turn = tail.then(commit);
      tail = turn.catch(() => undefined);
      return turn;
    },
    rollback: () => pending.clear(),
    find: (name) => findChanged(name, getDocuments().get(name), pending.get(name)),
    list: (prefix = "") => listChanged(getDocuments().values(), pending, prefix),
    exportFiles: (): AsyncIterable<Artifact> => exportFolder(root, { world, documents: getDocuments() }),
    close: unlock,
  };
}

async function storeDocument(
  root: string,
  name: string,
  before: DocumentInfo | undefined,
  change: Change,
  text: string,
  now: number,
): Promise<DocumentInfo> {
  const isWhole = before !== undefined && findFileFault(root, before) === undefined;
  if (before?.closed && isWhole && findText(root, before) === text) return keepDocument(before, change);
  const encoded = await encodeDocument(text);
  const isSame = before?.sha256 === encoded.sha256;
  const info = isSame ? keepDocument(before, change) : replaceDocument(name, before, change, encoded, now);
  if (isSame && isWhole) return info;
  const file = nameDocumentFile(info);
  // A file is named by its content, but may have been damaged since.
  if (findFileFault(root, info) === undefined) return info;
  setAside(root, file);
  await replaceFile(join(root, file), encoded.body);
  return info;
}

/**
 * Whether a document has this content. Another version of zlib compresses the same text to other bytes, so the texts are
 * compared; a damaged document may be written again as it was.
 */
function holdsText(root: string, before: DocumentInfo, text: string): boolean {
  const isDamaged = findFileFault(root, before) !== undefined;
  return (isDamaged && encodeDocumentSync(text).sha256 === before.sha256) || findText(root, before) === text;
}

/** The text of a document, `undefined` where it is of no use. */
function findText(root: string, info: DocumentInfo): string | undefined {
  const body = readWhole(root, info);
  try {
    return unpackDocument(body);
  } catch {
    return undefined;
  }
}

function readWhole(root: string, info: DocumentInfo): Buffer {
  const path = join(root, nameDocumentFile(info));
  let body: Buffer;
  try {
    body = readFileSync(path);
  } catch (cause) {
    throw damaged(root, `the document "${info.name}" cannot be read from ${path}`, cause);
  }
  const fault = findBodyFault(body, info);
  if (fault !== undefined) throw damaged(root, `the document "${info.name}" ${fault}`);
  return body;
}
