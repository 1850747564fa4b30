import { MINUTE_MS, SECOND_MS } from "../../lib/time.ts";
import { isPart, type Shard, WHOLE } from "./plan.ts";

/** The limits of one build's backfill. */
export interface Budget {
  /** Maximum number of requests; 0 switches the backfill off. */
  requests: number;
  /** Requests without an answer after this time are left for the next build. */
  timeLimitMs: number;
}

/**
 * Half of them are charts, the rest is spread over six venues: far below every host's limit, and
 * seconds of a build. 1,000 coins have their last 500 days after five builds.
 */
export const DEFAULT_BACKFILL_REQUESTS = 40;

/** The parts of a manual backfill by default: each is a job with an address of its own. */
export const BACKFILL_PARTS = 8;

/** 20 requests to the slowest host (one per second), with a retry. Nothing is published before. */
const DEFAULT_TIME_LIMIT_MS = 30 * SECOND_MS;
/** Together with the other requests of a build, this stays below the time limit of a run. */
const LONGEST_MS = 15 * MINUTE_MS;
/** A job of the manual backfill ends after two hours. It reads and writes the state, too. */
const LONGEST_OF_PART_MS = 90 * MINUTE_MS;

/** Scales the time limit with the request budget (manual backfills use more). */
export function computeTimeLimitMs(requests: number, shard: Shard = WHOLE): number {
  const scaledMs = (DEFAULT_TIME_LIMIT_MS * requests) / DEFAULT_BACKFILL_REQUESTS;
  const longestMs = isPart(shard) ? LONGEST_OF_PART_MS : LONGEST_MS;
  return Math.min(longestMs, Math.max(DEFAULT_TIME_LIMIT_MS, scaledMs));
}
