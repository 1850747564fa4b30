/** All times inside the program are unix milliseconds, UTC. */

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** ISO 8601 in UTC with whole seconds: `2026-11-20T09:15:00Z`. */
export function renderTime(timeMs: number): string {
  const ofDay = Math.floor(timeMs / SECOND_MS) - Math.floor(timeMs / DAY_MS) * (DAY_MS / SECOND_MS);
  const [hour, minute, second] = [Math.floor(ofDay / 3_600), Math.floor(ofDay / 60) % 60, ofDay % 60];
  return `${renderDay(timeMs)}T${TWO_DIGITS[hour]}:${TWO_DIGITS[minute]}:${TWO_DIGITS[second]}Z`;
}

const TWO_DIGITS = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, "0"));

/** Days that were rendered: a build renders few days, each of them many thousand times. */
const days = new Map<number, string>();
const MOST_DAYS = 10_000;

/** The UTC calendar day: `2026-11-20`. Throws a RangeError if there is no such time. */
export function renderDay(timeMs: number): string {
  const number = Math.floor(timeMs / DAY_MS);
  const known = days.get(number);
  if (known !== undefined) return known;
  const day = new Date(number * DAY_MS).toISOString().slice(0, 10);
  if (days.size >= MOST_DAYS) days.clear();
  days.set(number, day);
  return day;
}

/** The start of the step of `stepMs` around `timeMs`; steps are aligned to the unix epoch. */
export function floorTo(timeMs: number, stepMs: number): number {
  return Math.floor(timeMs / stepMs) * stepMs;
}

const ISO = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(\.\d+)?)?\s*(\S+)$/;
const MAIL = /^(?:[a-z]{3,9},?\s+)?(\d{1,2})\s+([a-z]{3})[a-z]*\s+(\d{4})\s+(\d{1,2}):(\d\d)(?::(\d\d))?\s*(\S+)$/i;
const DAY = /^(\d{4})-(\d\d)-(\d\d)$/;
const CALENDAR = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?$/;
const OFFSET = /^([+-])(\d\d):?(\d\d)$/;
const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** UTC offset in hours of RFC 822 zone names. */
const ZONES = new Map(
  Object.entries({
    z: 0,
    ut: 0,
    utc: 0,
    gmt: 0,
    est: -5,
    edt: -4,
    cst: -6,
    cdt: -5,
    mst: -7,
    mdt: -6,
    pst: -8,
    pdt: -7,
  }),
);

/**
 * Unix milliseconds of an ISO 8601 or RFC 822 time. Stricter than `Date.parse`, which accepts "foo
 * 1", rolls over 31 February, and reads times without a zone as local.
 */
export function findTime(text: string): number | undefined {
  const trimmed = text.trim();
  const iso = ISO.exec(trimmed);
  if (iso !== null) {
    const [, year, month, day, hour, minute, second = "0", fraction = "", zone = ""] = iso;
    return composeTime([year, month, day, hour, minute, `${second}${fraction}`].map(Number), zone);
  }
  const mail = MAIL.exec(trimmed);
  if (mail === null) return undefined;
  const [, day, month = "", year, hour, minute, second = "0", zone = ""] = mail;
  const monthNumber = MONTHS.indexOf(month.toLowerCase()) + 1;
  return composeTime([Number(year), monthNumber, ...[day, hour, minute, second].map(Number)], zone);
}

/** Unix milliseconds of the start of a UTC day (`YYYY-MM-DD`). */
export function findDay(text: string): number | undefined {
  const match = DAY.exec(text);
  return match === null ? undefined : composeTime([...match.slice(1, 4).map(Number), 0, 0, 0], "z");
}

/** The first moment of a UTC month, `months` after the one of `timeMs`. */
export function startOfMonth(timeMs: number, months = 0): number {
  const date = new Date(timeMs);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months);
}

/** A span of time: `startMs <= time < endMs`. */
export interface TimeSpan {
  startMs: number;
  endMs: number;
}

/** The UTC year, month or day that a text names: `2026`, `2026-11` or `2026-11-20`. */
export function findCalendarSpan(text: string): TimeSpan | undefined {
  const [, year, month, day] = CALENDAR.exec(text) ?? [];
  const startMs = findDay(`${year}-${month ?? "01"}-${day ?? "01"}`);
  if (startMs === undefined) return undefined;
  if (day !== undefined) return { startMs, endMs: startMs + DAY_MS };
  return { startMs, endMs: startOfMonth(startMs, month === undefined ? 12 : 1) };
}

/** Like `findCalendarSpan`, but throws a RangeError for another text. */
export function getCalendarSpan(text: string): TimeSpan {
  const span = findCalendarSpan(text);
  if (span === undefined) throw new RangeError(`${text} is no year, month or day`);
  return span;
}

function composeTime(fields: number[], zone: string): number | undefined {
  const [year = Number.NaN, month = 0, day = 0, hour = 0, minute = 0, second = 0] = fields;
  const offset = findOffsetMinutes(zone);
  // `Date.UTC` takes the years 0 to 99 as 1900 to 1999.
  if (offset === undefined || year < 100 || month < 1 || hour > 23 || minute > 59 || second >= 61) return undefined;
  const timeMs = Date.UTC(year, month - 1, day);
  if (new Date(timeMs).getUTCDate() !== day || new Date(timeMs).getUTCMonth() !== month - 1) return undefined;
  return timeMs + Math.round((hour * 3600 + (minute - offset) * 60 + second) * 1000);
}

function findOffsetMinutes(zone: string): number | undefined {
  const [, sign, hours, minutes] = OFFSET.exec(zone) ?? [];
  if (sign !== undefined) return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  const known = ZONES.get(zone.toLowerCase());
  return known === undefined ? undefined : known * 60;
}
