import { extname } from "node:path";
import type { ReadFile } from "./handler.ts";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".ico": "image/x-icon",
  ".txt": "text/plain; charset=utf-8",
  ".xml": "application/xml; charset=utf-8",
};

/** Answers what lies beside `/api`: the site's pages and files as a static host would, and the API's index where there is no site. */
export async function sendPage(request: Request, readFile: ReadFile): Promise<Response> {
  if (request.method !== "GET" && request.method !== "HEAD") {
    return new Response(null, { status: 405, headers: { allow: "GET, HEAD" } });
  }
  const path = decodePath(new URL(request.url).pathname);
  const candidates = path === undefined ? [] : [path, `${path}index.html`, `${path}/index.html`, `${path}.html`];
  for (const candidate of candidates) {
    const name = candidate.slice(1);
    const file = name === "" || name.endsWith("/") ? undefined : await readFile(name);
    if (file !== undefined) return toPage(request, file, 200, name);
  }
  if (path === "/") return new Response(null, { status: 302, headers: { location: "/api/" } });
  const missing = await readFile("404.html");
  if (missing !== undefined) return toPage(request, missing, 404, "404.html");
  return new Response("Not found. The API begins at /api/\n", {
    status: 404,
    headers: { "content-type": "text/plain; charset=utf-8" },
  });
}

function decodePath(pathname: string): string | undefined {
  try {
    const path = decodeURIComponent(pathname);
    return /(^|\/)\.{1,2}(\/|$)|[\\\0]|\/\//.test(path) ? undefined : path;
  } catch {
    return undefined;
  }
}

function toPage(
  request: Request,
  file: { body: Uint8Array | string; etag?: string | undefined },
  status: number,
  name: string,
): Response {
  const etag = `"${file.etag}"`;
  const headers: Record<string, string> = {
    "content-type": TYPES[extname(name)] ?? "application/octet-stream",
    "x-content-type-options": "nosniff",
    "cache-control": "no-cache",
    ...(file.etag === undefined ? {} : { etag }),
  };
  if (status === 200 && request.headers.get("if-none-match")?.includes(etag)) {
    return new Response(null, { status: 304, headers });
  }
  return new Response(request.method === "HEAD" ? null : (file.body as ConstructorParameters<typeof Response>[0]), {
    status,
    headers,
  });
}
