import { sortByName } from "../../../lib/entries.ts";
import { roundNumber } from "../../../lib/json/significant-digits.ts";
import { isNear, median } from "../../../lib/stats.ts";
import type { Dataset } from "../../normalise/record.ts";
import type { ExchangeRates, FixingDay } from "../model/market.ts";
import { FIXING_RULES, GUARD_RULES } from "../rules/totals.ts";
import { rebaseRates } from "./fiat.ts";

/**
 * The fixings that were read, ascending: whole histories of currencies that are still fixed, and
 * the newest day from the current tables of the same banks, as far as its rates are published and
 * proven. A history stays for good, so that it is judged by proven rates or by the venues' books
 * (`crossRates`): one that is mostly off is left out as a whole, and read again later.
 */
export function collectFixings(
  histories: readonly Dataset<"fixing">[],
  tables: readonly Dataset<"rate">[],
  published: ExchangeRates | null,
  crossRates: ReadonlyMap<string, number> = new Map(),
): { days: readonly FixingDay[]; warnings: readonly string[] } {
  const unproven = new Set(published?.unproven);
  const proven = new Map(Object.entries(published?.rates ?? {}).filter(([code]) => !unproven.has(code)));
  const current = tables.flatMap((table) => (table.isFixing ? (readTable(table, proven) ?? []) : []));
  const warnings: string[] = [];
  const past = histories.flatMap((history) => {
    const days = readHistory(history);
    const newest = [days.at(-1), current.find(({ source }) => source === history.source)];
    const codes = new Set(newest.flatMap((day) => Object.keys(day?.rates ?? {})));
    const compared = [...codes].filter((code) => proven.has(code) || crossRates.has(code));
    const off = compared.filter((code) => isOff(days, code, proven.get(code) ?? crossRates.get(code)));
    if (off.length * 2 > compared.length || (compared.length === 0 && unproven.size > 0)) {
      warnings.push(`The past fixings of ${history.source} are left out until current rates confirm them`);
      return [];
    }
    for (const code of off.sort()) {
      codes.delete(code);
      warnings.push(`${code}: the past fixings of ${history.source} contradict the published rate and are left out`);
    }
    return days.map((day) => pickRates(day, codes));
  });
  const judged = new Set(current.map(({ date, source }) => `${date} ${source}`));
  const days = [...past.filter(({ date, source }) => !judged.has(`${date} ${source}`)), ...current];
  return { days: days.filter(({ rates }) => Object.keys(rates).length > 0), warnings };
}

/** The rates of the newest day that are published as they are. */
function readTable({ source, records }: Dataset<"rate">, proven: ReadonlyMap<string, number>): FixingDay | undefined {
  const [first] = records;
  if (first === undefined) return undefined;
  const rates = rebaseRates(first.base, new Map(records.map(({ quote, rate }) => [quote, rate]))) ?? [];
  return buildDay(
    first.date,
    source,
    [...rates].filter(([code, rate]) => proven.get(code) === rate),
  );
}

function readHistory({ source, records }: Dataset<"fixing">): FixingDay[] {
  const days = records.flatMap(({ base, date, rates }) => {
    const own = rebaseRates(base, new Map(Object.entries(rates)));
    return own === undefined ? [] : buildDay(date, source, [...own]);
  });
  return days.sort((a, b) => (a.date < b.date ? -1 : 1));
}

function buildDay(date: string, source: string, rates: readonly (readonly [string, number])[]): FixingDay {
  const sorted = sortByName(rates.filter(([code]) => code !== "USD"));
  return { date, source, rates: Object.fromEntries(sorted.map(([code, rate]) => [code, roundNumber(rate)])) };
}

function pickRates(day: FixingDay, codes: ReadonlySet<string>): FixingDay {
  return { ...day, rates: Object.fromEntries(Object.entries(day.rates).filter(([code]) => codes.has(code))) };
}

/** The newest days are of another unit or currency than the published rate. */
function isOff(days: readonly FixingDay[], code: string, published: number | undefined): boolean {
  const newest = days.slice(-FIXING_RULES.around / 2).flatMap(({ rates }) => rates[code] ?? []);
  return published !== undefined && newest.length > 0 && !isNear(median(newest), published, GUARD_RULES.sameThing);
}
