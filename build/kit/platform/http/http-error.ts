import { codeOf } from "../../../lib/error-code.ts";

export interface HttpErrorFields {
  url: string;
  /** `null` without a complete response. */
  status: number | null;
  /** Requests made; 0 if the host was skipped. */
  tries: number;
  cause?: unknown;
}

/** The only error of `Http.fetch`: `GET https://… 503 after 3 tries`. */
export class HttpError extends Error {
  override name = "HttpError";
  readonly url: string;
  readonly status: number | null;
  readonly tries: number;

  constructor(message: string, fields: HttpErrorFields) {
    super(message, fields.cause === undefined ? undefined : { cause: fields.cause });
    this.url = fields.url;
    this.status = fields.status;
    this.tries = fields.tries;
  }
}

/** Builds the error with its standard message; `reason` follows after a colon. */
export function buildHttpError(fields: HttpErrorFields, reason?: string): HttpError {
  const tries = fields.tries > 1 ? ` after ${fields.tries} tries` : "";
  const message = `GET ${fields.url} ${fields.status ?? "failed"}${tries}`;
  return new HttpError(reason === undefined ? message : `${message}: ${reason}`, fields);
}

/** Why one try failed. The message is empty if the status explains the failure. */
export class AttemptError extends Error {
  override name = "AttemptError";
  readonly status: number | null;
  readonly retryable: boolean;
  /** The host took too long. */
  readonly timedOut: boolean;
  /** `Retry-After` in milliseconds. */
  readonly retryAfterMs: number | null;

  constructor(
    message: string,
    fields: {
      status?: number;
      retryable?: boolean;
      timedOut?: boolean;
      retryAfterMs?: number | null;
      cause?: unknown;
    } = {},
  ) {
    super(message, fields.cause === undefined ? undefined : { cause: fields.cause });
    this.status = fields.status ?? null;
    this.retryable = fields.retryable ?? false;
    this.timedOut = fields.timedOut ?? false;
    this.retryAfterMs = fields.retryAfterMs ?? null;
  }
}

export interface Timeouts {
  connectMs: number;
  /** From the request to the end of the headers. */
  headersMs: number;
  /** Between two chunks of the body. */
  stallMs: number;
  /** The whole try, even while data arrives. */
  tryMs: number;
}

/** The fault behind any error of the client or a stream. Network errors are retryable. */
export function findAttemptError(error: unknown, timeouts: Timeouts): AttemptError {
  if (error instanceof AttemptError) return error;
  const code = codeOf(error);
  const timeout = describeTimeout(code, timeouts);
  const message = timeout ?? describeNetwork(error, code);
  return new AttemptError(message, { retryable: true, timedOut: timeout !== undefined, cause: error });
}

function describeTimeout(code: string, { connectMs, headersMs, stallMs }: Timeouts): string | undefined {
  if (code === "UND_ERR_CONNECT_TIMEOUT") return `no connection within ${renderSeconds(connectMs)}`;
  if (code === "UND_ERR_HEADERS_TIMEOUT") return `no answer within ${renderSeconds(headersMs)}`;
  if (code === "UND_ERR_BODY_TIMEOUT") return `the body stalled for ${renderSeconds(stallMs)}`;
  return undefined;
}

function describeNetwork(error: unknown, code: string): string {
  if (!(error instanceof Error)) return String(error);
  if (code.startsWith("Z_") || code.startsWith("ERR_BROTLI") || code.startsWith("ERR__ERROR"))
    return `the compressed body is damaged (${error.message})`;
  // A host with several addresses fails with one error per address and an empty message.
  if (error instanceof AggregateError && error.message === "") return error.errors.map(String).join(", ");
  return error.message === "" ? error.name : error.message;
}

/** A time in seconds with one decimal, for messages. */
export function renderSeconds(ms: number): string {
  return `${Math.round(ms / 100) / 10} s`;
}
