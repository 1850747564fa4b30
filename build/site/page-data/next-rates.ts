import { DAY_MS, HOUR_MS, renderTime } from "../../lib/time.ts";
import type { PageFreshness } from "./page-data.ts";

/** The European Central Bank publishes about 16:00 CET, … */
const PUBLISHED_MS = 15 * HOUR_MS;
/** … and its feeds are asked again after so long (`refreshMs` of `sources/ecb.ts` and `frankfurter.ts`). */
const READ_MS = 6 * HOUR_MS;
/** What may come later still, before anyone should worry: a late publication, and a build that was missed. */
const GRACE_MS = 6 * HOUR_MS;

/**
 * When rates of a day (`2026-11-20`) are followed by the next: those of a central bank come on its working days only, so that nothing is
 * overdue on a Sunday. `next_at`: when they should be here; `expires_at`: when something is wrong.
 */
export function expectRates(date: string): Pick<PageFreshness, "next_at" | "expires_at"> {
  let dayMs = Date.parse(`${date}T00:00:00Z`) + DAY_MS;
  while (isClosed(new Date(dayMs))) dayMs += DAY_MS;
  const nextMs = dayMs + PUBLISHED_MS + READ_MS;
  return { next_at: renderTime(nextMs), expires_at: renderTime(nextMs + GRACE_MS) };
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
