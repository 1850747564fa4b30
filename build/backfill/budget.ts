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
export const DEFAULT_TIME_LIMIT_MS = 30_000;
