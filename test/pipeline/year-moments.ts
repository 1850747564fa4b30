import { DAY_MS, MINUTE_MS } from "../../build/lib/time.ts";
import type { Random } from "../fixtures/random.ts";

export const YEAR_DAYS = 400;

/**
 * Periods without builds, in days: one day, the end of a month, longer than hours are kept, and
 * from the end of a month until its first days expire.
 */
const MISSED: readonly (readonly [number, number])[] = [
  [20.3, 21.9],
  [129.6, 134.2],
  [160.5, 212.1],
  [277.4, 305.2],
];

/** Days with builds every few minutes, so that hours have several of them. */
const DENSE: ReadonlySet<number> = new Set([277, 398, 399]);

/** Minutes after the first build of the others: mostly three to nine days apart, and some twice. */
export function* listMoments(random: Random): Generator<number> {
  for (let timeMs = 0; timeMs < YEAR_DAYS * DAY_MS; ) {
    const day = timeMs / DAY_MS;
    if (!MISSED.some(([from, to]) => day >= from && day < to)) {
      yield timeMs / MINUTE_MS;
      if (random.next() < 0.1) yield timeMs / MINUTE_MS;
    }
    const isDense = DENSE.has(Math.floor(day));
    const untilDense = Math.min(...[...DENSE].filter((one) => one > day).map((one) => (one - day) * 24 * 60));
    const minutes = isDense ? 25 + 150 * random.next() : 4_000 + 9_000 * random.next();
    timeMs += Math.ceil(Math.min(minutes, isDense ? minutes : untilDense)) * MINUTE_MS;
  }
}
