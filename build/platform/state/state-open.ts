import { resolve } from "node:path";
import { cutList } from "../../lib/text-layout.ts";
import type { Progress } from "../platform.ts";
import { restoreState } from "./restore.ts";
import type { BinaryFetch } from "./restore-fetch.ts";
import { lockFolder } from "./state-lock.ts";
import { acceptWorld, damaged, readStateManifest } from "./state-manifest.ts";
import { createLockedStore, type DiskStateStore, type StateStoreOptions } from "./state-store.ts";
import { findStateFaults } from "./state-verify.ts";

export interface OpenStateOptions extends StateStoreOptions {
  /** Published sites or folders to restore from, the preferred one first; none: the folder must be whole. */
  from: readonly string[];
  /** Do not go on without what the first of them has. */
  needsFirst?: boolean | undefined;
  fetch: BinaryFetch;
  progress: Progress;
}

/**
 * The state of a build: locked, restored where that is asked for, and known to be whole and of the right world. Throws an
 * `OperationalError` that names what is damaged; the folder is then as it was.
 */
export async function openState(folder: string, options: OpenStateOptions): Promise<DiskStateStore> {
  const root = resolve(folder);
  const unlock = lockFolder(root);
  try {
    const { from, needsFirst, world, fetch, kinds, now, progress } = options;
    if (from.length > 0) await restoreState({ from, needsFirst, into: root, world, fetch, kinds, now, progress });
    else refuseDamage(root, options);
    return createLockedStore(root, { ...options, warn: progress.warn }, unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

function refuseDamage(root: string, { world }: Pick<StateStoreOptions, "world">): void {
  const manifest = readStateManifest(root);
  if (manifest === undefined) return;
  acceptWorld(root, manifest.world, world);
  const [first, ...more] = findStateFaults(root, manifest.documents);
  if (first === undefined) return;
  const others = more.length === 0 ? "" : `, and so are ${cutList(more.map(({ name }) => `"${name}"`)).join(", ")}`;
  throw damaged(root, `the document "${first.name}" ${first.reason}${others}`);
}
