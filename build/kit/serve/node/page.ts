import { findWebType, WEB_TYPES } from "../../../lib/media-type.ts";
import { decodePath } from "../handler/api-path.ts";
import {
  COMMON,
  type HandlerRequest,
  type HandlerResponse,
  isHeld,
  sendError,
  sendPreflight,
} from "../handler/response.ts";
import type { ReadFile, TreeFile } from "../handler/tree.ts";

/** A small build answers within seconds. */
const RETRY_SECONDS = 2;
const NO_SITE_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="refresh" content="${RETRY_SECONDS}">
<title>The site is being built</title>
</head>
<body>
<h1>The site is being built</h1>
<p>This can take a minute. The page reloads every ${RETRY_SECONDS} seconds until the site is there.</p>
</body>
</html>
`;

/** Files outside of `/api`, as a static host sends them. Without a front page, `/` is `/api/`. */
export async function sendPage(request: HandlerRequest, readFile: ReadFile): Promise<HandlerResponse> {
  if (request.method === "OPTIONS") return sendPreflight();
  if (request.method !== "GET") return send(405, null, { allow: "GET, HEAD, OPTIONS" });
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
    if (isFolder) return send(301, null, { location: `${pathname}/${search}` });
    if (name === "") return send(302, null, { location: "/api/" });
  }
  const missing = await readFile("404.html");
  if (missing !== undefined) return sendFile(request, missing, 404, "404.html");
  return send(404, "Not found. The API begins at /api/\n", { "content-type": WEB_TYPES[".txt"]! });
}

/** The 503 before the first build, and while one tree replaces another. */
export function sendNoSite(request: HandlerRequest, isApi: boolean): HandlerResponse {
  const error = sendError(
    request,
    "unavailable",
    "The site is being built, which can take a minute: retry in a few seconds",
  );
  const headers = { ...error.headers, "retry-after": String(RETRY_SECONDS) };
  if (isApi) return { ...error, headers };
  return { ...error, headers: { ...headers, "content-type": WEB_TYPES[".html"]! }, body: NO_SITE_PAGE };
}

/** The path below the root; `undefined` if it is malformed or leaves its folder. */
function findName(pathname: string): string | undefined {
  const path = decodePath(pathname);
  return path === undefined || /(^|\/)\.{1,2}(\/|$)|[\\\0]|\/\//.test(path) ? undefined : path.slice(1);
}

function sendFile(request: HandlerRequest, { body, etag }: TreeFile, status: 200 | 404, name: string): HandlerResponse {
  const headers = {
    "content-type": findWebType(name),
    "cache-control": "no-cache",
    ...(etag === undefined ? {} : { etag: `"${etag}"` }),
  };
  const isKnown = status === 200 && etag !== undefined && isHeld(request, `"${etag}"`);
  return isKnown ? send(304, null, headers) : send(status, body, headers);
}

function send(status: number, body: HandlerResponse["body"], headers: HandlerResponse["headers"]): HandlerResponse {
  return { status, headers: { ...COMMON, ...headers }, body };
}
