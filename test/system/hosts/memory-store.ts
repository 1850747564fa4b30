import { createHash } from "node:crypto";
import type { Bucket, StoredHeaders } from "../../../build/kit/publish/s3/bucket.ts";

export interface MemoryObject {
  body: Uint8Array;
  headers: StoredHeaders;
  /** The MD5 of the body, or of an encrypted one. */
  etag: string;
  modifiedMs: number;
}

/** What was asked of a store, in order: `PUT a.json`, `COPY b.json`, `DELETE c.json`. */
export type Change = `${"PUT" | "COPY" | "DELETE"} ${string}`;

export interface MemoryStore {
  objects: Map<string, MemoryObject>;
  changes: Change[];
  put(key: string, body: Uint8Array, headers: StoredHeaders): string;
  /** Onto itself. `false`: there is no such object. */
  copy(key: string, headers: StoredHeaders): boolean;
  remove(key: string): void;
  now(): number;
}

export interface MemoryStoreOptions {
  now: () => number;
  /** Tags are no hashes of the content, as with a key of the store's own. */
  encrypted?: boolean;
  /** Called after each change. */
  watch?: (change: Change) => void;
}

const SECOND_MS = 1_000;

/** The objects of one bucket. Times are in whole seconds, as stores report them. */
export function createMemoryStore({ now, encrypted = false, watch }: MemoryStoreOptions): MemoryStore {
  const objects = new Map<string, MemoryObject>();
  const changes: Change[] = [];
  const note = (change: Change) => {
    changes.push(change);
    watch?.(change);
  };
  const store = (key: string, body: Uint8Array, headers: StoredHeaders) => {
    const hash = createHash("md5").update(body);
    if (encrypted) hash.update(`secret ${changes.length}`);
    const etag = hash.digest("hex");
    objects.set(key, { body, headers, etag, modifiedMs: Math.floor(now() / SECOND_MS) * SECOND_MS });
    return etag;
  };
  return {
    objects,
    changes,
    now,
    put(key, body, headers) {
      const etag = store(key, body, headers);
      note(`PUT ${key}`);
      return etag;
    },
    copy(key, headers) {
      const object = objects.get(key);
      if (object === undefined) return false;
      store(key, object.body, headers);
      note(`COPY ${key}`);
      return true;
    },
    remove(key) {
      objects.delete(key);
      note(`DELETE ${key}`);
    },
  };
}

/** A bucket over a store, without requests. */
export function openMemoryBucket(store: MemoryStore): Bucket {
  return {
    async list() {
      const objects = [...store.objects].map(([key, { body, etag, modifiedMs }]) => ({
        key,
        bytes: body.length,
        etag,
        modifiedMs,
      }));
      // A page of a listing has at most 1,000 objects.
      const requests = Math.max(1, Math.ceil(objects.length / 1_000));
      return { objects: objects.sort((a, b) => (a.key < b.key ? -1 : 1)), requests };
    },
    read: async (key) => store.objects.get(key)?.body,
    write: async (key, body, headers) => void store.put(key, body, headers),
    redate: async (key, headers) => void store.copy(key, headers),
    remove: async (key) => store.remove(key),
    now: store.now,
    close: () => undefined,
  };
}
