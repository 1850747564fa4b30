import type { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress, createGunzip } from "node:zlib";
import type { Dispatcher } from "undici";
import { AttemptError, renderSeconds, type Timeouts } from "./http-error.ts";

export interface ExchangeRequest {
  target: URL;
  headers: Record<string, string>;
  maxBytes: number;
  timeouts: Timeouts;
  signal: AbortSignal;
  /** Called when the headers have arrived. */
  onHeaders(): void;
}

export interface Exchange {
  status: number;
  /** By lower-case name; the first value of repeated headers. */
  headers: Readonly<Record<string, string | undefined>>;
  /** Decompressed. Errors keep a prefix only; empty for redirects and 304. */
  body: Buffer;
}

/** Error pages are read up to this size, for their message. */
const ERROR_BODY_BYTES = 64 * 1024;

/**
 * Sends one request and reads the whole body. Rejects when a time limit or the size limit is
 * exceeded.
 */
export async function exchange(client: Dispatcher, request: ExchangeRequest): Promise<Exchange> {
  const { signal, timeouts } = request;
  const end = new AbortController();
  const stop = () => end.abort(signal.reason);
  let hasHeaders = false;
  const timer = setTimeout(() => {
    const within = renderSeconds(timeouts.tryMs);
    const message = hasHeaders ? `the answer was not complete after ${within}` : `no answer within ${within}`;
    end.abort(new AttemptError(message, { retryable: true, timedOut: true }));
  }, timeouts.tryMs);
  const onHeaders = () => {
    hasHeaders = true;
    request.onHeaders();
  };
  signal.addEventListener("abort", stop, { once: true });
  try {
    signal.throwIfAborted();
    return await send(client, { ...request, onHeaders }, end.signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
  }
}

async function send(client: Dispatcher, request: ExchangeRequest, signal: AbortSignal): Promise<Exchange> {
  const { target, timeouts } = request;
  const answer = await client.request({
    origin: target.origin,
    path: `${target.pathname}${target.search}`,
    method: "GET",
    headers: request.headers,
    headersTimeout: timeouts.headersMs,
    bodyTimeout: timeouts.stallMs,
    signal,
  });
  request.onHeaders();
  const status = answer.statusCode;
  const headers: Exchange["headers"] = Object.fromEntries(
    Object.entries(answer.headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
  );
  if (status >= 300 && status < 400) {
    await answer.body.dump({ limit: ERROR_BODY_BYTES, signal });
    return { status, headers, body: Buffer.alloc(0) };
  }
  const encoding = headers["content-encoding"];
  if (status !== 200) return { status, headers, body: await readErrorBody(answer.body, encoding) };
  const announced = Number(headers["content-length"]);
  if (announced > request.maxBytes) {
    answer.body.on("error", () => undefined).destroy();
    throw new AttemptError(`the body announces ${announced} bytes, more than ${request.maxBytes}`);
  }
  return { status, headers, body: await readBody(answer.body, encoding, request.maxBytes) };
}

/** The status matters most: an error page that cannot be read counts as empty. */
async function readErrorBody(body: Readable, encoding: string | undefined): Promise<Buffer> {
  try {
    return await readBody(body, encoding, ERROR_BODY_BYTES);
  } catch {
    body.on("error", () => undefined).destroy();
    return Buffer.alloc(0);
  }
}

/** `maxBytes` counts decompressed bytes as they arrive, against endless bodies and gzip bombs. */
export async function readBody(body: Readable, encoding: string | undefined, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  let oversize: AttemptError | undefined;
  const collect = async (source: AsyncIterable<Buffer>) => {
    for await (const chunk of source) {
      bytes += chunk.length;
      if (bytes > maxBytes) {
        oversize = new AttemptError(`the body is larger than ${maxBytes} bytes`);
        throw oversize;
      }
      chunks.push(chunk);
    }
  };
  const decompressor = findDecompressor(encoding);
  try {
    if (decompressor === undefined) await pipeline(body, collect);
    else await pipeline(body, decompressor, collect);
  } catch (error) {
    // A pipeline with a stage in between reports a premature close, not its reason.
    throw oversize ?? error;
  }
  return Buffer.concat(chunks, bytes);
}

function findDecompressor(encoding: string | undefined): Transform | undefined {
  switch (encoding?.trim().toLowerCase() ?? "") {
    case "":
    case "identity":
      return undefined;
    case "gzip":
    case "x-gzip":
      return createGunzip();
    case "br":
      return createBrotliDecompress();
    default:
      throw new AttemptError(`the body is encoded as "${encoding}", not requested (--offline) for`);
  }
}

/** Broken characters become U+FFFD: one damaged name must not cost the response. */
export function parseText(bytes: Uint8Array, contentType: string | undefined): string {
  const charset = contentType?.match(/;\s*charset\s*=\s*"?([^";\s]+)/i)?.[1] ?? "utf-8";
  return createDecoder(charset).decode(bytes);
}

function createDecoder(charset: string) {
  try {
    return new TextDecoder(charset);
  } catch (cause) {
    throw new AttemptError(`the charset "${charset}" is unknown`, { cause });
  }
}
