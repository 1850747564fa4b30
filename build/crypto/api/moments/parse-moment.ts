import { findDay, findTime } from "../../../lib/time.ts";

/** Moments as requests write them. No dependencies: it also runs in workers. */

const CLOCK = "([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9]([.][0-9]{1,9})?)?";
/** In a query, an unescaped `+` is a blank. */
const ZONE = "([zZ]|[-+ ]([01][0-9]|2[0-3]):?[0-5][0-9])";

/** `Date.now() / 1000` has decimals. */
const UNIX = "[0-9]{1,13}([.][0-9]{1,9})?";

export const MOMENT_PATTERN = `^(${UNIX}|[0-9]{4}-[0-9]{2}-[0-9]{2}([tT]${CLOCK}${ZONE})?)$`;

export const MOMENT_ALLOWED =
  "a moment such as 2026-09-01T12:34Z or 2026-09-01T12:34:56Z, unix seconds or milliseconds such as 1788266040, or a date such as 2026-09-01";

/** Milliseconds from here on: as seconds, the year 5138; as milliseconds, 1973. */
const FIRST_MILLISECONDS = 1e11;

/**
 * Unix milliseconds: a number is rounded down, and a date is its first moment, 00:00 UTC.
 * `undefined` for a text that is no moment, such as a day that the month does not have.
 */
export function parseMoment(text: string): number | undefined {
  if (/^[\d.]+$/.test(text)) {
    const number = Math.floor(Number(text));
    return number < FIRST_MILLISECONDS ? number * 1000 : number;
  }
  const [day = "", clock] = text.toUpperCase().split("T");
  if (clock === undefined) return findDay(day);
  return findTime(`${day}T${clock.replace(/ (\d\d:?\d\d)$/, "+$1")}`);
}
