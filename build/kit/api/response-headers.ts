/** Any site may read everything, and no browser runs JSON as a script. */
export const COMMON_HEADERS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": "ETag",
  "X-Content-Type-Options": "nosniff",
};

export const PREFLIGHT_HEADERS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Allow-Methods": "GET, HEAD, OPTIONS",
  "Access-Control-Allow-Headers": "*",
  "Access-Control-Max-Age": "86400",
};

/** One minute is far below the interval of builds. */
export const FRESH = "public, max-age=60, stale-while-revalidate=600";
/** For answers that are replaced each minute: with more, most readers would get an old one. */
export const LIVE = "public, max-age=15";
/** A proxy that unpacked an archive would leave a wrong file name. */
export const ARCHIVE = "public, max-age=60, no-transform";

export const JSON_TYPE = "application/json; charset=utf-8";

/** Media types of the interface, by the end of the path; the first match counts. */
export const MEDIA_TYPES: readonly (readonly [ending: string, type: string])[] = [
  [".feed.json", "application/feed+json; charset=utf-8"],
  [".json", JSON_TYPE],
  [".csv.gz", "application/gzip"],
  [".parquet", "application/vnd.apache.parquet"],
  [".sha256", "text/plain; charset=utf-8"],
  [".csv", "text/csv; charset=utf-8"],
  [".sql", "application/sql; charset=utf-8"],
  [".ledger", "text/plain; charset=utf-8"],
  [".beancount", "text/plain; charset=utf-8"],
  [".rss", "application/rss+xml; charset=utf-8"],
  [".atom", "application/atom+xml; charset=utf-8"],
];

export function findMediaType(path: string): string | undefined {
  return MEDIA_TYPES.find(([ending]) => path.endsWith(ending))?.[1];
}
