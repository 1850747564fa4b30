import { groupBy } from "../../lib/collections.ts";
import { percentageChange } from "../../lib/stats.ts";
import type { Dataset } from "../../normalise/record.ts";
import type { ExchangeRates } from "../market.ts";
import { compareByPriority } from "../price/reference-price.ts";
import { RATE_RULES } from "../rules/totals.ts";
import { QUOTE_RULES } from "../rules.ts";
import { type RateClaim, type RememberedRate, validateRate } from "./validate-rate.ts";

/** Units of a currency for one USD, by ISO 4217 code. */
type Table = ReadonlyMap<string, number>;

export interface MergedRates {
  rates: ExchangeRates | null;
  /** Stale where any rate is held: the table is one response. */
  used: readonly Dataset<"rate">[];
  memory: Record<string, RememberedRate>;
  warnings: readonly string[];
}

/**
 * One table of fiat rates with base USD. Its day is that of the first source in use: a wider
 * collection always has a newer day.
 */
export function mergeRates(
  datasets: readonly Dataset<"rate">[],
  before: Readonly<Record<string, RememberedRate>>,
  now: number,
): MergedRates {
  const rates = new Map<string, number>([["USD", 1]]);
  const memory: Record<string, RememberedRate> = {};
  const warnings: string[] = [];
  const claims = collectClaims(datasets, before, warnings);
  const sources = new Set<string>();
  let isHeld = false;
  for (const code of [...new Set([...claims.keys(), ...Object.keys(before)])].sort()) {
    const own = claims.get(code) ?? [];
    const found = validateRate(own, before[code], now);
    if (found.memory !== undefined) memory[code] = found.memory;
    if (found.rate !== null) rates.set(code, found.rate);
    if (found.claim !== undefined) sources.add(found.claim.source);
    else if (own.length > 0) warnings.push(describeRefusal(code, own, before[code], found.rate));
    if (found.claim === undefined && found.rate !== null) isHeld = true;
  }
  const valid = orderByTrust(datasets).filter(({ source }) => sources.has(source));
  const used = isHeld ? valid.map((dataset) => ({ ...dataset, stale: true })) : valid;
  const first = used[0];
  if (first === undefined) return { rates: null, used, memory, warnings };
  const date = first.records.reduce((newest, record) => (record.date > newest ? record.date : newest), "");
  const sorted = Object.fromEntries([...rates].sort(([a], [b]) => (a < b ? -1 : 1)));
  return {
    rates: { date, rates: sorted, observedAtMs: Date.parse(`${date}T00:00:00Z`), source: first.source },
    used,
    memory,
    warnings,
  };
}

function describeRefusal(
  code: string,
  claims: readonly RateClaim[],
  before: RememberedRate | undefined,
  held: number | null,
): string {
  const reported = claims.map(({ source, rate }) => `${source} reports ${rate}`).join(", ");
  const last = before === undefined ? "there is no earlier rate" : `the last rate was ${before.rate} on ${before.date}`;
  return `${code}: ${reported} for one USD, ${last}; ${held === null ? "no rate is published" : "it is held"}`;
}

/** USD per unit of each currency, for the quote graph. A table older than a week is not used. */
export function usdPerUnit(rates: ExchangeRates | null, now: number): Map<string, number> {
  const values = new Map<string, number>([["USD", 1]]);
  if (rates === null || now - rates.observedAtMs > QUOTE_RULES.fiatMaxAgeMs) return values;
  for (const [code, rate] of Object.entries(rates.rates)) values.set(code, 1 / rate);
  return values;
}

/** Currency → the claims of the tables that are trusted as a whole, the most trusted first. */
function collectClaims(
  datasets: readonly Dataset<"rate">[],
  before: Readonly<Record<string, RememberedRate>>,
  warnings: string[],
): Map<string, RateClaim[]> {
  // What no central bank supported is no evidence against one.
  const published: Table = new Map(
    Object.entries(before).flatMap(([code, { rate, anchor }]) => (anchor?.unofficial ? [] : [[code, rate]])),
  );
  const tables = orderByTrust(datasets).flatMap((dataset) => {
    const table = rebase(dataset);
    return table === undefined ? [] : [{ dataset, table, origin: dataset.origin ?? dataset.source }];
  });
  const trusted = tables.filter(({ table, origin }) => {
    const others = groupBy(
      tables.filter((other) => other.origin !== origin && isComparable(table, other.table)),
      (other) => other.origin,
    );
    // An origin contradicts a table only with all of its own tables: one of them may be wrong.
    const verdicts = [...others.values()].map((own) => own.every((other) => contradicts(table, other.table)));
    if (isComparable(table, published)) verdicts.push(contradicts(table, published));
    return verdicts.filter((verdict) => verdict).length * 2 <= verdicts.length;
  });
  const claims = new Map<string, RateClaim[]>();
  // Scripts that collect rates break more often than banks.
  if (trusted.length === 0 && tables.length > 1) {
    const [first = "", ...others] = tables.map(({ dataset }) => dataset.source);
    warnings.push(`The rates of ${first} and ${others.join(", ")} contradict each other; those of ${first} are used`);
  }
  for (const { dataset, table, origin } of trusted.length > 0 ? trusted : tables.slice(0, 1)) {
    const dates = new Map(dataset.records.map(({ quote, date }) => [quote, date]));
    const newest = [...dates.values()].sort().at(-1) ?? "";
    for (const [code, rate] of table) {
      if (code === "USD") continue;
      const { source, priority } = dataset;
      const claim = { rate, date: dates.get(code) ?? newest, source, origin, official: priority !== undefined };
      claims.set(code, [...(claims.get(code) ?? []), claim]);
    }
  }
  return claims;
}

/** Sources with a declared priority first; of those, the ones that responded in this run first. */
function orderByTrust(datasets: readonly Dataset<"rate">[]): Dataset<"rate">[] {
  const rank = ({ priority, stale }: Dataset) => (priority === undefined ? 2 : Number(stale));
  return [...datasets].sort((a, b) => rank(a) - rank(b) || compareByPriority(a, b));
}

function rebase({ records }: Dataset<"rate">): Table | undefined {
  const base = records[0]?.base;
  if (base === undefined) return undefined;
  return rebaseRates(base, new Map(records.map(({ quote, rate }) => [quote, rate])));
}

/** Units for one USD from units for one `base`; `undefined` without a rate of USD. */
export function rebaseRates(base: string, rates: Table): Table | undefined {
  const own = new Map(rates).set(base, 1);
  const usd = own.get("USD");
  if (usd === undefined) return undefined;
  return new Map([...own].map(([code, rate]) => [code, rate / usd]));
}

function isComparable(table: Table, judge: Table): boolean {
  return measureDistances(table, judge).length > 0;
}

function contradicts(table: Table, judge: Table): boolean {
  const distances = measureDistances(table, judge);
  const middle = distances[Math.floor(distances.length / 2)] ?? 0;
  const far = distances.filter((distance) => distance > RATE_RULES.farPercentage).length;
  // One of a few is no evidence about the rest.
  return middle > RATE_RULES.tablePercentage || far > Math.max(1, RATE_RULES.farShare * distances.length);
}

/** In percent, ascending, of the currencies that both know. */
function measureDistances(table: Table, judge: Table): number[] {
  const distances = [...table].flatMap(([code, rate]) => {
    const change = code === "USD" ? null : percentageChange(judge.get(code) ?? null, rate);
    return change === null ? [] : [Math.abs(change)];
  });
  return distances.sort((a, b) => a - b);
}
