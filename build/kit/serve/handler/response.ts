import { buildErrorBody, type ErrorCode } from "../../api/error-body.ts";
import {
  ARCHIVE,
  COMMON_HEADERS,
  FRESH,
  findMediaType,
  JSON_TYPE,
  LIVE,
  PREFLIGHT_HEADERS,
} from "../../api/response-headers.ts";
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

/** Pages have them as well: other sites may import the client, as from a static host. */
export const COMMON = lowerNames(COMMON_HEADERS);
const METHODS = PREFLIGHT_HEADERS["Access-Control-Allow-Methods"];

/**
 * A file of the tree, or 304 if the client has it. `name` is relative to `/api`. `isLive`: it is
 * replaced each minute.
 */
export function sendFile(request: RequestHead, name: string, file: TreeFile, isLive = false): HandlerResponse {
  const etag = `"${computeEtag(file)}"`;
  const isKnown = isHeld(request, etag);
  return send(request, isKnown ? 304 : 200, isKnown ? null : file.body, {
    "content-type": findMediaType(name) ?? "application/octet-stream",
    "cache-control": computeAge(name, isLive),
    etag,
  });
}

/** Long series have the age of all others: an unchanged one costs a 304, and no path is special. */
function computeAge(name: string, isLive: boolean): string {
  if (isLive) return LIVE;
  return name.endsWith(".gz") ? ARCHIVE : FRESH;
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
  return send({ method: "OPTIONS" }, 204, null, { allow: METHODS, ...lowerNames(PREFLIGHT_HEADERS) });
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

/** Names in lower case, as a web-standard `Headers` has them: spread objects replace each other. */
function lowerNames(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
