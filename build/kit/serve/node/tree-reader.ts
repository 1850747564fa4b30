import { statSync } from "node:fs";
import { readFile as readBytes } from "node:fs/promises";
import { join, resolve, sep } from "node:path";
import { createByteCache } from "../../../lib/byte-cache.ts";
import { codeOf } from "../../../lib/error-code.ts";
import { computeSha256 } from "../../../lib/hash.ts";
import type { TreeFile } from "../handler/tree.ts";

const CACHE_BYTES = 64 * 1024 * 1024;

/** Errors of a path that names no file. */
const NO_FILE = ["ENOENT", "ENOTDIR", "EISDIR", "ENAMETOOLONG", "ELOOP", "EINVAL"];

/** A file of the disk; the ETag is the sha256 of its bytes. */
export interface DiskFile extends TreeFile {
  body: Buffer;
  etag: string;
}

export type TreeReader = (path: string) => Promise<DiskFile | undefined>;

/**
 * Reads files of a published tree. An unchanged file is read once, and a replaced one at the next
 * request. Rejects when the disk fails (EIO, EACCES, EMFILE), because the file may exist.
 */
export function createTreeReader(root: string): TreeReader {
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
      if (NO_FILE.includes(codeOf(error))) return undefined;
      throw error;
    }
  };
}
