import { createHash } from "node:crypto";
import { type Stats, statSync } from "node:fs";
import { readFile as readBytes } from "node:fs/promises";
import { join, resolve, sep } from "node:path";
import { createMoment, type Moment } from "../handler/cache-epoch.ts";
import type { TreeFile } from "./tree-file.ts";

/** Bytes of files kept in memory: the busy ones of a site of any size. */
const CACHE_BYTES = 64 * 1024 * 1024;

/** A tree that is replaced while it is served shows after so long at most; clients keep an answer for a minute anyway. */
export const FRESH_MS = 2_000;

/** Paths of whose state is known, and the longest of any: more is somebody's game. */
const KNOWN_PATHS = 10_000;
const PATH_CHARACTERS = 2_000;

interface Cached {
  stamp: string;
  file: TreeFile & { body: Uint8Array; etag: string };
}

/**
 * Reads files of a published tree from disk, with the sha256 of the bytes as ETag; unchanged files are read once. Rejects where
 * the disk, or the number of open files, does not let it look.
 */
export function createTreeReader(
  root: string,
  moment: Moment = createMoment(FRESH_MS),
): (path: string) => Promise<Cached["file"] | undefined> {
  const folder = resolve(root);
  const cache = new Map<string, Cached>();
  const findStats = createFindStats(moment);
  let cachedBytes = 0;
  return async (path) => {
    const full = join(folder, path);
    if (!full.startsWith(folder + sep) || path.length > PATH_CHARACTERS || path.includes("\0")) return undefined;
    const stats = findStats(full);
    if (stats === undefined || !stats.isFile()) return undefined;
    const stamp = `${stats.mtimeMs}-${stats.size}-${stats.ino}`;
    const known = cache.get(path);
    if (known?.stamp === stamp) {
      // Re-inserted so that the first key is always the one that was used longest ago.
      cache.delete(path);
      cache.set(path, known);
      return known.file;
    }
    const body = await readBytes(full).catch(ignoreNoFile);
    if (body === undefined) return undefined;
    const file = { body, etag: createHash("sha256").update(body).digest("hex").slice(0, 32) };
    // Not `known`: another request may have read the same file meanwhile.
    cachedBytes -= cache.get(path)?.file.body.length ?? 0;
    cache.delete(path);
    cache.set(path, { stamp, file });
    cachedBytes += body.length;
    for (const [oldest, entry] of cache) {
      if (cachedBytes <= CACHE_BYTES || oldest === path) break;
      cache.delete(oldest);
      cachedBytes -= entry.file.body.length;
    }
    return file;
  };
}

/**
 * What the disk says of a path, believed for a moment, so that a file that many ask for is looked at now and then and not with every
 * request. Without a wait, because that would take longer than the answer.
 */
function createFindStats(moment: Moment): (path: string) => Stats | undefined {
  const known = new Map<string, Stats>();
  let knownAt = Number.NaN;
  return (path) => {
    const at = moment();
    if (at !== knownAt || known.size >= KNOWN_PATHS) known.clear();
    knownAt = at;
    const before = known.get(path);
    if (before !== undefined) return before;
    let stats: Stats | undefined;
    try {
      stats = statSync(path, { throwIfNoEntry: false });
    } catch (error) {
      ignoreNoFile(error);
    }
    // What is missing may come at any moment: whoever waits for the first build asks for it again and again.
    if (stats !== undefined) known.set(path, stats);
    return stats;
  };
}

/** A name that no file system takes names no file. Any other failure says nothing about the file: the reader fails too. */
function ignoreNoFile(error: unknown): undefined {
  const { code } = error as NodeJS.ErrnoException;
  if (!["ENOENT", "ENOTDIR", "EISDIR", "ENAMETOOLONG", "ELOOP", "EINVAL"].includes(code ?? "")) throw error;
}
