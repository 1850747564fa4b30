import { nameMarkup } from "../../lib/json/parse-json.ts";
import type { HttpRequest, HttpResponse, Validators } from "../platform.ts";
import { AttemptError } from "./http-error.ts";
import { type Exchange, parseText } from "./http-exchange.ts";
import { isRetryable, parseHttpDate, parseRetryAfter } from "./http-retry.ts";

/** Returns a 200, or a 304 to validators that were sent. Any other status is a fault. */
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

/**
 * The first 120 characters of an error, in one line. HTML bodies are reported as HTML, not quoted.
 */
function explainBody(body: Buffer): Error | undefined {
  const text = body.subarray(0, 2_000).toString("utf8").replace(/\s+/g, " ").trim();
  if (text === "") return undefined;
  const markup = nameMarkup(text);
  return new Error(markup === undefined ? `the answer says "${text.slice(0, 120)}"` : `the answer is ${markup}`);
}

export function pickValidators(headers: Readonly<Record<string, string | undefined>>): Validators {
  const { etag, "last-modified": lastModified } = headers;
  return { ...(etag === undefined ? {} : { etag }), ...(lastModified === undefined ? {} : { lastModified }) };
}

/** Headers of a conditional request. */
export function renderValidators(validators: Validators = {}): Record<string, string> {
  const { etag, lastModified } = validators;
  return {
    ...(etag === undefined ? {} : { "if-none-match": etag }),
    ...(lastModified === undefined ? {} : { "if-modified-since": lastModified }),
  };
}
