import { computeSha256 } from "../../../lib/hash.ts";
import { findWebType, WEB_TYPES } from "../../../lib/media-type.ts";
import { findMediaType, MEDIA_TYPES } from "../../api/response-headers.ts";
import { listCacheClasses, PAGE_AGE } from "./headers.ts";
import type { Layout } from "./layout.ts";

/** What a store keeps with a file and sends with it. It never has a Content-Encoding. */
export interface ObjectHeaders {
  contentType: string;
  cacheControl: string;
}

export interface HeaderTable {
  find(path: string): ObjectHeaders;
  /** Other headers of any file give another digest. */
  digest: string;
}

/** The headers of every file for a store that would guess them: an archive is `text/csv` to S3. */
export function createHeaderTable(layout: Layout): HeaderTable {
  const classes = listCacheClasses(layout).map(({ pattern, cacheControl }) => [`^${pattern}$`, cacheControl] as const);
  const ages = classes.map(([pattern, cacheControl]) => ({ pattern: new RegExp(pattern), cacheControl }));
  return {
    digest: computeSha256(JSON.stringify([classes, PAGE_AGE, MEDIA_TYPES, WEB_TYPES])),
    find: (path) => ({
      contentType: findMediaType(path) ?? findWebType(path),
      cacheControl: ages.find(({ pattern }) => pattern.test(`/${path}`))?.cacheControl ?? PAGE_AGE,
    }),
  };
}
