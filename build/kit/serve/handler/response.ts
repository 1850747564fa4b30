import { ARCHIVE, FRESH, LIVE } from "../../api/cache-control.ts";
import { buildErrorBody, type ErrorCode } from "../../api/error-body.ts";
import { computeEtag, type TreeFile } from "./tree.ts";

/** The part of a web-standard `Request` that the handler reads. */
export type HandlerRequest = Pick<Request, "url" | "method" | "headers">;
export type RequestHead = Pick<Request, "method" | "headers">;
/** A response whose body can be read without a stream. */
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
/** By extension, or by name. */
const TYPES: Readonly<Record<string, string>> = {
  json: JSON_TYPE,
  gz: "application/gzip",
  parquet: "application/vnd.apache.parquet",
  csv: "text/csv; charset=utf-8",
  sql: "application/sql; charset=utf-8",
  ledger: "text/plain; charset=utf-8",
  beancount: "text/plain; charset=utf-8",
  rss: "application/rss+xml; charset=utf-8",
  atom: "application/atom+xml; charset=utf-8",
  sha256: "text/plain; charset=utf-8",
  "news.feed.json": "application/feed+json; charset=utf-8",
};

/**
 * A file of the tree, or 304 if the client has it. `name` is relative to `/api`. `isLive`: it is
 * replaced each minute.
 */
export function sendFile(request: RequestHead, name: string, file: TreeFile, isLive = false): HandlerResponse {
  const extension = name.slice(name.lastIndexOf(".") + 1);
  const etag = `"${computeEtag(file)}"`;
  const isKnown = isHeld(request, etag);
  return send(request, isKnown ? 304 : 200, isKnown ? null : file.body, {
    "content-type": TYPES[name] ?? TYPES[extension] ?? "application/octet-stream",
    "cache-control": computeAge(extension, isLive),
    etag,
  });
}

function computeAge(extension: string, isLive: boolean): string {
  if (isLive) return LIVE;
  return extension === "gz" ? ARCHIVE : FRESH;
}

/** Whether `If-None-Match` contains the ETag or `*`. Weak tags match: the response is the same. */
export function isHeld({ headers }: RequestHead, etag: string): boolean {
  const held = (headers.get("if-none-match") ?? "").split(",");
  return held.some((tag) => ["*", etag].includes(tag.trim().replace(/^W\//, "")));
}

/** The response with an error in its body, without the body for HEAD. */
export function sendError(request: Pick<RequestHead, "method">, code: ErrorCode, message: string): HandlerResponse {
  const body = buildErrorBody(code, message);
  return send(request, body.error.status, `${JSON.stringify(body)}\n`, {
    "content-type": JSON_TYPE,
    "cache-control": "no-store",
    ...(code === "method_not_allowed" ? { allow: METHODS } : {}),
  });
}

/** The CORS preflight: any site may send any header. */
export function sendPreflight(): HandlerResponse {
  return send({ method: "OPTIONS" }, 204, null, {
    allow: METHODS,
    "access-control-allow-methods": METHODS,
    "access-control-allow-headers": "*",
    "access-control-max-age": "86400",
  });
}

/** The response to HEAD is that to GET without its body. */
function send(
  { method }: Pick<RequestHead, "method">,
  status: number,
  body: HandlerResponse["body"],
  headers: HandlerResponse["headers"],
): HandlerResponse {
  return { status, headers: { ...COMMON, ...headers }, body: method === "HEAD" ? null : body };
}
