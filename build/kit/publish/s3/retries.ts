import type { S3ClientConfig } from "@aws-sdk/client-s3";
import { computeBackoffMs } from "../../platform/http/http-retry.ts";

type RetryStrategy = Extract<
  NonNullable<S3ClientConfig["retryStrategy"]>,
  { acquireInitialRetryToken: (scope: string) => unknown }
>;

const LONGEST_PAUSE_MS = 20_000;

/** The pause after a number of failures. Its upper half is random. `pauseMs`: the first one. */
export const computePauseMs = (failures: number, pauseMs: number, random = Math.random()): number =>
  computeBackoffMs(failures, random, pauseMs, LONGEST_PAUSE_MS);

/**
 * Each request has tries of its own. The client's own strategies have one budget for all requests:
 * with 32 at once, a quarter of a second of errors ends the upload.
 *
 * @param pauseMs the pause before the second try
 */
export function createRetries(tries: number, pauseMs: number, random = Math.random): RetryStrategy {
  const count = (failures: number, delayMs: number) => ({
    getRetryCount: () => failures,
    getRetryDelay: () => delayMs,
  });
  return {
    acquireInitialRetryToken: async () => count(0, 0),
    async refreshRetryTokenForRetry(token, { errorType, retryAfterHint }) {
      const failures = token.getRetryCount() + 1;
      // The client throws the error of the request instead.
      if (errorType === "CLIENT_ERROR" || failures >= tries) throw new Error("no more tries");
      const pause = computePauseMs(failures, pauseMs, random());
      const asked = (retryAfterHint?.getTime() ?? 0) - Date.now();
      return count(failures, Math.min(LONGEST_PAUSE_MS, Math.max(pause, asked)));
    },
    recordSuccess: () => undefined,
  };
}
