import { roundNumber } from "../../lib/json/significant-digits.ts";
import { isNear, median } from "../../lib/stats.ts";
import type { Dataset } from "../../normalise/record.ts";
import type { ExchangeRates, FixingDay } from "../market.ts";
import { FIXING_RULES } from "../rules/totals.ts";
import { rebaseRates } from "./fiat.ts";

/**
 * The fixings that were read, ascending: whole histories of currencies that are still fixed, and
 * the newest day from the current tables of the same banks, as far as its rates are published.
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
      if (!isOff(days, code, published?.rates[code])) continue;
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
function readTable({ source, records }: Dataset<"rate">, published: ExchangeRates | null): FixingDay | undefined {
  const [first] = records;
  if (first === undefined) return undefined;
  const rates = rebaseRates(first.base, new Map(records.map(({ quote, rate }) => [quote, rate]))) ?? [];
  return buildDay(
    first.date,
    source,
    [...rates].filter(([code, rate]) => published?.rates[code] === rate),
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
  const sorted = rates.filter(([code]) => code !== "USD").sort(([a], [b]) => (a < b ? -1 : 1));
  return { date, source, rates: Object.fromEntries(sorted.map(([code, rate]) => [code, roundNumber(rate)])) };
}

function pickRates(day: FixingDay, codes: ReadonlySet<string>): FixingDay {
  return { ...day, rates: Object.fromEntries(Object.entries(day.rates).filter(([code]) => codes.has(code))) };
}

/** The newest days are of another unit or currency than the published rate. */
function isOff(days: readonly FixingDay[], code: string, published: number | undefined): boolean {
  const newest = days.slice(-FIXING_RULES.newest).flatMap(({ rates }) => rates[code] ?? []);
  return published !== undefined && newest.length > 0 && !isNear(median(newest), published, FIXING_RULES.maxFactor);
}
