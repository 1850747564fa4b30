/** What an `HttpError` is about. */
export interface HttpErrorFields {
  url: string;
  /** `null` when no complete answer came. */
  status: number | null;
  /** Requests that were really made; 0 when the host was not asked at all. */
  tries: number;
  cause?: unknown;
}

/** The one error of `Http.fetch`: `GET https://… 503 after 3 tries`. The cause says what the upstream or the network said. */
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

/** The error with its usual message; `reason` follows after a colon. */
export function buildHttpError(fields: HttpErrorFields, reason?: string): HttpError {
  const tries = fields.tries > 1 ? ` after ${fields.tries} tries` : "";
  const message = `GET ${fields.url} ${fields.status ?? "failed"}${tries}`;
  return new HttpError(reason === undefined ? message : `${message}: ${reason}`, fields);
}
