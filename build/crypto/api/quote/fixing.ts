import type { Fixings } from "../../history/datasets/fixings.ts";

/*
 * Finds the exchange rate of a past time. It also runs in browsers and workers, so it imports
 * only a type.
 */

export type FixingTable = Pick<Fixings, "days" | "rates">;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The bank asks that changes to its rates are stated wherever they appear. */
const REBASED =
  "The European Central Bank publishes rates against the euro. They are changed here: each is a rate against the " +
  "US dollar";
/** Where days without a rate are left out. */
export const REBASED_RATES = `${REBASED}.`;
export const CHANGED_RATES = `${REBASED}, and a day without a rate has the last one before it.`;

/**
 * A fixing counts from 15:00 UTC of its day: the European Central Bank publishes about then. The
 * newest fixing at a time is that of the UTC day so much before.
 */
export const FIXED_AT_MS = 15 * HOUR_MS;
/** Older fixings are not used. Weekends and holidays last five days at most. */
const MAX_AGE_MS = 7 * DAY_MS;

/**
 * The fixing of the UTC day of `dayStartMs`, units of the currency for 1 USD; on weekends and
 * holidays that of the last fixing day before. `null` before the first one, and where the newest
 * one is more than seven days old.
 */
export function findDayFixing({ days, rates }: FixingTable, currency: string, dayStartMs: number): number | null {
  const column = Object.hasOwn(rates, currency) ? rates[currency] : undefined;
  if (column === undefined) return null;
  const oldest = renderDay(dayStartMs - MAX_AGE_MS);
  for (let at = countDays(days, renderDay(dayStartMs)) - 1; at >= 0 && days[at]! >= oldest; at -= 1) {
    const rate = column[at];
    if (rate != null) return rate;
  }
  return null;
}

/** How many of the ascending days are not after this one. */
function countDays(days: readonly string[], day: string): number {
  let low = 0;
  let high = days.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (days[middle]! <= day) low = middle + 1;
    else high = middle;
  }
  return low;
}

function renderDay(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10);
}
