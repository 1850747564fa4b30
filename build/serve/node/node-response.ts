import type { IncomingMessage, ServerResponse } from "node:http";
import { acceptsGzip } from "../handler/accepts-gzip.ts";
import type { WireAnswer } from "../handler/answer-cache.ts";
import type { HandlerResponse } from "../handler/response.ts";
import type { Compress } from "./compressor.ts";

/** Smaller bodies do not gain from compression. */
const GZIP_FROM_BYTES = 1_000;
const GZIP_TYPES = /^(application\/(json|feed\+json|rss\+xml|atom\+xml|xml)|text\/|image\/svg)/;

/** An answer for the wire, compressed where that pays and the client takes it; the body of HEAD is left out. */
export async function packReply(
  incoming: IncomingMessage,
  reply: HandlerResponse,
  compress: Compress,
): Promise<WireAnswer> {
  const headers: Record<string, string> = { ...reply.headers };
  let body = toBuffer(reply.body ?? "");
  const { etag } = headers;
  if (GZIP_TYPES.test(headers["content-type"] ?? "")) {
    headers["vary"] = "accept-encoding";
    // Compressed or not, it is the same version but not the same to the byte.
    if (etag !== undefined) headers["etag"] = `W/${etag}`;
    if (body.length >= GZIP_FROM_BYTES && acceptsGzip(incoming.headers["accept-encoding"])) {
      body = await compress(etag, body);
      headers["content-encoding"] = "gzip";
    }
  }
  if (reply.status !== 304 && reply.status !== 204) headers["content-length"] = String(body.length);
  return {
    status: reply.status,
    headers: Object.entries(headers).flat(),
    body: incoming.method === "HEAD" ? undefined : body,
  };
}

export function sendAnswer(outgoing: ServerResponse, { status, headers, body }: WireAnswer): void {
  // In this form nothing is copied; Node only reads it.
  outgoing.writeHead(status, headers as string[]);
  outgoing.end(body);
}

/** The same bytes, not a copy of them. */
function toBuffer(body: Uint8Array | string): Buffer {
  return typeof body === "string" ? Buffer.from(body) : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
}
