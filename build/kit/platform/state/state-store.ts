import pLimit from "p-limit";
import { describeError } from "../../../lib/operational-error.ts";
import type { Artifact } from "../artifact.ts";
import type { DocumentInfo, ListedDocument, StateStore, StateWorld, WriteOptions } from "../platform.ts";
import { type DocumentKinds, findKind, openDocument, UnusableDocument } from "./document-kind.ts";
import {
  acceptDocumentName,
  countRows,
  encodeDocument,
  nameDocumentFile,
  type StateFiles,
  unpackDocument,
} from "./state-document.ts";
import { type Documents, renderStateManifest, STATE_MANIFEST } from "./state-manifest.ts";

/**
 * The state: one file per document, named by the hash of its content and never rewritten, and a
 * manifest that lists them. A file that the manifest does not list is garbage.
 *
 * A commit writes the files of the changed documents and then replaces the manifest by a rename.
 * The rename is the commit.
 * - Kill -9 before the rename: the old state is whole. The new files are garbage.
 * - Kill -9 after the rename: the new state is whole. The replaced files are garbage.
 * The next commit removes the garbage. A restore commits in the same way.
 *
 * A build commits the responses of the sources, then its observation, then the backfill. On kill
 * -9 between the last two commits, the observation is durable, the backfilled points are lost, and
 * the published site is the old one. The next build continues from the observation and requests
 * the missing points again.
 */
export interface DiskStateStore extends StateStore {
  /** Releases the lock. Pending writes are lost. */
  close(): void;
}

export interface StateStoreOptions {
  /** Unix milliseconds. */
  now: () => number;
  world: StateWorld;
  /** Absent: any content is accepted. */
  kinds?: DocumentKinds | undefined;
  /** Reports documents that are set aside. */
  warn?: ((message: string) => void) | undefined;
}

/** zlib runs in the thread pool, which has four threads. */
const PARALLEL_WRITES = 4;

/**
 * A store over any files. A document with the right hash and the wrong shape counts as missing:
 * the build replaces it, and the next commit sets its file aside.
 */
