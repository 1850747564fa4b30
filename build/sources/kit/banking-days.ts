import { DAY_MS, floorTo, HOUR_MS } from "../../lib/time.ts";

/** The European Central Bank publishes about 16:00 CET. */
const PUBLISHED_MS = 15 * HOUR_MS;

/**
 * When the fixing that follows the one of a day is due: on the next banking day. Unix milliseconds
 * in and out.
 */
export function findNextFixing(timeMs: number): number {
  let dayMs = floorTo(timeMs, DAY_MS) + DAY_MS;
  while (isClosed(new Date(dayMs))) dayMs += DAY_MS;
  return dayMs + PUBLISHED_MS;
}

/** Weekends, and the six days a year on which euros do not move between banks. */
function isClosed(day: Date): boolean {
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
