/** How long an answer may be kept, by how often its file changes. */
export interface CacheClass {
  /** A regular expression over the whole path, without captures. */
  pattern: string;
  cacheControl: string;
}

/** Anyone may read everything; and what says it is JSON is never run as a script. */
export const COMMON_HEADERS: Readonly<Record<string, string>> = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": "ETag",
  "X-Content-Type-Options": "nosniff",
};

/** Answers to a browser that asks before a request with headers of its own. */
export const PREFLIGHT_HEADERS: Readonly<Record<string, string>> = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Allow-Methods": "GET, HEAD, OPTIONS",
  "Access-Control-Allow-Headers": "*",
  "Access-Control-Max-Age": "86400",
};

/** A page loads nothing from elsewhere, and runs and styles itself by files alone. */
export const PAGE_POLICY =
  "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/** Answers change with every build; a minute of age is less than the build's own cadence by far. */
export const FRESH = "public, max-age=60, stale-while-revalidate=600";
/** Closed days only: the bytes stay the same until midnight UTC. */
const DAILY = "public, max-age=3600";
/** A proxy that unpacks an archive leaves a file whose name lies. */
export const ARCHIVE = "public, max-age=60, no-transform";
/** An error ends with the next build. */
export const UNCACHED = "no-store";

/** The first that fits counts. */
export const CACHE_CLASSES: readonly CacheClass[] = [
  { pattern: "/api/data/download/.+", cacheControl: ARCHIVE },
  { pattern: "/api/coins/[^/]+/history/(?:1y|all)\\.json", cacheControl: DAILY },
  { pattern: "/api(?:/.*)?", cacheControl: FRESH },
];

/** Media types that hosts do not know by themselves, by how the path ends. The more special first. */
export const MEDIA_TYPES: readonly (readonly [ending: string, type: string])[] = [
  [".feed.json", "application/feed+json; charset=utf-8"],
  [".json", "application/json; charset=utf-8"],
  [".csv.gz", "application/gzip"],
  [".sha256", "text/plain; charset=utf-8"],
  [".csv", "text/csv; charset=utf-8"],
  [".rss", "application/rss+xml; charset=utf-8"],
  [".atom", "application/atom+xml; charset=utf-8"],
];

export const JSON_TYPE = "application/json; charset=utf-8";
