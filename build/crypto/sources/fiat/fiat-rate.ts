import { z } from "zod";
import { DAY_MS, findDay, floorTo, HOUR_MS, renderDay } from "../../../lib/time.ts";
import { type Dropped, type FiatRate, rejected } from "../../normalise/record.ts";

export const CurrencyCode = z.string().regex(/^[A-Z]{3}$/, "not a currency code");

/** The rate as the source gives it, never inverted; `now` in unix milliseconds. */
export function buildFiatRate(
  base: string,
  quote: string,
  rate: number,
  date: string,
  now: number,
): FiatRate | Dropped {
  if (!CurrencyCode.safeParse(quote).success) return rejected("not a currency code");
  const dayMs = findDay(date);
  if (dayMs === undefined || dayMs > now + DAY_MS) return rejected("date in the future");
  return { base, quote, rate, date };
}

/** The European Central Bank publishes about 16:00 CET. */
const PUBLISHED_MS = 15 * HOUR_MS;

/** When the next fixing is due, on a banking day. Unix milliseconds in and out. */
export function findNextFixing(timeMs: number): number {
  let dayMs = floorTo(timeMs, DAY_MS) + DAY_MS;
  while (isBankHoliday(dayMs)) dayMs += DAY_MS;
  return dayMs + PUBLISHED_MS;
}

/**
 * Whether the state's fixings (`days`, ascending) lack their beginning or a whole year since
 * `firstDay`, which a damaged document leaves.
 */
export function isHistoryIncomplete(days: readonly string[], firstDay: string): boolean {
  const newest = days.at(-1);
  if (newest === undefined || days[0] !== firstDay) return true;
  const years = new Set(days.map((date) => date.slice(0, 4)));
  return years.size <= Number(newest.slice(0, 4)) - Number(firstDay.slice(0, 4));
}

/**
 * The first banking day without a fixing since `sinceMs`, when the history was last read. A banking
 * day that the history lacked then had no fixing.
 */
export function findMissingFixing(days: readonly string[], sinceMs: number): string | undefined {
  const newest = days.at(-1);
  if (newest === undefined) return undefined;
  const known = new Set(days);
  // The history may have lacked the day on which it was read.
  for (let dayMs = floorTo(sinceMs, DAY_MS); dayMs < Date.parse(newest); dayMs += DAY_MS)
    if (!isBankHoliday(dayMs) && !known.has(renderDay(dayMs))) return renderDay(dayMs);
  return undefined;
}

/** Weekends, and the six days a year on which euros do not move between banks. */
export function isBankHoliday(dayMs: number): boolean {
  const day = new Date(dayMs);
  const weekday = day.getUTCDay();
  if (weekday === 0 || weekday === 6) return true;
  if (["01-01", "05-01", "12-25", "12-26"].includes(day.toISOString().slice(5, 10))) return true;
  const fromEaster = Math.round((day.getTime() - findEaster(day.getUTCFullYear())) / DAY_MS);
  return fromEaster === -2 || fromEaster === 1;
}

/** Easter Sunday of a year from 1900 to 2099, by Gauss's rule. */
function findEaster(year: number): number {
  const moon = (19 * (year % 19) + 24) % 30;
  const week = (2 * (year % 4) + 4 * (year % 7) + 6 * moon + 5) % 7;
  const isLate = moon + week === 35 || (moon === 28 && week === 6 && year % 19 > 10);
  return Date.UTC(year, 2, 22 + moon + week - (isLate ? 7 : 0));
}
