import { resolve } from "node:path";
import type { StateStore } from "../platform.ts";
import { createMemoryStateStore } from "./memory-state-store.ts";
import { readWholeDocument } from "./state-folder.ts";
import { acceptWorld, readStateManifest, renderStateManifest } from "./state-manifest.ts";
import type { StateStoreOptions } from "./state-store.ts";

/**
 * The committed documents that `isWanted` chooses, in memory: nothing that is written to the copy
 * reaches the folder. Needs no lock. A build may commit meanwhile and remove what it replaced: then
 * the documents are read again. `undefined`: there is no state in the folder. Throws an
 * `OperationalError` for a state of the other world.
 */
export function copyState(
  folder: string,
  isWanted: (name: string) => boolean,
  options: StateStoreOptions,
): StateStore | undefined {
  const root = resolve(folder);
  for (;;) {
    const manifest = readStateManifest(root);
    if (manifest === undefined) return undefined;
    acceptWorld(root, manifest.world, options.world);
    try {
      const wanted = [...manifest.documents.values()].filter(({ name }) => isWanted(name));
      const stored = wanted.map((info) => ({ info, body: readWholeDocument(root, info) }));
      return createMemoryStateStore({ ...options, stored });
    } catch (error) {
      const next = readStateManifest(root);
      if (next !== undefined && renderStateManifest(next) === renderStateManifest(manifest)) throw error;
    }
  }
}
