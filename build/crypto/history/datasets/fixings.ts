import { isNear, median } from "../../../lib/stats.ts";
import { DAY_MS } from "../../../lib/time.ts";
import type { FixingDay } from "../../market/model/market.ts";
import { FIXING_RULES, GUARD_RULES } from "../../market/rules/totals.ts";
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
  warn?: (message: string) => void,
): Promise<Fixings> {
  const { days, rates, sources } = await readAllFixings(state, { fromMs: 0, lastMs }, warn);
  const newest = days.at(-1);
  if (newest === undefined) return NO_FIXINGS;
  const recent = days.findIndex((day) => Date.parse(day) >= Date.parse(newest) - RECENT_MS);
  const fixed = Object.entries(rates).filter(([, column]) => column.slice(recent).some((rate) => rate !== null));
  const version = joinDigests(state, listNames(state, fixingSeries.prefix));
  return {
    days,
    rates: Object.fromEntries(fixed),
    sources,
    ...(version !== undefined && { version: `${newest} ${version}` }),
  };
}

/** The same from a day on, with currencies that are no longer fixed: closed years keep theirs. */
export async function readAllFixings(
  state: Pick<StateReader, "list" | "read">,
  { fromMs, lastMs }: { fromMs: number; lastMs: number },
  warn: (message: string) => void = () => undefined,
): Promise<Omit<Fixings, "version">> {
  const days = (await readDays(state))
    .map((day) => ({ ...day, timeMs: Date.parse(day.date) }))
    .filter(({ timeMs }) => timeMs >= fromMs && timeMs <= lastMs);
  const newest = days.at(-1);
  if (newest === undefined) return NO_FIXINGS;
  const recentMs = newest.timeMs - RECENT_MS;
  const codes = [...new Set(days.flatMap(({ rates }) => Object.keys(rates)))].sort();
  const readColumn = (code: string) => {
    const wrong = findWrong(
      days.flatMap(({ timeMs, rates: { [code]: rate } }) => (rate === undefined ? [] : { timeMs, rate })),
    );
    return days.map(({ date, timeMs, rates }) => {
      if (wrong.has(timeMs) && timeMs >= recentMs) warn(`fixings: ${code} of ${date} contradicts the days around`);
      const rate = wrong.has(timeMs) ? null : (rates[code] ?? null);
      return rate === null || code === BASE ? rate : Number(rate.toPrecision(DIGITS));
    });
  };
  return {
    days: days.map(({ date }) => date),
    rates: Object.fromEntries(codes.map((code) => [code, readColumn(code)])),
    sources: [...new Set(days.map(({ source }) => source))].sort(),
  };
}

/** The times of rates far from those before and from those after: a lasting step is a real one. */
function findWrong(known: readonly { timeMs: number; rate: number }[]): Set<number> {
  const { around } = FIXING_RULES;
  const { comparedMs, sameThing } = GUARD_RULES;
  const isFar = (rate: number, other: number) => !isNear(rate, other, sameThing);
  // Nearly every column has no such step, which is found many times faster.
  if (!known.some(({ rate }, row) => isFar(rate, known[row - 1]?.rate ?? rate))) return new Set();
  const wrong = known.flatMap(({ rate, timeMs }, row) => {
    const isOff = (from: number, to: number): boolean | undefined => {
      const side = known.slice(Math.max(0, from), to).filter((one) => Math.abs(one.timeMs - timeMs) <= comparedMs);
      return side.length === 0 ? undefined : isFar(rate, median(side.map((one) => one.rate)));
    };
    const after = isOff(row + 1, row + 1 + around);
    return after === true && isOff(row - around, row) !== false ? timeMs : [];
  });
  return new Set(wrong);
}

async function readDays(state: Pick<StateReader, "list" | "read">): Promise<FixingDay[]> {
  const years = listNames(state, fixingSeries.prefix);
  const rows = await Promise.all(years.map((name) => state.read<FixingDay[]>(name)));
  return rows.flatMap((year) => year ?? []);
}
