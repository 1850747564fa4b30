import pLimit from "p-limit";
import { describeError } from "../../lib/operational-error.ts";
import type { Artifact } from "../../render/artifact.ts";
import type { DocumentInfo, ListedDocument, StateStore, StateWorld, WriteOptions } from "../platform.ts";
import { type DocumentKinds, findStatedFault, openDocument, UnusableDocument } from "./document-kind.ts";
import {
  acceptDocumentName,
  countRows,
  type EncodedDocument,
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
  const unusable = new Map<string, DocumentInfo>();
  let committed: Documents | undefined;
  let lastCommit: Promise<void> = Promise.resolve();

  function getDocuments(): Documents {
    if (committed !== undefined) return committed;
    committed = files.readDocuments();
    for (const info of committed.values()) {
      const fault = findStatedFault(info, kinds);
      if (fault !== undefined) leaveOut(info, fault);
    }
    return committed;
  }

  function leaveOut(info: DocumentInfo, fault: string): void {
    committed = new Map([...getDocuments()].filter(([name]) => name !== info.name));
    unusable.set(info.name, info);
    warn(
      `The document "${info.name}" in ${files.label} ${fault}. It is set aside, and the build continues without it.`,
    );
  }

  function readCommitted(name: string): unknown {
    const info = getDocuments().get(name);
    if (info === undefined) return undefined;
    const lose = (field: string) =>
      warn(`The document "${name}" in ${files.label} has a malformed "${field}", which is ignored.`);
    try {
      return openDocument(files.read(info), name, kinds, lose);
    } catch (error) {
      if (!(error instanceof UnusableDocument)) throw error;
      leaveOut(info, describeError(error));
      return undefined;
    }
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

  async function store(name: string, change: Change, text: string, timeMs: number): Promise<DocumentInfo> {
    const before = getDocuments().get(name);
    if (before?.closed && hasText(before, text)) return keepDocument(before, change);
    const encoded = await encodeDocument(text);
    const isSame = before?.sha256 === encoded.sha256;
    const info = isSame ? keepDocument(before, change) : replaceDocument(name, before, change, encoded, timeMs);
    await files.write(info, encoded.body);
    return info;
  }

  async function commit(): Promise<void> {
    const batch = [...pending];
    const documents = new Map(getDocuments());
    if (batch.length === 0 && unusable.size === 0) return;
    const timeMs = now();
    const limit = pLimit(PARALLEL_WRITES);
    try {
      const writes = batch.map(([name, change]) =>
        limit(async () => {
          if (change.text === undefined) documents.delete(name);
          else documents.set(name, await store(name, change, change.text, timeMs));
        }),
      );
      // Waits for all: no write of a failed commit may continue after it has failed.
      const failed = (await Promise.allSettled(writes)).find(({ status }) => status === "rejected");
      if (failed !== undefined) throw (failed as PromiseRejectedResult).reason;
      await files.replace(documents, [...unusable.values()]);
    } catch (error) {
      files.discard();
      throw error;
    }
    committed = documents;
    unusable.clear();
    for (const [name, change] of batch) {
      values.set(name, change.value);
      if (pending.get(name) === change) pending.delete(name);
    }
  }

  return {
    async read<T>(name: string): Promise<T | undefined> {
      const change = pending.get(name);
      if (change !== undefined) return change.value as T | undefined;
      if (!values.has(name)) values.set(name, readCommitted(name));
      return values.get(name) as T | undefined;
    },
    write(name, value, writeOptions) {
      const before = getDocuments().get(acceptDocumentName(name));
      const change = buildChange(value, writeOptions);
      const { text } = change;
      if (before?.closed && text !== undefined && !writeOptions?.reopen && !hasText(before, text))
        throw new Error(`The document "${name}" is closed. Other content needs a reason in "reopen"`);
      pending.set(name, change);
    },
    commit() {
      const turn = lastCommit.then(commit);
      lastCommit = turn.catch(() => undefined);
      return turn;
    },
    rollback: () => pending.clear(),
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
      const documents = new Map(getDocuments());
      yield { path: STATE_MANIFEST, body: renderStateManifest({ world, documents }) };
      for (const name of [...documents.keys()].sort()) {
        const info = documents.get(name);
        if (info !== undefined) yield { path: nameDocumentFile(info), body: files.read(info) };
      }
    },
  };
}

/** A pending write; `text` is `undefined` when the document is removed. */
interface Change {
  value: unknown;
  text: string | undefined;
  rows: number;
  options: WriteOptions;
}

function buildChange(value: unknown, options: WriteOptions = {}): Change {
  const text = value === undefined ? undefined : JSON.stringify(value);
  return { value, text, rows: options.rows ?? countRows(value), options };
}

/** The document after a write of the content that it already has. */
function keepDocument(before: DocumentInfo, { rows, options }: Change): DocumentInfo {
  return { ...before, rows, closed: before.closed || options.closed === true };
}

/** The document after a write of new content. */
function replaceDocument(
  name: string,
  before: DocumentInfo | undefined,
  { rows, options }: Change,
  { body, sha256 }: EncodedDocument,
  now: number,
): DocumentInfo {
  return {
    name,
    rows,
    bytes: body.length,
    sha256,
    updatedAtMs: now,
    closed: options.closed ?? before?.closed ?? false,
    revision: before === undefined ? 1 : before.revision + (before.closed ? 1 : 0),
    reopened: before?.closed ? (options.reopen ?? null) : (before?.reopened ?? null),
  };
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
