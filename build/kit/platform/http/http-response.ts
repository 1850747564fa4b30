import { isIP } from "node:net";
import { nameMarkup } from "../../../lib/json/parse-json.ts";
import type { HttpRequest, HttpResponse, Validators } from "../platform.ts";
import { AttemptError } from "./http-error.ts";
import { type Exchange, parseText } from "./http-exchange.ts";
import { isRetryable, parseHttpDate, parseRetryAfter } from "./http-retry.ts";

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
