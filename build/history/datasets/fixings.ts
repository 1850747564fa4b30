import { isNear, median } from "../../lib/stats.ts";
import { DAY_MS } from "../../lib/time.ts";
import type { FixingDay } from "../../market/market.ts";
import { FIXING_RULES } from "../../market/rules/totals.ts";
import { joinDigests, listNames, type StateReader } from "../partition-document.ts";
import { fixingSeries } from "./datasets.ts";

/**
 * The fixings of a central bank by day: `days` are ISO dates, ascending; every column of `rates`
 * (ISO 4217 code → units for 1 USD) has one value per day, `null` where there is none.
 */
export interface Fixings {
  days: readonly string[];
  rates: Readonly<Record<string, readonly (number | null)[]>>;
  /** Ids of the sources of the days. */
  sources: readonly string[];
  /** The same text means the same days and rates. Absent: unknown, as this build added some. */
  version?: string;
}

export const NO_FIXINGS: Fixings = { days: [], rates: {}, sources: [] };

/** A currency without a fixing in this time before the newest day is no longer fixed. */
const RECENT_MS = 30 * DAY_MS;

/**
 * Significant digits of a published rate. The bank states at most seven, so eight keep its own
 * rate. The base of its table is the inverse of the dollar's rate and equals the current rate in
 * `/api/exchange-rates` digit by digit.
 */
const DIGITS = 8;
const BASE = "EUR";

/** The days of the series, ascending. */
export async function listFixingDays(state: StateReader): Promise<string[]> {
  return (await readDays(state)).map(({ date }) => date);
}

/**
 * The fixings of the days that begin at `lastMs` (unix milliseconds) or before, as published.
 * Wrong ones are left out, with a warning when they are recent. The newest day was judged with the
 * current rates; the days after it judge it again.
 */
export async function readFixings(
  state: StateReader,
  lastMs: number,
  warn: (message: string) => void = () => undefined,
): Promise<Fixings> {
  const days = (await readDays(state)).filter(({ date }) => Date.parse(date) <= lastMs);
  const newest = days.at(-1);
  if (newest === undefined) return NO_FIXINGS;
  const times = days.map(({ date }) => Date.parse(date));
  const recentMs = Date.parse(newest.date) - RECENT_MS;
  const recent = days.filter((_, at) => times[at]! >= recentMs);
  const codes = [...new Set(recent.flatMap(({ rates }) => Object.keys(rates)))].sort();
  const readColumn = (code: string) => {
    const column = days.map(({ rates }) => rates[code] ?? null);
    for (const at of findWrong(times, column)) {
      if (times[at]! >= recentMs) warn(`fixings: ${code} of ${days[at]!.date} contradicts the days around`);
      column[at] = null;
    }
    return column.map((rate) => (rate === null || code === BASE ? rate : Number(rate.toPrecision(DIGITS))));
  };
  const version = joinDigests(state, listNames(state, fixingSeries.prefix));
  return {
    days: days.map(({ date }) => date),
    rates: Object.fromEntries(codes.map((code) => [code, readColumn(code)])),
    sources: [...new Set(days.map(({ source }) => source))].sort(),
    ...(version !== undefined && { version: `${newest.date} ${version}` }),
  };
}

/** The rows far from the rates before and from those after: a lasting step is a real one. */
function findWrong(times: readonly number[], column: readonly (number | null)[]): number[] {
  const { around, comparableMs, maxFactor } = FIXING_RULES;
  const known = column.flatMap((rate, at) => (rate === null ? [] : [{ rate, at, timeMs: times[at]! }]));
  const isFar = (rate: number, other: number) => !isNear(rate, other, maxFactor);
  // Nearly every column has no such step, which is found many times faster.
  if (!known.some(({ rate }, row) => row > 0 && isFar(rate, known[row - 1]!.rate))) return [];
  return known.flatMap(({ rate, at, timeMs }, row) => {
    const isOff = (from: number, to: number): boolean | undefined => {
      const side = known.slice(Math.max(0, from), to).filter((one) => Math.abs(one.timeMs - timeMs) <= comparableMs);
      return side.length === 0 ? undefined : isFar(rate, median(side.map((one) => one.rate)));
    };
    const after = isOff(row + 1, row + 1 + around);
    return after === true && isOff(row - around, row) !== false ? [at] : [];
  });
}

async function readDays(state: StateReader): Promise<FixingDay[]> {
  const years = listNames(state, fixingSeries.prefix);
  const rows = await Promise.all(years.map((name) => state.read<FixingDay[]>(name)));
  return rows.flatMap((year) => year ?? []);
}
