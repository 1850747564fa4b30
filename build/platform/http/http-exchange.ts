import type { Readable } from "node:stream";
import type { Dispatcher } from "undici";
import { HttpFault, renderSeconds, type Timeouts } from "./attempt-error.ts";
import { readBody } from "./http-body.ts";

export interface ExchangeRequest {
  /** The address that is really connected to. */
  target: URL;
  headers: Record<string, string>;
  maxBytes: number;
  timeouts: Timeouts;
  /** Ends the exchange at any point. */
  signal: AbortSignal;
}

/** One request and its one answer, read to the end. */
export interface Exchange {
  status: number;
  /** By lower-case name; the first value where a header is repeated. */
  headers: Readonly<Record<string, string | undefined>>;
  /** Decompressed. Of an error at most what an explanation needs; empty for redirects and 304. */
  body: Buffer;
}

/** Error pages are read this far, for the words in them. */
const ERROR_BODY_BYTES = 64 * 1024;

/** Sends one GET. Rejects with whatever the network, a stream or a limit throws. */
export async function exchange(client: Dispatcher, request: ExchangeRequest): Promise<Exchange> {
  const { signal, timeouts } = request;
  const end = new AbortController();
  const stop = () => end.abort(signal.reason);
  const tooLate = new HttpFault(`the answer was not complete after ${renderSeconds(timeouts.tryMs)}`, {
    retryable: true,
  });
  const timer = setTimeout(() => end.abort(tooLate), timeouts.tryMs);
  signal.addEventListener("abort", stop, { once: true });
  try {
    signal.throwIfAborted();
    return await send(client, request, end.signal);
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
  const status = answer.statusCode;
  const headers = pickFirstValues(answer.headers);
  if (status >= 300 && status < 400) {
    await answer.body.dump({ limit: ERROR_BODY_BYTES, signal });
    return { status, headers, body: Buffer.alloc(0) };
  }
  const encoding = headers["content-encoding"];
  if (status !== 200) return { status, headers, body: await readErrorBody(answer.body, encoding) };
  const announced = Number(headers["content-length"]);
  if (announced > request.maxBytes) {
    answer.body.on("error", () => undefined).destroy();
    throw new HttpFault(`the body announces ${announced} bytes, more than ${request.maxBytes}`);
  }
  return { status, headers, body: await readBody(answer.body, encoding, request.maxBytes) };
}

/** The status is the news: an error page that cannot be read to its end is an empty one. */
async function readErrorBody(body: Readable, encoding: string | undefined): Promise<Buffer> {
  try {
    return await readBody(body, encoding, ERROR_BODY_BYTES);
  } catch {
    body.on("error", () => undefined).destroy();
    return Buffer.alloc(0);
  }
}

function pickFirstValues(headers: Record<string, string | string[] | undefined>): Exchange["headers"] {
  const first: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(headers)) first[name] = Array.isArray(value) ? value[0] : value;
  return first;
}