export function createStore(files: StateFiles, options: StateStoreOptions): StateStore {
  const { now, world, kinds = {}, warn = () => undefined } = options;
  const pending = new Map<string, Change>();
  /** Content of committed documents, parsed once each. */
  const values = new Map<string, unknown>();
  const unusable = new Set<string>();
  let committed: Documents | undefined;
  let lastCommit: Promise<void> = Promise.resolve();

  function getDocuments(): Documents {
    if (committed !== undefined) return committed;
    committed = files.readDocuments();
    for (const info of committed.values())
      if (findKind(kinds, info.name)?.isName?.(info.name) === false) leaveOut(info, "has no valid name");
    return committed;
  }

  function leaveOut({ name, sha256 }: DocumentInfo, fault: string): void {
    committed = new Map([...getDocuments()].filter(([other]) => other !== name));
    unusable.add(sha256);
    warn(`The document "${name}" in ${files.label} ${fault}. It is set aside, and the build continues without it.`);
  }

  function readCommitted(name: string): unknown {
    const info = getDocuments().get(name);
    if (info === undefined) return undefined;
    const place = `The document "${name}" in ${files.label}`;
    try {
      const lose = (field: string) => warn(`${place} has a malformed "${field}", which is ignored.`);
      return openDocument(files.read(info), name, kinds, lose);
    } catch (error) {
      if (!(error instanceof UnusableDocument)) throw error;
      leaveOut(info, describeError(error));
      return undefined;
    }
  }

  /** Keeps the value of a document for further readers. */
  function keep(name: string, value: unknown): void {
    if (findKind(kinds, name)?.isReadOnce !== true) values.set(name, value);
  }

  function readSync<T>(name: string): T | undefined {
    const change = pending.get(name);
    return change === undefined ? readStored<T>(name) : (change.value as T | undefined);
  }

  function readStored<T>(name: string): T | undefined {
    if (values.has(name)) return values.get(name) as T | undefined;
    const value = readCommitted(name);
    keep(name, value);
    return value as T | undefined;
  }

  /** Compares texts: another version of zlib compresses the same text to other bytes. */
  function hasText(info: DocumentInfo, text: string): boolean {
    const body = files.read(info);
    try {
      return unpackDocument(body) === text;
    } catch {
      return false;
    }
  }

  /** Writes the file of a changed document. */
  async function storeText(
    name: string,
    text: string,
    { rows, options }: Change,
    timeMs: number,
  ): Promise<DocumentInfo> {
    const before = getDocuments().get(name);
    const kept = before && { ...before, rows, closed: before.closed || options.closed === true };
    if (kept && before.closed && hasText(before, text)) return kept;
    if (before?.closed && !options.reopen)
      throw new Error(`The document "${name}" is closed. Other content needs a reason in "reopen"`);
    const { body, sha256 } = await encodeDocument(text);
    const changed: DocumentInfo = {
      name,
      rows,
      bytes: body.length,
      sha256,
      updatedAtMs: timeMs,
      closed: options.closed ?? before?.closed ?? false,
      revision: (before?.revision ?? 1) + (before?.closed ? 1 : 0),
      reopened: before?.closed ? (options.reopen ?? null) : (before?.reopened ?? null),
    };
    const info = kept?.sha256 === sha256 ? kept : changed;
    await files.write(info, body);
    return info;
  }

  async function commit(): Promise<void> {
    const batch = [...pending];
    const documents = new Map(getDocuments());
    if (batch.length === 0 && unusable.size === 0) return;
    const timeMs = now();
    try {
      const limit = pLimit(PARALLEL_WRITES);
      const store = async (name: string, change: Change) => {
        if (change.text === undefined) documents.delete(name);
        else documents.set(name, await storeText(name, change.text, change, timeMs));
      };
      // Waits for all: no write of a failed commit may continue after it has failed.
      const results = await Promise.allSettled(batch.map((write) => limit(store, ...write)));
      for (const result of results) if (result.status === "rejected") throw result.reason;
      await files.replace(documents, unusable);
    } catch (error) {
      files.discard();
      throw error;
    }
    committed = documents;
    unusable.clear();
    for (const [name, change] of batch) {
      values.delete(name);
      keep(name, change.value);
      if (pending.get(name) === change) pending.delete(name);
    }
  }

  return {
    read: async <T>(name: string) => readSync<T>(name),
    readSync,
    write(name, value, writeOptions = {}) {
      // A damaged state fails here, before anything is computed for it.
      getDocuments();
      const text = value === undefined ? undefined : JSON.stringify(value);
      const rows = writeOptions.rows ?? countRows(value);
      pending.set(acceptDocumentName(name), { value, text, rows, options: writeOptions });
    },
    commit() {
      const turn = lastCommit.then(commit);
      lastCommit = turn.catch(() => undefined);
      return turn;
    },
    rollback: () => pending.clear(),
    committed: {
      find: (name) => getDocuments().get(name),
      list: (prefix = "") =>
        [...getDocuments().values()].filter(({ name }) => name.startsWith(prefix)).sort(compareNames),
      read: async <T>(name: string) => readStored<T>(name),
      readSync: readStored,
    },
    listPending: () => [...pending].map(([name, { options }]) => ({ name, reason: options.reopen ?? null })),
    find: (name) => findChanged(name, getDocuments().get(name), pending.get(name)),
    list(prefix = "") {
      const documents = getDocuments();
      const names = new Set([...documents.keys(), ...pending.keys()]);
      return [...names]
        .filter((name) => name.startsWith(prefix))
        .sort()
        .flatMap((name) => findChanged(name, documents.get(name), pending.get(name)) ?? []);
    },
    async *exportFiles(): AsyncIterable<Artifact> {
      const documents = getDocuments();
      yield { path: STATE_MANIFEST, body: renderStateManifest({ world, documents }) };
      for (const info of [...documents.values()].sort(compareNames))
        yield { path: nameDocumentFile(info), body: files.read(info) };
    },
  };
}

function compareNames(a: DocumentInfo, b: DocumentInfo): number {
  return a.name < b.name ? -1 : 1;
}

/** A pending write; `text` is `undefined` when the document is removed. */
interface Change {
  value: unknown;
  text: string | undefined;
  rows: number;
  options: WriteOptions;
}

/** The document with its pending change. */
function findChanged(
  name: string,
  before: DocumentInfo | undefined,
  change: Change | undefined,
): ListedDocument | undefined {
  if (change === undefined) return before;
  if (change.text === undefined) return undefined;
  return { name, rows: change.rows, closed: change.options.closed ?? before?.closed ?? false };
}

/** The files of a state as a site publishes them, below `state/`. */
export async function* exportState(state: Pick<StateStore, "exportFiles">): AsyncIterable<Artifact> {
  for await (const { path, body } of state.exportFiles()) yield { path: `state/${path}`, body };
}
