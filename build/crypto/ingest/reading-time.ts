import type { TimeLimit } from "../../kit/platform/platform.ts";
import { SECOND_MS } from "../../lib/time.ts";

/**
 * The time that the sources have. Reading takes less than 30 seconds, however many of them hang:
 * 15 for the first attempt, 3 for the second address of a source, 7 for the fallback feeds, and 3
 * for a request that begins when its round is over. Waits that the pacing of a source demands do
 * not count: CoinGecko's pages are 12 seconds apart. Nor do the waits after rate limits (429): a
 * host that demands them may take 20 seconds more in all, and is left alone after that.
 */
const FIRST_ROUND_MS = 16 * SECOND_MS;
const FALLBACK_ROUND_MS = 7 * SECOND_MS;
/** A body of 3.7 MB arrives in this time at 2 Mbit/s. */
const LONGEST_TRY_MS = 15 * SECOND_MS;
/** For a source that took all of its time in one of the last builds. */
const SLOW_TRY_MS = 5 * SECOND_MS;

export interface ReadingTime {
  /** The sources that took more time than a slow one gets, and did not answer. */
  timedOut: ReadonlySet<string>;
  /** Starts the time of the fallback feeds. */
  beginFallbacks(): void;
  findLimit(source: string): TimeLimit;
}

/**
 * `slow`: sources that timed out in the last builds. Without a clock every try has its full time.
 */
export function openReadingTime({
  elapsedMs = () => 0,
  slow = new Set(),
}: {
  elapsedMs?: (() => number) | undefined;
  slow?: ReadonlySet<string>;
} = {}): ReadingTime {
  const timedOut = new Set<string>();
  let endMs = elapsedMs() + FIRST_ROUND_MS;
  return {
    timedOut,
    beginFallbacks() {
      endMs = elapsedMs() + FALLBACK_ROUND_MS;
    },
    findLimit(source) {
      const longestMs = slow.has(source) ? SLOW_TRY_MS : LONGEST_TRY_MS;
      return {
        remainingMs: (waitedMs) => Math.min(longestMs, endMs + waitedMs - elapsedMs()),
        noteTimeout(tookMs) {
          if (tookMs > SLOW_TRY_MS) timedOut.add(source);
        },
      };
    },
  };
}
