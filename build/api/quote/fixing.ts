import { DAY_MS, HOUR_MS } from "../../lib/time.ts";

/** Daily rates of a central bank. No dependencies: it also runs in workers. */
export interface Fixings {
  /** `YYYY-MM-DD`, ascending: the days with a fixing. */
  days: readonly string[];
  /** By ISO 4217 code: units for one USD on each of the days. */
  rates: Readonly<Record<string, readonly (number | null)[]>>;
}

/** A fixing counts from this time of its day (UTC). */
const PUBLISHED_MS = 15 * HOUR_MS;

/** The newest fixing published at a time; `null` if there is none. */
export function findFixing(fixings: Fixings, currency: string, timeMs: number): number | null {
  return findDayFixing(fixings, currency, timeMs - PUBLISHED_MS);
}

/** The fixing of the day of this time or, on weekends and holidays, of the last day before. */
export function findDayFixing({ days, rates }: Fixings, currency: string, timeMs: number): number | null {
  const values = rates[currency];
  if (values === undefined) return null;
  const day = new Date(Math.floor(timeMs / DAY_MS) * DAY_MS).toISOString().slice(0, 10);
  let [low, high] = [0, days.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((days[middle] as string) <= day) low = middle + 1;
    else high = middle;
  }
  while (low > 0 && (values[low - 1] ?? null) === null) low -= 1;
  return values[low - 1] ?? null;
}
