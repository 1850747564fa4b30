import { buildErrorBody, type ErrorCode } from "../../api/error-body.ts";
import { computeEtag, type TreeFile } from "../node/tree-file.ts";

/** All that an answer needs to know of its request. */
export type RequestHead = Pick<Request, "method" | "headers">;
/** All that is looked at of a request; a server can make it faster than a whole one. */
export type HandlerRequest = Pick<Request, "url" | "method" | "headers">;
/** An answer before it is a web-standard one, whose body a server need not read out of a stream again. */
export interface HandlerResponse {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: TreeFile["body"] | null;
}

const COMMON = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers": "etag",
  "x-content-type-options": "nosniff",
};
const METHODS = "GET, HEAD, OPTIONS";
const JSON_TYPE = "application/json; charset=utf-8";
/** By extension; the one JSON document with a media type of its own by name. */
const TYPES: Readonly<Record<string, string>> = {
  json: JSON_TYPE,
  gz: "application/gzip",
  csv: "text/csv; charset=utf-8",
  rss: "application/rss+xml; charset=utf-8",
  atom: "application/atom+xml; charset=utf-8",
  sha256: "text/plain; charset=utf-8",
  "news.feed.json": "application/feed+json; charset=utf-8",
};

/** A file of the tree, or 304 where the client holds it. `name` is the file's, below `/api`. */
export function sendFile(request: RequestHead, name: string, file: TreeFile): HandlerResponse {
  const extension = name.slice(name.lastIndexOf(".") + 1);
  const etag = `"${computeEtag(file)}"`;
  const isHeld = holds(request, etag);
  return send(request, isHeld ? 304 : 200, isHeld ? null : file.body, {
    "content-type": TYPES[name] ?? TYPES[extension] ?? "application/octet-stream",
    // An archive must arrive as it is: a proxy that unpacks it leaves a file whose name lies.
    "cache-control": `public, max-age=60, ${extension === "gz" ? "no-transform" : "stale-while-revalidate=600"}`,
    etag,
  });
}

/** Whether `If-None-Match` names the ETag, or any; a weak one is as good, since the answer is the same. */
export function holds({ headers }: RequestHead, etag: string): boolean {
  const held = (headers.get("if-none-match") ?? "").split(",");
  return held.some((tag) => ["*", etag].includes(tag.trim().replace(/^W\//, "")));
}

export function sendError(request: Pick<RequestHead, "method">, code: ErrorCode, message: string): HandlerResponse {
  const body = buildErrorBody(code, message);
  return send(request, body.error.status, `${JSON.stringify(body)}\n`, {
    "content-type": JSON_TYPE,
    "cache-control": "no-store",
    ...(code === "method_not_allowed" ? { allow: METHODS } : {}),
  });
}

/** What a browser asks before a request with headers of its own. */
export function sendPreflight(): HandlerResponse {
  return send({ method: "OPTIONS" }, 204, null, {
    allow: METHODS,
    "access-control-allow-methods": METHODS,
    "access-control-allow-headers": "*",
    "access-control-max-age": "86400",
  });
}

/** The answer to HEAD is that to GET without its body. */
function send(
  { method }: Pick<RequestHead, "method">,
  status: number,
  body: HandlerResponse["body"],
  headers: HandlerResponse["headers"],
): HandlerResponse {
  return { status, headers: { ...COMMON, ...headers }, body: method === "HEAD" ? null : body };
}
