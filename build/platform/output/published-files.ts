import { createHash } from "node:crypto";
import type { Effects } from "../platform.ts";
import type { BinaryFetch } from "../state/restore-fetch.ts";
import { createFolderReader } from "./folder-reader.ts";
import { createSiteReader } from "./site-reader.ts";

export interface PublishedFilesOptions {
  /** Folders and web addresses of sites, in the order of preference. */
  places: readonly string[];
  fetch: BinaryFetch;
  sleep?: ((ms: number) => Promise<unknown>) | undefined;
}

/**
 * Finds a published file by its path and hash, in the output folder and where the state is restored
 * from. `nearby` leaves web addresses out. Skips a place that cannot be reached or that has another
 * file of that name.
 */
export function createPublishedFiles({
  places,
  fetch,
  sleep,
}: PublishedFilesOptions): NonNullable<Effects["findPublished"]> {
  const readers = places.map((place) => {
    const remote = /^https?:\/\//i.test(place);
    return { remote, read: remote ? createSiteReader({ url: place, fetch, sleep }) : createFolderReader(place) };
  });
  return async (path, sha256, where) => {
    for (const { remote, read } of readers) {
      if (remote && where === "nearby") continue;
      const body = await read(path).catch(() => undefined);
      if (body !== undefined && createHash("sha256").update(body).digest("hex") === sha256) return body;
    }
    return undefined;
  };
}
