import { existsSync, lstatSync } from "node:fs";
import { join, resolve } from "node:path";
import { describeError, OperationalError } from "../../../lib/operational-error.ts";
import { cutList } from "../../../lib/text-layout.ts";
import type { BinaryFetch } from "../http/binary-client.ts";
import { UNFINISHED } from "../output/replace-file.ts";
import { LAST_KNOWN_GOOD, type Progress } from "../platform.ts";
import { type DocumentKinds, openDocument } from "./document-kind.ts";
import { restoreState } from "./restore.ts";
import { findDocumentName, listFiles, readDocumentFile } from "./state-document.ts";
import { openStateFolder, replaceManifest } from "./state-folder.ts";
import { lockFolder } from "./state-lock.ts";
import {
  acceptWorld,
  type Documents,
  damaged,
  readStateManifest,
  renderStateManifest,
  STATE_MANIFEST,
  type StateManifest,
} from "./state-manifest.ts";
import { createStore, type DiskStateStore, type StateStoreOptions } from "./state-store.ts";

export interface OpenStateOptions extends Omit<StateStoreOptions, "warn"> {
  /** Published sites or folders; the first one must answer. None: the folder must be whole. */
  from: readonly string[];
  fetch?: BinaryFetch | undefined;
  progress: Progress;
}

/**
 * The state of a build: locked, restored where `from` names places, and checked. Throws an
 * `OperationalError` that names the damaged documents of record; the state is then unchanged.
 */
export async function openState(folder: string, options: OpenStateOptions): Promise<DiskStateStore> {
  const root = resolve(folder);
  const { progress, world } = options;
  const unlock = lockFolder(root);
  try {
    if (options.from.length > 0) await restore(root, options);
    else await checkFolder(root, options);
    return { ...createStore(openStateFolder(root, world), { ...options, warn: progress.warn }), close: unlock };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Joins states of one world in a new folder. All of them must be readable. */
export async function mergeStates(
  from: readonly string[],
  into: string,
  kinds: DocumentKinds,
  warn: (message: string) => void,
): Promise<Documents> {
  const root = resolve(into);
  const unlock = lockFolder(root);
  try {
    refuseOtherFiles(root);
    // Documents without a manifest are those of a failed attempt.
    if (existsSync(join(root, STATE_MANIFEST)) && readStateManifest(root)?.documents.size !== 0)
      throw new OperationalError(`There is a state in ${root} already. Name a new folder with --into.`);
    return await restoreState({ strategy: "unite", from, into: root, kinds, warn });
  } finally {
    unlock();
  }
}

/** A folder without a state is new, or it has only what a failed attempt left. */
function refuseOtherFiles(root: string): void {
  if (existsSync(join(root, STATE_MANIFEST))) return;
  const other = listFiles(root).find((file) => !isOfState(file) && !lstatSync(join(root, file)).isDirectory());
  if (other === undefined) return;
  throw new OperationalError(`The folder ${root} holds other files (${other}). Name a new folder with --into.`);
}

function isOfState(file: string): boolean {
  const path = file.endsWith(UNFINISHED) ? file.slice(0, -UNFINISHED.length) : file;
  return path === STATE_MANIFEST || /^lock(\.\d+)?$/.test(path) || findDocumentName(path) !== undefined;
}

async function restore(root: string, { progress, ...options }: OpenStateOptions): Promise<void> {
  const task = progress.start("state");
  try {
    const { warn } = progress;
    const { update } = task;
    const documents = await restoreState({ ...options, strategy: "newest", into: root, warn, progress: update });
    task.done(`${documents.size} documents from ${options.from.join(", ")}`);
  } catch (error) {
    task.failed(describeError(error));
    throw error;
  }
}

/**
 * Refuses a damaged document of record. A damaged last known good response is set aside: the build
 * requests it again.
 */
async function checkFolder(root: string, { world, progress }: OpenStateOptions): Promise<void> {
  const manifest = readStateManifest(root);
  if (manifest === undefined) return;
  acceptWorld(root, manifest.world, world);
  const faults = findStateFaults(root, manifest.documents);
  const [first, ...more] = faults.filter(({ name }) => !name.startsWith(LAST_KNOWN_GOOD));
  if (first !== undefined) {
    const others = more.length === 0 ? "" : `, and so are ${cutList(more.map(({ name }) => `"${name}"`)).join(", ")}`;
    throw damaged(root, `the document "${first.name}" ${first.reason}${others}`);
  }
  if (faults.length === 0) return;
  const documents = new Map(manifest.documents);
  for (const { name, reason } of faults) {
    documents.delete(name);
    progress.warn(`The document "${name}" in ${root} ${reason}. It is set aside, and its source is requested again.`);
  }
  await replaceManifest(root, { world, documents }, new Set());
}

/** A damaged document. */
export interface StateFault {
  name: string;
  /** The rest of a sentence. */
  reason: string;
}

/** Compares the files of a state folder with its manifest. With `kinds`: also their shapes. */
function findStateFaults(root: string, documents: Documents, kinds?: DocumentKinds): StateFault[] {
  return [...documents.values()].flatMap((info) => {
    try {
      const body = readDocumentFile(root, info);
      if (kinds !== undefined) openDocument(body, info.name, kinds);
      return [];
    } catch (error) {
      return [{ name: info.name, reason: describeError(error) }];
    }
  });
}

/**
 * Checks the hash and the shape of every document. A build may commit meanwhile: then the check is
 * repeated. Throws an `OperationalError` when there is no readable manifest.
 */
export function verifyState(
  root: string,
  kinds: DocumentKinds = {},
): { manifest: StateManifest; faults: StateFault[] } {
  for (;;) {
    const manifest = readStateManifest(root);
    if (manifest === undefined) throw new OperationalError(`There is no state in ${root}.`);
    const faults = findStateFaults(root, manifest.documents, kinds);
    const now = readStateManifest(root) ?? manifest;
    if (faults.length === 0 || renderStateManifest(now) === renderStateManifest(manifest)) return { manifest, faults };
  }
}
