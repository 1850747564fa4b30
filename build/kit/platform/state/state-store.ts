import { encodeJson } from "../../../lib/json/encode-json.ts";
import type { Artifact } from "../artifact.ts";
import type { DocumentInfo, ListedDocument, StateStore, StateWorld } from "../platform.ts";
import { type Change, openCommitted } from "./committed-documents.ts";
import type { DocumentKinds } from "./document-kind.ts";
import { acceptDocumentName, countRows, nameDocumentFile, type StateFiles } from "./state-document.ts";
import { listDocuments, renderStateManifest, STATE_MANIFEST } from "./state-manifest.ts";

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

/**
 * A store over any files. A document with the right hash and the wrong shape counts as missing:
 * the build replaces it, and the next commit sets its file aside.
 */
export function createStore(files: StateFiles, options: StateStoreOptions): StateStore {
  const { now, world, kinds = {}, warn = () => undefined } = options;
  const committed = openCommitted(files, kinds, warn);
  const { getDocuments } = committed;
  const pending = new Map<string, Change>();
  let lastCommit: Promise<void> = Promise.resolve();

  function readSync<T>(name: string): T | undefined {
    const change = pending.get(name);
    return change === undefined ? committed.read<T>(name) : (change.value as T | undefined);
  }

  async function commit(): Promise<void> {
    const batch = [...pending];
    if (batch.length === 0 && !committed.hasUnusable()) return;
    await committed.replace(batch, now());
    for (const [name, change] of batch) if (pending.get(name) === change) pending.delete(name);
  }

  return {
    read: async <T>(name: string) => readSync<T>(name),
    readSync,
    write(name, value, writeOptions = {}) {
      // A damaged state fails here, before anything is computed for it.
      getDocuments();
      const text = value === undefined ? undefined : encodeJson(value);
      const rows = writeOptions.rows ?? countRows(value);
      // What an earlier write of this commit took out must not come back either.
      const removes = writeOptions.removes === true || pending.get(name)?.options.removes === true;
      const options = removes ? { ...writeOptions, removes } : writeOptions;
      pending.set(acceptDocumentName(name), { value, text, rows, options });
    },
    commit() {
      const turn = lastCommit.then(commit);
      lastCommit = turn.catch(() => undefined);
      return turn;
    },
    rollback: () => pending.clear(),
    committed: {
      find: (name) => getDocuments().get(name),
      list: (prefix) => listDocuments(getDocuments(), prefix),
      read: async <T>(name: string) => committed.read<T>(name),
      readSync: committed.read,
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
      for (const info of listDocuments(documents)) yield { path: nameDocumentFile(info), body: files.read(info) };
    },
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
