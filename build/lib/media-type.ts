/** The media types of the web, by the end of a file's name. */
export const WEB_TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  // Types of TypeScript, which browsers show as text.
  ".ts": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".txt": "text/plain; charset=utf-8",
  ".md": "text/markdown; charset=utf-8",
  ".xml": "application/xml; charset=utf-8",
  ".gz": "application/gzip",
};

/** The media type of a path by its extension; unknown ones are bytes. */
export function findWebType(path: string): string {
  const extension = /\.[^./]+$/.exec(path)?.[0] ?? "";
  return WEB_TYPES[extension] ?? "application/octet-stream";
}
