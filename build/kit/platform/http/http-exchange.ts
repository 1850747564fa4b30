import { isIP } from "node:net";
import type { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress, createGunzip } from "node:zlib";
import type { Dispatcher } from "undici";
import { nameMarkup } from "../../../lib/json/parse-json.ts";
import type { HttpRequest, HttpResponse, Validators } from "../platform.ts";
import { AttemptError, renderSeconds, type Timeouts } from "./http-error.ts";
import { isRetryable, parseHttpDate, parseRetryAfter } from "./http-retry.ts";

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
      throw new AttemptError(`the body is encoded as "${encoding}", which was not asked for`);
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

/**
 * The response as sources read it. Throws an `AttemptError` for any status but 200 and an expected
 * 304.
 */
export function parseResponse(answer: Exchange, request: HttpRequest, receivedAtMs: number): HttpResponse {
  const { status, headers, body } = answer;
  const serverTimeMs = parseHttpDate(headers["date"]);
  if (status === 304 && request.validators !== undefined) {
    const validators = { ...request.validators, ...pickValidators(headers) };
    return { url: request.url, status, body: "", bytes: 0, receivedAtMs, serverTimeMs, validators };
  }
  if (status !== 200) {
    throw new AttemptError("", {
      status,
      retryable: isRetryable(status),
      retryAfterMs: parseRetryAfter(headers["retry-after"], headers["date"], receivedAtMs),
      cause: explainBody(body),
    });
  }
  return {
    url: request.url,
    status,
    body: parseText(body, headers["content-type"]),
    bytes: body.length,
    receivedAtMs,
    serverTimeMs,
    validators: pickValidators(headers),
  };
}

/** The first 120 characters of an error, in one line. HTML bodies are not quoted. */
function explainBody(body: Buffer): Error | undefined {
  const text = body.subarray(0, 2_000).toString("utf8").replace(/\s+/g, " ").trim();
  if (text === "") return undefined;
  const markup = nameMarkup(text);
  return new Error(markup === undefined ? `the answer says "${text.slice(0, 120)}"` : `the answer is ${markup}`);
}

/** What the server says of this version of the body, for a later conditional request. */
export function pickValidators(headers: Readonly<Record<string, string | undefined>>): Validators {
  const { etag, "last-modified": lastModified } = headers;
  return { ...(etag !== undefined && { etag }), ...(lastModified !== undefined && { lastModified }) };
}

/** The headers of a conditional request. */
export function renderValidators({ etag, lastModified }: Validators = {}): Record<string, string> {
  return {
    ...(etag !== undefined && { "if-none-match": etag }),
    ...(lastModified !== undefined && { "if-modified-since": lastModified }),
  };
}

const MAX_REDIRECTS = 3;

/** Follows redirects up to a limit, on the same site only. Throws an `AttemptError`. */
export async function followRedirects(url: URL, request: (address: URL) => Promise<Exchange>): Promise<Exchange> {
  let address = url;
  for (let redirects = 0; ; redirects++) {
    const answer = await request(address);
    const { status } = answer;
    if (![301, 302, 303, 307, 308].includes(status)) return answer;
    const target = resolveRedirect(address, status, answer.headers["location"]);
    if (redirects === MAX_REDIRECTS)
      throw new AttemptError(`more than ${MAX_REDIRECTS} redirects, the last one to ${target.href}`, { status });
    address = target;
  }
}

/**
 * Resolves a redirect on the same site and https. Refuses others: a login page, a parked domain or
 * a captive portal must not be read as market data.
 */
export function resolveRedirect(from: URL, status: number, location: string | undefined): URL {
  if (location === undefined) throw new AttemptError("a redirect without a target", { status });
  if (!URL.canParse(location, from.href))
    throw new AttemptError(`a redirect to "${location.slice(0, 200)}"`, { status });
  const target = new URL(location, from);
  if (target.protocol !== "https:" && (target.protocol !== "http:" || from.protocol === "https:"))
    throw new AttemptError(`a redirect to ${target.href}, which is not https`, { status });
  if (!isSameSite(from, target)) throw new AttemptError(`a redirect to another site, ${target.href}`, { status });
  return target;
}

/**
 * Approximates domains by two labels: the exact list changes weekly. No upstream is below `co.uk`.
 */
function isSameSite(a: URL, b: URL): boolean {
  const own = a.hostname;
  const other = b.hostname;
  const isName = [own, other].every((host) => isIP(host.replace(/^\[|\]$/g, "")) === 0);
  return own === other || (isName && own.split(".").slice(-2).join(".") === other.split(".").slice(-2).join("."));
}
