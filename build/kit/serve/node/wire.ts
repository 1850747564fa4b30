import type { IncomingMessage } from "node:http";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { HandlerRequest, HandlerResponse } from "../handler/response.ts";

/** A response as it is sent: names and values of its headers in turn. Callers do not change it. */
export interface WireResponse {
  status: number;
  headers: string[];
  body: Buffer;
}

/** Smaller bodies do not gain from compression. */
const GZIP_FROM_BYTES = 1_000;
const GZIP_TYPES = /^(application\/(json|feed\+json|rss\+xml|atom\+xml|xml)|text\/|image\/svg)/;

/** What scripts of other sites may read: a reader of Parquet needs the size of the file. */
const EXPOSED = "etag, accept-ranges, content-range";

/**
 * The request for the handler; `undefined` if the request line names no path. HEAD becomes GET, so
 * that it gets the headers of GET; the server leaves out the body.
 */
export function readRequest(incoming: IncomingMessage): HandlerRequest | undefined {
  const target = readTarget(incoming);
  if (target === undefined) return undefined;
  const headers = new Headers();
  const held = incoming.headers["if-none-match"];
  if (held !== undefined) headers.set("if-none-match", held);
  const { method = "GET" } = incoming;
  return { url: `http://localhost${target}`, method: method === "HEAD" ? "GET" : method, headers };
}

/** Everything that a whole response depends on besides the disk. No part contains a line break. */
export function keyOf(incoming: IncomingMessage): string {
  const { method, url, headers } = incoming;
  return `${method === "HEAD" ? "GET" : method}\n${url}\n${readCodings(incoming)}\n${headers["if-none-match"]}`;
}

/** A range is one of the file: that of its compressed form would be of no use without the rest. */
function readCodings({ headers }: IncomingMessage): string {
  return headers.range === undefined ? String(headers["accept-encoding"] ?? "") : "identity";
}

/** Path and query. A proxy sends a whole URL; `OPTIONS *` is about the server. */
function readTarget({ url = "/", method }: IncomingMessage): string | undefined {
  // Not parsed as a URL: `//host/path` would become another host.
  if (url.startsWith("/")) return url;
  if (url === "*" && method === "OPTIONS") return "/api/";
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return undefined;
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
}

/** Compresses what a client accepts compressed. Keeps the compressed form as long as the file. */
export function createPacker(): (incoming: IncomingMessage, response: HandlerResponse) => Promise<WireResponse> {
  const compress = promisify(gzip);
  const compressed = new WeakMap<Uint8Array, Promise<Buffer>>();
  const compressFile = (file: Uint8Array) => {
    const packed = compressed.get(file) ?? compress(file);
    compressed.set(file, packed);
    return packed;
  };
  return async (incoming, { status, headers: own, body: raw }) => {
    const headers: Record<string, string> = { ...own };
    let body = toBuffer(raw ?? "");
    if (status === 200) {
      headers["accept-ranges"] = "bytes";
      headers["access-control-expose-headers"] = EXPOSED;
    }
    if (GZIP_TYPES.test(headers["content-type"] ?? "")) {
      headers["vary"] = "accept-encoding";
      // Weak, because the compressed bytes differ and the version is the same.
      if (headers["etag"] !== undefined) headers["etag"] = `W/${headers["etag"]}`;
      if (body.length >= GZIP_FROM_BYTES && acceptsGzip(readCodings(incoming))) {
        body = await (raw instanceof Uint8Array ? compressFile(raw) : compress(body));
        headers["content-encoding"] = "gzip";
      }
    }
    if (status !== 304 && status !== 204) headers["content-length"] = String(body.length);
    return { status, headers: Object.entries(headers).flat(), body };
  };
}

/** Whether an `Accept-Encoding` allows gzip: by name before by `*`, and not with `q=0`. */
export function acceptsGzip(header: string | string[] | undefined): boolean {
  const weights = new Map<string, number>();
  for (const coding of String(header ?? "")
    .toLowerCase()
    .split(",")) {
    const [name = "", ...parameters] = coding.split(";").map((part) => part.trim());
    const weight = parameters.find((parameter) => /^q\s*=/.test(parameter))?.replace(/^q\s*=\s*/, "");
    weights.set(name, weight === undefined ? 1 : Number(weight));
  }
  return (weights.get("gzip") ?? weights.get("x-gzip") ?? weights.get("*") ?? 0) > 0;
}

/** The same bytes, not a copy of them. */
function toBuffer(body: Uint8Array | string): Buffer {
  return typeof body === "string" ? Buffer.from(body) : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
}
