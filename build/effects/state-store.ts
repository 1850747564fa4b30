import { existsSync, readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { gunzipSync, gzip } from "node:zlib";
import pLimit from "p-limit";
import type { StateStore } from "./effects.ts";
import { acceptRelativePath } from "./relative-path.ts";
import { replaceFile, syncFolder } from "./replace-file.ts";
import { lockFolder } from "./state-lock.ts";
import {
  computeSha256,
  DOCUMENT_ENDING,
  type Documents,
  damaged,
  listDocumentFiles,
  readStateManifest,
  renderStateManifest,
  type StoredDocument,
} from "./state-manifest.ts";

export interface DiskStateStore extends StateStore {
  /** Names of the committed documents, sorted. */
  list(): string[];
  /** Lets the next process in. What was not committed is lost. */
  close(): void;
}

/** zlib works in the thread pool, which has four threads. */
const PARALLEL_WRITES = 4;
const compress = promisify(gzip);

/**
 * The state as a folder: `manifest.json` and one `<name>.<hash>.json.gz` per document. Files are named by their content
 * and never rewritten, and the manifest is replaced last, so that a process killed at any moment leaves the old state
 * or the new one, whole. To `write` `undefined` removes a document. Throws an `OperationalError` when another process
 * uses the folder.
 */
export function createStateStore(folder: string): DiskStateStore {
  const root = resolve(folder);
  const unlock = lockFolder(root);
  const pending = new Map<string, string | undefined>();
  let known: Documents | undefined;
  let tail: Promise<void> = Promise.resolve();

  function getDocuments(): Documents {
    known ??= readStateManifest(root) ?? new Map();
    return known;
  }

  async function commit(): Promise<void> {
    const batch = new Map(pending);
    const documents = new Map(getDocuments());
    if (batch.size === 0) return;
    if (readStateManifest(root) === undefined)
      await replaceFile(join(root, "manifest.json"), renderStateManifest(new Map()));
    const limit = pLimit(PARALLEL_WRITES);
    await limit.map(batch, async ([name, text]) => {
      if (text === undefined) documents.delete(name);
      else documents.set(name, await storeDocument(root, name, text));
    });
    syncFolder(root);
    await replaceFile(join(root, "manifest.json"), renderStateManifest(documents));
    known = documents;
    for (const [name, text] of batch) if (pending.get(name) === text) pending.delete(name);
    const kept = new Set([...documents.values()].map((stored) => stored.file));
    for (const file of listDocumentFiles(root)) if (!kept.has(file)) rmSync(join(root, file), { force: true });
  }

  return {
    async read<T>(name: string): Promise<T | undefined> {
      const stored = getDocuments().get(name);
      return stored === undefined ? undefined : (readDocument(root, name, stored) as T);
    },
    write(name, value) {
      pending.set(acceptRelativePath(name), value === undefined ? undefined : JSON.stringify(value));
    },
    commit() {
      const turn = tail.then(commit);
      tail = turn.catch(() => undefined);
      return turn;
    },
    list: () => [...getDocuments().keys()].sort(),
    close: unlock,
  };
}

async function storeDocument(root: string, name: string, text: string): Promise<StoredDocument> {
  const bytes = await compress(text);
  const sha256 = computeSha256(bytes);
  const file = `${name}.${sha256.slice(0, 16)}${DOCUMENT_ENDING}`;
  if (!isStored(join(root, file), bytes)) await replaceFile(join(root, file), bytes);
  return { file, bytes: bytes.length, sha256 };
}

/** A file is named by its content, but may have been damaged since. */
function isStored(path: string, bytes: Buffer): boolean {
  return existsSync(path) && readFileSync(path).equals(bytes);
}

function readDocument(root: string, name: string, { file, bytes, sha256 }: StoredDocument): unknown {
  const path = join(root, acceptRelativePath(file));
  let stored: Buffer;
  try {
    stored = readFileSync(path);
  } catch (cause) {
    throw damaged(root, `the document "${name}" cannot be read from ${path}`, cause);
  }
  if (stored.length !== bytes)
    throw damaged(root, `the document "${name}" has ${stored.length} instead of ${bytes} bytes`);
  if (computeSha256(stored) !== sha256)
    throw damaged(root, `the document "${name}" is not what was written (its checksum differs)`);
  return JSON.parse(gunzipSync(stored).toString("utf8"));
}
