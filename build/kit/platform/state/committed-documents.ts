import pLimit from "p-limit";
import { describeError } from "../../../lib/operational-error.ts";
import type { DocumentInfo, WriteOptions } from "../platform.ts";
import { type DocumentKinds, findKind, openDocument, UnusableDocument } from "./document-kind.ts";
import { encodeDocument, type StateFiles, unpackDocument } from "./state-document.ts";
import type { Documents } from "./state-manifest.ts";

/** A pending write. */
export interface Change {
  value: unknown;
  /**
   * `undefined`: the document is removed. UTF-8, because it waits for the commit: as a string, a
   * text with one character such as "€" takes twice the memory.
   */
  text: Buffer | undefined;
  rows: number;
  options: WriteOptions;
}

/** zlib runs in the thread pool, which has four threads. */
const PARALLEL_WRITES = 4;

/** The documents of the last commit, and how the next one replaces them. */
export function openCommitted(files: StateFiles, kinds: DocumentKinds, warn: (message: string) => void) {
  const reader = openReader(files, kinds, warn);
  /** Content of documents, parsed once each. */
  const values = new Map<string, unknown>();

  /** Keeps the value of a document for further readers. */
  function keep(name: string, value: unknown): void {
    if (findKind(kinds, name)?.isReadOnce !== true) values.set(name, value);
  }

  return {
    getDocuments: reader.getDocuments,
    hasUnusable: () => reader.getUnusable().size > 0,
    read<T>(name: string): T | undefined {
      if (values.has(name)) return values.get(name) as T | undefined;
      const value = reader.read(name);
      keep(name, value);
      return value as T | undefined;
    },
    /** Writes the files of a batch, then the manifest: all of it, or nothing. */
    async replace(batch: readonly (readonly [name: string, change: Change])[], timeMs: number): Promise<void> {
      const documents = new Map(reader.getDocuments());
      try {
        await storeChanges({ files, kinds, timeMs }, documents, batch);
        await files.replace(documents, reader.getUnusable());
      } catch (error) {
        files.discard();
        throw error;
      }
      reader.replace(documents);
      for (const [name, change] of batch) {
        values.delete(name);
        keep(name, change.value);
      }
    },
  };
}

/** Reads documents. One that cannot be used counts as missing; the next commit sets it aside. */
function openReader(files: StateFiles, kinds: DocumentKinds, warn: (message: string) => void) {
  let documents: Documents | undefined;
  /** Hashes of documents that cannot be used. */
  const unusable = new Set<string>();

  function getDocuments(): Documents {
    if (documents !== undefined) return documents;
    documents = files.readDocuments();
    for (const info of documents.values())
      if (findKind(kinds, info.name)?.isName?.(info.name) === false) leaveOut(info, "has no valid name");
    return documents;
  }

  function leaveOut({ name, sha256 }: DocumentInfo, fault: string): void {
    documents = new Map([...getDocuments()].filter(([other]) => other !== name));
    unusable.add(sha256);
    warn(`The document "${name}" in ${files.label} ${fault}. It is set aside, and the build continues without it.`);
  }

  return {
    getDocuments,
    getUnusable(): ReadonlySet<string> {
      // Names are checked when the documents are listed.
      getDocuments();
      return unusable;
    },
    read(name: string): unknown {
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
    },
    replace(next: Documents): void {
      documents = next;
      unusable.clear();
    },
  };
}

/** Where a commit writes, what it knows of the documents, and its time. */
interface Commit {
  files: StateFiles;
  kinds: DocumentKinds;
  timeMs: number;
}

/** Writes the files of changed documents, and puts them into `documents`. */
async function storeChanges(
  commit: Commit,
  documents: Map<string, DocumentInfo>,
  batch: readonly (readonly [name: string, change: Change])[],
): Promise<void> {
  const limit = pLimit(PARALLEL_WRITES);
  const store = async (name: string, change: Change) => {
    const { text } = change;
    if (text === undefined) documents.delete(name);
    else documents.set(name, await storeText(commit, name, { ...change, text }, documents.get(name)));
  };
  // Waits for all: no write of a failed commit may continue after it has failed.
  const results = await Promise.allSettled(batch.map((write) => limit(store, ...write)));
  for (const result of results) if (result.status === "rejected") throw result.reason;
}

/** Writes the file of a changed document, unless the text is that of the document `before`. */
async function storeText(
  commit: Commit,
  name: string,
  { text, rows, options }: Change & { text: Buffer },
  before: DocumentInfo | undefined,
): Promise<DocumentInfo> {
  const { files, timeMs } = commit;
  const kept = before && { ...before, rows, closed: before.closed || options.closed === true };
  if (kept && before.closed && hasText(files, before, text)) return kept;
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
    revision: (before?.revision ?? 1) + (before && isReduced(commit, before, text, options) ? 1 : 0),
    reopened: before?.closed ? (options.reopen ?? null) : (before?.reopened ?? null),
  };
  const info = kept?.sha256 === sha256 ? kept : changed;
  await files.write(info, body);
  return info;
}

/**
 * Whether a document lost something that no union with the version before may bring back. An open
 * one changes with most writes, so its writer says it. A document that only grew keeps its
 * revision, so that a join unites it with versions that grew beside it.
 */
function isReduced(
  { files, kinds }: Commit,
  before: DocumentInfo,
  text: Buffer,
  { removes = false }: WriteOptions,
): boolean {
  if (!before.closed || removes) return removes;
  const merge = findKind(kinds, before.name)?.merge;
  if (merge === undefined) return true;
  try {
    const older = openDocument(files.read(before), before.name, kinds);
    const added = text.toString();
    return JSON.stringify(merge(older, JSON.parse(added)).value) !== added;
  } catch (error) {
    if (error instanceof UnusableDocument) return true;
    throw error;
  }
}

/** Compares texts: another version of zlib compresses the same text to other bytes. */
function hasText(files: StateFiles, info: DocumentInfo, text: Buffer): boolean {
  const body = files.read(info);
  try {
    return unpackDocument(body) === text.toString();
  } catch {
    return false;
  }
}
