import { statSync } from "node:fs";
import { readFile as readBytes } from "node:fs/promises";
import { join, resolve, sep } from "node:path";
import { computeSha256 } from "../../lib/hash.ts";
import type { TreeFile } from "../handler/tree.ts";

const CACHE_BYTES = 64 * 1024 * 1024;

/** Errors of a path that names no file. */
const NO_FILE = ["ENOENT", "ENOTDIR", "EISDIR", "ENAMETOOLONG", "ELOOP", "EINVAL"];

/** A file of the disk; the ETag is the sha256 of its bytes. */
export interface DiskFile extends TreeFile {
  body: Buffer;
  etag: string;
}

/**
 * Reads files of a published tree. An unchanged file is read once, and a replaced one at the next
 * request. Rejects when the disk fails (EIO, EACCES, EMFILE), because the file may exist.
 */
export function createTreeReader(root: string): (path: string) => Promise<DiskFile | undefined> {
  const folder = resolve(root);
  const cache = createByteCache<{ stamp: string; file: DiskFile }>(CACHE_BYTES);
  return async (path) => {
    const full = join(folder, path);
    if (!full.startsWith(folder + sep) || path.includes("\0")) return undefined;
    try {
      // The synchronous call takes microseconds, an asynchronous one waits for a thread.
      const stats = statSync(full, { throwIfNoEntry: false });
      if (!stats?.isFile()) return undefined;
      const stamp = `${stats.mtimeMs}-${stats.size}-${stats.ino}`;
      const known = cache.get(path);
      if (known?.stamp === stamp) return known.file;
      const body = await readBytes(full);
      const file = { body, etag: computeSha256(body).slice(0, 32) };
      // Twice: the gzip copy is kept as long as the file.
      cache.set(path, { stamp, file }, 2 * body.length);
      return file;
    } catch (error) {
      if (NO_FILE.includes((error as NodeJS.ErrnoException).code ?? "")) return undefined;
      throw error;
    }
  };
}

/** Memory of an entry besides its value and its key. */
const ENTRY_BYTES = 1_000;

/** Values by key, up to a number of bytes. */
export interface ByteCache<Value> {
  get(key: string): Value | undefined;
  /** `bytes` is the size of the value. */
  set(key: string, value: Value, bytes: number): void;
}

/** The entry that was used longest ago leaves first. */
export function createByteCache<Value>(maxBytes: number): ByteCache<Value> {
  const entries = new Map<string, { value: Value; bytes: number }>();
  let total = 0;
  const remove = (key: string) => {
    const entry = entries.get(key);
    entries.delete(key);
    total -= entry?.bytes ?? 0;
    return entry;
  };
  return {
    get(key) {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      // A map iterates in the order of insertion, so this makes the entry the newest.
      entries.delete(key);
      entries.set(key, entry);
      return entry.value;
    },
    set(key, value, valueBytes) {
      remove(key);
      const bytes = valueBytes + key.length + ENTRY_BYTES;
      if (bytes > maxBytes) return;
      entries.set(key, { value, bytes });
      total += bytes;
      for (const oldest of entries.keys()) {
        if (total <= maxBytes) break;
        remove(oldest);
      }
    },
  };
}
