import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../lib/time.ts";
import type { Quote } from "../quote/quote.ts";

/* The rate of one point of a history. No dependencies: it also runs in browsers and workers. */

const UNIT_MS: Readonly<Record<string, number>> = { m: MINUTE_MS, h: HOUR_MS, d: DAY_MS };

/** `30m` → milliseconds. */
export function parseInterval(name: string): number {
  return Number.parseInt(name, 10) * (UNIT_MS[name.at(-1) ?? ""] ?? Number.NaN);
}

/**
 * Units of the currency for one USD, as histories in the currency have them: days at the rate of
 * their day, finer points at that of their time. `startMs`: of the point. `null` if unknown.
 */
export function findPointRate(quote: Quote, resolution: string, startMs: number): number | null {
  return resolution === "1d" ? quote.onDay(startMs) : quote.at(startMs);
}
