/** Limits that hold per host. */
export interface Pacing {
  /** Requests under way at once. */
  concurrency: number;
  /** Between the starts of two requests. */
  intervalMs: number;
  /** The reason or the documented limit, for the reader. */
  reason: string;
  /** The host is left alone for the rest of the run after so many answers of 429 in a row. */
  giveUpAfter429?: number;
  /** The same after one answer with any of these statuses: it refuses this address. */
  refusals?: readonly number[];
  /** The longest `Retry-After` that is waited for. */
  maxRetryAfterMs?: number;
}
