import { DAY_MS } from "../../lib/time.ts";
import type { FixingDay } from "../../market/market.ts";
import { listNames, type StateReader } from "../partition-document.ts";
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
}

export const NO_FIXINGS: Fixings = { days: [], rates: {}, sources: [] };

/** A currency without a fixing in this time before the newest day is no longer fixed. */
const LEFT_OUT_MS = 30 * DAY_MS;

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

/** The fixings of the days that begin at `lastMs` (unix milliseconds) or before, as published. */
export async function readFixings(state: StateReader, lastMs: number): Promise<Fixings> {
  const days = (await readDays(state)).filter(({ date }) => Date.parse(date) <= lastMs);
  const newest = days.at(-1);
  if (newest === undefined) return NO_FIXINGS;
  const leastMs = Date.parse(newest.date) - LEFT_OUT_MS;
  const recent = days.filter(({ date }) => Date.parse(date) >= leastMs);
  const codes = [...new Set(recent.flatMap(({ rates }) => Object.keys(rates)))].sort();
  const column = (code: string) => days.map(({ rates }) => roundRate(code, rates[code]));
  return {
    days: days.map(({ date }) => date),
    rates: Object.fromEntries(codes.map((code) => [code, column(code)])),
    sources: [...new Set(days.map(({ source }) => source))].sort(),
  };
}

function roundRate(code: string, rate: number | undefined): number | null {
  if (rate === undefined) return null;
  return code === BASE ? rate : Number(rate.toPrecision(DIGITS));
}

async function readDays(state: StateReader): Promise<FixingDay[]> {
  const years = listNames(state, fixingSeries.prefix);
  const rows = await Promise.all(years.map((name) => state.read<FixingDay[]>(name)));
  return rows.flatMap((year) => year ?? []);
}
