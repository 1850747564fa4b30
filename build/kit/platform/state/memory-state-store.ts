import type { DocumentInfo, StateStore } from "../platform.ts";
import type { StoredDocument } from "./state-document.ts";
import type { Documents } from "./state-manifest.ts";
import { createStore, type StateStoreOptions } from "./state-store.ts";

export interface MemoryStateOptions extends Partial<StateStoreOptions> {
  /** The committed documents at the start. */
  stored?: Iterable<StoredDocument>;
}

/** A state that ends with the process. */
export function createMemoryStateStore({
  now = Date.now,
  world = "live",
  stored = [],
  ...options
}: MemoryStateOptions = {}): StateStore {
  const initial = [...stored];
  let documents: Documents = new Map(initial.map(({ info }) => [info.name, info]));
  const bodies = new Map(initial.map(({ info, body }) => [info.sha256, body]));
  const files = {
    label: "memory",
    readDocuments: () => documents,
    read({ name, sha256 }: DocumentInfo): Uint8Array {
      const body = bodies.get(sha256);
      if (body === undefined) throw new Error(`The document "${name}" has no content`);
      return body;
    },
    write: async ({ sha256 }: DocumentInfo, body: Uint8Array) => void bodies.set(sha256, body),
    async replace(next: Documents): Promise<void> {
      documents = next;
      const all = new Set([...next.values()].map(({ sha256 }) => sha256));
      for (const sha256 of bodies.keys()) if (!all.has(sha256)) bodies.delete(sha256);
    },
    discard: () => undefined,
  };
  return createStore(files, { ...options, now, world });
}
