import { roundNumber } from "../../lib/json/significant-digits.ts";
import { isNear, median } from "../../lib/stats.ts";
import type { Dataset } from "../../normalise/record.ts";
import type { ExchangeRates, FixingDay } from "../market.ts";
import { FIXING_RULES } from "../rules/totals.ts";
import { rebaseRates } from "./fiat.ts";

/**
 * The fixings that were read, ascending: whole histories, and the newest day from the current
 * tables of the same banks. Only currencies that are fixed today. Of the current table, the rates
 * that are published; of a history, those near to the days around.
 */
export function collectFixings(
  histories: readonly Dataset<"fixing">[],
  tables: readonly Dataset<"rate">[],
  published: ExchangeRates | null,
): { days: readonly FixingDay[]; warnings: readonly string[] } {
  const current = tables.flatMap((table) => (table.isFixing ? (readTable(table, published) ?? []) : []));
  const warnings: string[] = [];
  const past = histories.flatMap((history) => {
    const days = readHistory(history);
    const newest = [days.at(-1), current.find(({ source }) => source === history.source)];
    const codes = new Set(newest.flatMap((day) => Object.keys(day?.rates ?? {})));
    for (const code of [...codes].sort()) {
      const column = listRates(days, code);
      const dropped = isOffToday(column, published?.rates[code]) ? column : column.filter(isImplausible);
      for (const { day } of dropped) delete day.rates[code];
      if (dropped.length > 0) warnings.push(describeDropped(code, history.source, dropped));
    }
    return days.map((day) => pickRates(day, codes));
  });
  const known = new Set(past.map(({ date, source }) => `${date} ${source}`));
  const added = current.filter(({ date, source }) => !known.has(`${date} ${source}`));
  return { days: [...past, ...added].filter(({ rates }) => Object.keys(rates).length > 0), warnings };
}

/** The rates of the newest day that are published as they are. */
function readTable(table: Dataset<"rate">, published: ExchangeRates | null): FixingDay | undefined {
  const { source, records } = table;
  const [first] = records;
  if (first === undefined) return undefined;
  const rates = rebaseRates(first.base, new Map(records.map(({ quote, rate }) => [quote, rate]))) ?? new Map();
  const accepted = [...rates].filter(([code, rate]) => code !== "USD" && published?.rates[code] === rate);
  return buildDay(first.date, source, accepted);
}

function readHistory({ source, records }: Dataset<"fixing">): FixingDay[] {
  const days = records.flatMap(({ base, date, rates }) => {
    const own = rebaseRates(base, new Map(Object.entries(rates)));
    return own === undefined
      ? []
      : buildDay(
          date,
          source,
          [...own].filter(([code]) => code !== "USD"),
        );
  });
  return days.sort((a, b) => (a.date < b.date ? -1 : 1));
}

function buildDay(date: string, source: string, rates: readonly (readonly [string, number])[]): FixingDay {
  const sorted = [...rates].sort(([a], [b]) => (a < b ? -1 : 1));
  return { date, source, rates: Object.fromEntries(sorted.map(([code, rate]) => [code, roundNumber(rate)])) };
}

function pickRates(day: FixingDay, codes: ReadonlySet<string>): FixingDay {
  return { ...day, rates: Object.fromEntries(Object.entries(day.rates).filter(([code]) => codes.has(code))) };
}

interface Point {
  day: FixingDay;
  timeMs: number;
  rate: number;
}

function listRates(days: readonly FixingDay[], code: string): Point[] {
  return days.flatMap((day) => {
    const rate = day.rates[code];
    return rate === undefined ? [] : [{ day, timeMs: Date.parse(day.date), rate }];
  });
}

/** Far from the median of the fixings around, its own included: a real step stays. */
function isImplausible({ rate, timeMs }: Point, at: number, column: readonly Point[]): boolean {
  const { around, comparableMs, maxFactor } = FIXING_RULES;
  const near = column
    .slice(Math.max(0, at - around), at + around + 1)
    .filter((other) => Math.abs(other.timeMs - timeMs) <= comparableMs);
  return !isNear(rate, median(near.map((other) => other.rate)), maxFactor);
}

/** The whole column is of another unit or currency. */
function isOffToday(column: readonly Point[], published: number | undefined): boolean {
  const newest = column.slice(-FIXING_RULES.around).map(({ rate }) => rate);
  return published !== undefined && newest.length > 0 && !isNear(median(newest), published, FIXING_RULES.maxFactor);
}

function describeDropped(code: string, source: string, dropped: readonly Point[]): string {
  const dates = dropped.slice(0, 3).map(({ day }) => day.date);
  const list = `${dates.join(", ")}${dropped.length > dates.length ? ", …" : ""}`;
  return `${code}: ${dropped.length} past fixings of ${source} contradict the days around and are left out (${list})`;
}
