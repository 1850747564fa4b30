import type { Pacing } from "../../../kit/platform/pacing.ts";
import { HOUR_MS, SECOND_MS } from "../../../lib/time.ts";
import { CANDLE_RULES } from "../range-rules.ts";

/** The numbers of the methodology for prices between two builds. */
export const DENSE_RULES = {
  coins: 100,
  /** A request reaches back so far before the first missing step, to be scaled to our prices. */
  overlapMs: 3 * HOUR_MS,
  /** A price may lie this far outside our own before and after it, as a high or a low may. */
  maxOutside: CANDLE_RULES.maxOutside,
  /** The rate of USDT may be this old. */
  rateAgeMs: HOUR_MS,
  /** The requests of a build to one exchange take so long at its pace. */
  paceMs: 10 * SECOND_MS,
  /** No exchange gets more of a build's requests, whatever its pace. */
  mostPerVenue: 25,
};

/** The most requests of a build to an exchange: far below the limit that its pacing keeps. */
export function computeVenueBudget({ intervalMs }: Pick<Pacing, "intervalMs">): number {
  return Math.min(DENSE_RULES.mostPerVenue, Math.floor(DENSE_RULES.paceMs / Math.max(1, intervalMs)));
}
