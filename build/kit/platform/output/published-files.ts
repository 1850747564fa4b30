import { readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { codeOf } from "../../../lib/error-code.ts";
import { computeSha256 } from "../../../lib/hash.ts";
import { describeError, OperationalError } from "../../../lib/operational-error.ts";
import { encodePath, isWebAddress } from "../../../lib/web-url.ts";
import type { BinaryFetch } from "../http/binary-client.ts";
import { HttpError } from "../http/http-error.ts";
import { retry } from "../http/http-retry.ts";
import type { Effects } from "../platform.ts";
import { RestoreError } from "../state/restore-source.ts";

export interface PublishedFilesOptions {
  /** Folders and web addresses of sites, in the order of preference. */
  places: readonly string[];
  fetch: BinaryFetch;
  /** The sites answer 403 for a missing file. */
  hidesMissing?: boolean;
  sleep?: ((ms: number) => Promise<unknown>) | undefined;
}

/**
 * Finds a published file by path and hash. `local` leaves web addresses out. Skips a place that
 * has none, or another file of that name. Throws a `RestoreError` if no place has it and one cannot
 * be read: the file may be there.
 */
export function createPublishedFiles(options: PublishedFilesOptions): NonNullable<Effects["findPublished"]> {
  const { places, fetch, hidesMissing = false, sleep } = options;
  const readers = places.map((place) => {
    const remote = isWebAddress(place);
    return { place, remote, read: remote ? createSiteReader({ url: place, fetch, sleep }) : createFolderReader(place) };
  });
  return async (path, sha256, where) => {
    let failure: RestoreError | undefined;
    for (const { place, remote, read } of readers) {
      if (remote && where === "local") continue;
      try {
        const body = await read(path);
        if (body !== undefined && computeSha256(body) === sha256) return body;
      } catch (error) {
        if (hidesMissing && error instanceof HttpError && error.status === 403) continue;
        const reason = `cannot be read from ${place} (${describeError(error)}), and no other place has it`;
        const advice = "build again later, or leave out that place to publish without the file";
        failure ??= new RestoreError(`The published file ${path} ${reason}: ${advice}.`);
      }
    }
    if (failure !== undefined) throw failure;
    return undefined;
  };
}

const ABSENT: ReadonlySet<string | undefined> = new Set(["ENOENT", "ENOTDIR", "EISDIR", "ENAMETOOLONG"]);

/**
 * Reads files below a folder by their `/`-separated path; `undefined` if there is none. Reading
 * thousands of small files costs half as much without the thread pool.
 */
export function createFolderReader(folder: string): (path: string) => Promise<Uint8Array | undefined> {
  return async (path) => {
    try {
      return readFileSync(join(folder, path));
    } catch (error) {
      if (ABSENT.has(codeOf(error))) return undefined;
      throw error;
    }
  };
}

/** Every file below a folder, `/`-separated, without those below `.git/`. */
export async function listFolder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((cause) => {
    throw new OperationalError(`${folder} cannot be read: name the folder of a published site.`, { cause });
  });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .filter((path) => !path.startsWith(".git/"));
}

export interface SiteReaderOptions {
  /** Address of the root of the site, or of its `/api`. */
  url: string;
  fetch: BinaryFetch;
  sleep?: ((ms: number) => Promise<unknown>) | undefined;
}

/** Above the size of any file of a site: archives have at most 25 MiB. */
const MAX_FILE_BYTES = 64 * 1024 * 1024;
const TRIES = 4;

/** Reads files of a published site; `undefined` for 404 and 410. */
export function createSiteReader(options: SiteReaderOptions): (path: string) => Promise<Uint8Array | undefined> {
  const { url, fetch, sleep } = options;
  const root = parseRoot(url);
  return async (path) => {
    const address = new URL(encodePath(path), root).href;
    try {
      return await retry(() => fetch(address, MAX_FILE_BYTES), { tries: TRIES, sleep });
    } catch (error) {
      if (error instanceof HttpError && (error.status === 404 || error.status === 410)) return undefined;
      throw error;
    }
  };
}

function parseRoot(text: string): URL {
  const root = URL.canParse(text) ? new URL(text) : undefined;
  if (root === undefined || !/^https?:$/.test(root.protocol)) {
    const advice = "A published site is read at its address, such as https://prices.example.org/";
    throw new OperationalError(`Not a valid URL: ${text}. ${advice}`);
  }
  root.search = "";
  root.hash = "";
  root.pathname = root.pathname.replace(/\/+$/, "").replace(/(^|\/)api$/, "");
  if (!root.pathname.endsWith("/")) root.pathname += "/";
  return root;
}
