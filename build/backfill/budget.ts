/** What one build may spend on history. */
export interface Budget {
  /** Requests at most; 0 switches the backfill off. */
  requests: number;
  /** What has not answered after so long is left for the next build. */
  timeLimitMs: number;
}

/**
 * 40 requests are about a quarter more than a build makes anyway, spread over seven hosts some six to each, so that no limit comes near.
 * At 48 builds a day a thousand coins have a year of days within a day, and their hours within two.
 */
export const DEFAULT_BACKFILL_REQUESTS = 40;

/** Two dozen requests to the slowest host (one a second) with a retry or two; history that is missing can wait, a build cannot. */
export const DEFAULT_TIME_LIMIT_MS = 60_000;
