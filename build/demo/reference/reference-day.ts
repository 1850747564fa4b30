import { DAY_MS, floorTo, HOUR_MS, MINUTE_MS } from "../../lib/time.ts";

/** The European Central Bank publishes at 16:00 in Frankfurt; readers have it a few minutes later, by the later UTC hour. */
const PUBLISHED_AFTER_MS = 15 * HOUR_MS + 5 * MINUTE_MS;
/** Month and day of holidays that do not move; Easter is left out. */
const HOLIDAYS = new Set(["01-01", "05-01", "12-25", "12-26"]);

/** The currencies with a reference rate against the euro, in the order of the sheet. */
export const ECB_CURRENCIES: readonly string[] =
  "USD JPY CZK DKK GBP HUF PLN RON SEK CHF ISK NOK TRY AUD BRL CAD CNY HKD IDR ILS INR KRW MXN MYR NZD PHP SGD THB ZAR".split(
    " ",
  );

/** The start of the last working day whose rates are published at `timeMs`. */
export function findReferenceDay(timeMs: number): number {
  let dayMs = floorTo(timeMs - PUBLISHED_AFTER_MS, DAY_MS);
  while (!isWorkingDay(dayMs)) dayMs -= DAY_MS;
  return dayMs;
}

/** When the rates of a day are taken: 14:15 in Frankfurt. */
export function getFixingTime(dayMs: number): number {
  return dayMs + 13 * HOUR_MS + 15 * MINUTE_MS;
}

function isWorkingDay(dayMs: number): boolean {
  const date = new Date(dayMs);
  const weekday = date.getUTCDay();
  return weekday !== 0 && weekday !== 6 && !HOLIDAYS.has(date.toISOString().slice(5, 10));
}
