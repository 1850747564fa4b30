import { day, defineRow, numberIn, text } from "../../../../kit/api/row.ts";
import type { ArchivePart } from "../../../../kit/render/archives/archive.ts";
import { groupBy } from "../../../../lib/collections.ts";
import { sortByName } from "../../../../lib/entries.ts";
import { computeSha256 } from "../../../../lib/hash.ts";
import { DAY_MS, floorTo, getCalendarSpan } from "../../../../lib/time.ts";
import { FIXED_AT_MS, REBASED_RATES } from "../../../api/quote/fixing.ts";
import { CENTRAL_BANK_CURRENCIES } from "../../../api/quote/site-currencies.ts";
import { exchangeRateSeries } from "../../../history/datasets/datasets.ts";
import { type Fixings, readAllFixings } from "../../../history/datasets/fixings.ts";
import type { Gap } from "../../../history/roll-up.ts";
import { defineArchive } from "../define-archive.ts";
import { readDatasetDocuments } from "./dataset-tables.ts";
import { findGapsWithin } from "./slice.ts";

interface DayRate {
  dateMs: number;
  code: string;
  rate: number;
}

const RateRow = defineRow<DayRate>()("The rate of a currency on a day", {
  date: day("Day that the rate was set for", (row) => row.dateMs),
  currency: text("ISO 4217 code", (row) => row.code),
  rate: numberIn("currency per USD", "Units of the currency for 1 USD", (row) => row.rate),
});

export const exchangeRates = defineArchive<DayRate>({
  dataset: "exchange-rates",
  description:
    "How much of each fiat currency one US dollar bought on each day, one file per year of this site: the rates that " +
    "builds published for the day, and for other days and currencies the European Central Bank's fixings of " +
    `\`exchange-rates/history\`. A currency without a rate on a day has no row; the bank sets none on weekends and holidays. ${REBASED_RATES}`,
  granularity: "1d",
  kinds: ["rate"],
  computed: false,
  outlivesState: true,
  columns: Object.values(RateRow.columns),
  async *parts({ market }, series) {
    const published = (await readDatasetDocuments(series, exchangeRateSeries)).flatMap(({ rows }) => rows);
    const first = published[0];
    if (first === undefined) return;
    const fromMs = Date.UTC(Number(first.date.slice(0, 4)), 0, 1) - JUDGED_MS;
    const fixings = await readAllFixings(series, { fromMs, lastMs: market.asOfMs - FIXED_AT_MS });
    const days = listRateDays(published, fixings);
    for (const [year, group] of groupBy(days, ({ dateMs }) => new Date(dateMs).getUTCFullYear()))
      yield { ...describeYear(year, group, market.asOfMs), origins: fixings.sources };
  },
});

/** Fixings before the first year, by which its first ones are judged. */
const JUDGED_MS = 60 * DAY_MS;

interface RateDay {
  dateMs: number;
  rates: Readonly<Record<string, number>>;
}

/**
 * The days with rates in the years in which builds published any, ascending. A rate that builds
 * published keeps its value, because closed values do not change: the fixing of its day comes
 * later, with fewer digits.
 */
function listRateDays(
  published: readonly { date: string; rates: RateDay["rates"] }[],
  fixings: Pick<Fixings, "days" | "rates">,
): RateDay[] {
  const years = new Set(published.map(({ date }) => date.slice(0, 4)));
  const days = new Map<string, RateDay["rates"]>();
  const columns = Object.entries(fixings.rates);
  for (const [row, date] of fixings.days.entries()) {
    if (!years.has(date.slice(0, 4))) continue;
    const rates: Record<string, number> = {};
    for (const [code, { [row]: rate = null }] of columns) if (rate !== null) rates[code] = rate;
    if (Object.keys(rates).length > 0) days.set(date, { ...rates, USD: 1 });
  }
  for (const { date, rates } of published) days.set(date, { ...days.get(date), ...rates });
  // In one order, so that equal rates have equal fingerprints.
  const sort = (rates: RateDay["rates"]) => Object.fromEntries(sortByName(Object.entries(rates)));
  return [...days]
    .map(([date, rates]) => ({ dateMs: Date.parse(date), rates: sort(rates) }))
    .sort((a, b) => a.dateMs - b.dateMs);
}

function describeYear(year: number, days: readonly RateDay[], asOfMs: number): ArchivePart<DayRate> {
  const { startMs, endMs } = getCalendarSpan(String(year));
  return {
    name: `exchange-rates-${year}`,
    periodStartMs: days[0]?.dateMs ?? null,
    periodEndMs: days.at(-1)?.dateMs ?? null,
    closesAtMs: endMs,
    gaps: findRateGaps(days, {
      fromMs: startMs,
      toMs: Math.min(endMs, floorTo(asOfMs, DAY_MS)),
    }),
    fingerprint: () => computeSha256(JSON.stringify(days)),
    rows: { [Symbol.iterator]: () => generateRates(days) },
  };
}

/** Made when a file is written: most builds write only that of the running year. */
function* generateRates(days: readonly RateDay[]): Generator<DayRate> {
  for (const { dateMs, rates } of days) for (const [code, rate] of Object.entries(rates)) yield { dateMs, code, rate };
}

/**
 * Days without rates of the central bank's currencies, apart from weekends, and days without rates
 * of other currencies: the two come from different sources. The running day is no gap yet.
 */
function findRateGaps(days: readonly RateDay[], range: { fromMs: number; toMs: number }): Gap[] {
  const length = Math.max(0, (range.toMs - range.fromMs) / DAY_MS);
  const all = Array.from({ length }, (_, at) => range.fromMs + at * DAY_MS);
  const find = (isListed: (code: string) => boolean, isFree: (dayMs: number) => boolean, reason: string): Gap[] => {
    const known = new Set(days.filter(({ rates }) => Object.keys(rates).some(isListed)).map(({ dateMs }) => dateMs));
    const covered = all.filter((dayMs) => known.has(dayMs) || isFree(dayMs));
    return findGapsWithin(covered, range, { stepMs: DAY_MS, reason });
  };
  return [
    ...find(isCentralBanks, isWeekend, "the European Central Bank set no rates on these days, or no build read them"),
    ...find(isOther, () => false, "no build read rates of currencies that the European Central Bank does not list"),
  ].sort((a, b) => a.fromMs - b.fromMs);
}

const LISTED = new Set(CENTRAL_BANK_CURRENCIES.map((code) => code.toUpperCase()));
const isCentralBanks = (code: string): boolean => LISTED.has(code);
const isOther = (code: string): boolean => code !== "USD" && !isCentralBanks(code);

function isWeekend(dayMs: number): boolean {
  const weekday = new Date(dayMs).getUTCDay();
  return weekday === 0 || weekday === 6;
}
