import { MINUTE_MS, SECOND_MS } from "../lib/time.ts";

/** What one build may spend on history. */
export interface Budget {
  /** Requests at most; 0 switches the backfill off. */
  requests: number;
  /** What has not answered after so long is left for the next build. */
  timeLimitMs: number;
}

/**
 * Half of them charts, the rest spread over six venues, so that no host's limit comes near and a build takes seconds longer. A thousand
 * coins have their last 500 days after five builds, and a day of builds fills their hours.
 */
export const DEFAULT_BACKFILL_REQUESTS = 40;

/** Twenty requests to the slowest host (one a second) with a retry: missing history can wait, a build cannot, and nothing is published before it has ended. */
const DEFAULT_TIME_LIMIT_MS = 30 * SECOND_MS;
/** With what a build asks before, this stays below the time after which a run's requests end. */
const LONGEST_MS = 15 * MINUTE_MS;

/** Whoever asks for more requests than a build makes by itself, as a part of the backfill by hand does, has the time for them. */
export function computeTimeLimitMs(requests: number): number {
  const scaledMs = (DEFAULT_TIME_LIMIT_MS * requests) / DEFAULT_BACKFILL_REQUESTS;
  return Math.min(LONGEST_MS, Math.max(DEFAULT_TIME_LIMIT_MS, scaledMs));
}
