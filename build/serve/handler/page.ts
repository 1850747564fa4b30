import { extname } from "node:path";
import type { ReadFile, TreeFile } from "../node/tree-file.ts";
import { decodePath } from "./api-path.ts";
import { type HandlerRequest, holds, sendPreflight } from "./response.ts";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".webmanifest": "application/manifest+json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".woff2": "font/woff2",
  ".txt": "text/plain; charset=utf-8",
  ".xml": "application/xml; charset=utf-8",
  ".gz": "application/gzip",
};
/** As static hosts do: other sites import the site's client. */
const COMMON = { "access-control-allow-origin": "*", "x-content-type-options": "nosniff" };

/** Answers what lies beside `/api`: the site's pages and files as a static host would, and the API's index where there is no site. */
export async function sendPage(request: HandlerRequest, readFile: ReadFile): Promise<Response> {
  if (request.method === "OPTIONS") return new Response(null, sendPreflight());
  if (request.method !== "GET" && request.method !== "HEAD") {
    return new Response(null, { status: 405, headers: { ...COMMON, allow: "GET, HEAD, OPTIONS" } });
  }
  const { pathname, search } = new URL(request.url);
  const name = findName(pathname);
  if (name !== undefined) {
    const candidates = name === "" || name.endsWith("/") ? [`${name}index.html`] : [name, `${name}.html`];
    for (const candidate of candidates) {
      const file = await readFile(candidate);
      if (file !== undefined) return sendFile(request, file, 200, candidate);
    }
    // Relative links of a page need the slash.
    const isFolder = !name.endsWith("/") && (await readFile(`${name}/index.html`)) !== undefined;
    if (isFolder) return redirect(301, `${pathname}/${search}`);
    if (name === "") return redirect(302, "/api/");
  }
  const missing = await readFile("404.html");
  if (missing !== undefined) return sendFile(request, missing, 404, "404.html");
  return new Response("Not found. The API begins at /api/\n", {
    status: 404,
    headers: { ...COMMON, "content-type": "text/plain; charset=utf-8" },
  });
}

/** The path below the root; `undefined` where it is malformed, or has a segment that is empty or leaves its folder. */
function findName(pathname: string): string | undefined {
  const path = decodePath(pathname);
  return path === undefined || /(^|\/)\.{1,2}(\/|$)|[\\\0]|\/\//.test(path) ? undefined : path.slice(1);
}

function redirect(status: 301 | 302, location: string): Response {
  return new Response(null, { status, headers: { ...COMMON, location } });
}

function sendFile(request: HandlerRequest, { body, etag }: TreeFile, status: 200 | 404, name: string): Response {
  const headers: Record<string, string> = {
    ...COMMON,
    "content-type": TYPES[extname(name)] ?? "application/octet-stream",
    "cache-control": "no-cache",
    ...(etag === undefined ? {} : { etag: `"${etag}"` }),
  };
  if (status === 200 && etag !== undefined && holds(request, `"${etag}"`)) {
    return new Response(null, { status: 304, headers });
  }
  return new Response(request.method === "HEAD" ? null : (body as ConstructorParameters<typeof Response>[0]), {
    status,
    headers,
  });
}
