import { groupBy } from "../../lib/collections.ts";
import { percentageChange } from "../../lib/numbers.ts";
import { DAY_MS } from "../../lib/time.ts";
import type { Dataset } from "../../normalise/record.ts";
import type { ExchangeRates } from "../market.ts";
import { type RateClaim, type RememberedRate, validateRate } from "../quotes/validate-rate.ts";

/**
 * Central bank first, then its mirror, which has the same numbers: where the bank did not answer,
 * the mirror is newer.
 */
const CENTRAL_BANK: readonly string[] = ["ecb", "frankfurter"];
/**
 * A table whose rates lie this far (percent, the median) from others is not believed for that day …
 */
const MAX_DISAGREEMENT_PERCENTAGE = 5;
/**
 * … nor one with more than a tenth of its rates this far (percent) away, as where digits or columns
 * slipped.
 */
const FAR_PERCENTAGE = 20;
const MAX_FAR_SHARE = 0.1;

/** Units of a currency for one USD, by ISO 4217 code. */
type Table = ReadonlyMap<string, number>;

export interface MergedRates {
  rates: ExchangeRates | null;
  /** Stale where any rate is held: the table is one answer. */
  used: readonly Dataset<"rate">[];
  /** For the next build. */
  memory: Record<string, RememberedRate>;
  /** What was claimed and not believed, a sentence for each currency. */
  doubts: readonly string[];
}

/**
 * One table of fiat rates with base USD out of sources with bases of their own. 1 USD =
 * `rates[code]` of the currency. Its day is that of the first source that it rests on: the widest
 * collection is always the newest one, and says nothing about the others.
 */
export function mergeRates(
  datasets: readonly Dataset<"rate">[],
  before: Readonly<Record<string, RememberedRate>>,
  now: number,
): MergedRates {
  const claims = collectClaims(datasets, before);
  const rates = new Map<string, number>([["USD", 1]]);
  const memory: Record<string, RememberedRate> = {};
  const doubts: string[] = [];
  const sources = new Set<string>();
  let isHeld = false;
  for (const code of [...new Set([...claims.keys(), ...Object.keys(before)])].sort()) {
    const own = claims.get(code) ?? [];
    const found = validateRate(own, before[code], now);
    if (found.memory !== undefined) memory[code] = found.memory;
    if (found.rate !== null) rates.set(code, found.rate);
    if (found.claim !== undefined) sources.add(found.claim.source);
    else if (own.length > 0) doubts.push(describeDoubt(code, own, before[code], found.rate));
    if (found.claim === undefined && found.rate !== null) isHeld = true;
  }
  const believed = orderByTrust(datasets).filter(({ source }) => sources.has(source));
  const used = isHeld ? believed.map((dataset) => ({ ...dataset, stale: true })) : believed;
  const first = used[0];
  if (first === undefined) return { rates: null, used, memory, doubts };
  const date = first.records.reduce((newest, record) => (record.date > newest ? record.date : newest), "");
  const sorted = Object.fromEntries([...rates].sort(([a], [b]) => (a < b ? -1 : 1)));
  return {
    rates: { date, rates: sorted, observedAtMs: Date.parse(`${date}T00:00:00Z`), source: first.source },
    used,
    memory,
    doubts,
  };
}

function describeDoubt(
  code: string,
  claims: readonly RateClaim[],
  before: RememberedRate | undefined,
  held: number | null,
): string {
  const said = claims.map(({ source, rate }) => `${source} says ${rate}`).join(", ");
  const last = before === undefined ? "there is no earlier rate" : `the last rate was ${before.rate} on ${before.date}`;
  return `${code}: ${said} for one USD, ${last}; ${held === null ? "no rate is published" : "it is held"}`;
}

/**
 * USD per unit of each currency, for the quote graph; too old a table is better than none, a week
 * is too old.
 */
export function usdPerUnit(rates: ExchangeRates | null, now: number): Map<string, number> {
  const values = new Map<string, number>([["USD", 1]]);
  if (rates === null || now - rates.observedAtMs > 7 * DAY_MS) return values;
  for (const [code, rate] of Object.entries(rates.rates)) values.set(code, 1 / rate);
  return values;
}

/** Currency → the claims of the tables that can be trusted as a whole, the most trusted first. */
function collectClaims(
  datasets: readonly Dataset<"rate">[],
  before: Readonly<Record<string, RememberedRate>>,
): Map<string, RateClaim[]> {
  const published: Table = new Map(Object.entries(before).map(([code, { rate }]) => [code, rate]));
  const tables = orderByTrust(datasets).flatMap((dataset) => {
    const table = rebase(dataset);
    return table === undefined ? [] : [{ dataset, table, origin: originOf(dataset) }];
  });
  const trusted = tables.filter(({ table, origin }) => {
    const others = groupBy(
      tables.filter((other) => other.origin !== origin && isComparable(table, other.table)),
      (other) => other.origin,
    );
    // An origin speaks against a table with all of its own: one of them may be the wrong one.
    const verdicts = [...others.values()].map((own) => own.every((other) => contradicts(table, other.table)));
    if (isComparable(table, published)) verdicts.push(contradicts(table, published));
    return verdicts.filter((verdict) => verdict).length * 2 <= verdicts.length;
  });
  const claims = new Map<string, RateClaim[]>();
  // Where each contradicts the other, the most trusted one is taken: scripts that collect rates
  // break more often than banks.
  for (const { dataset, table, origin } of trusted.length > 0 ? trusted : tables.slice(0, 1)) {
    const dates = new Map(dataset.records.map(({ quote, date }) => [quote, date]));
    const newest = [...dates.values()].sort().at(-1) ?? "";
    for (const [code, rate] of table) {
      if (code === "USD") continue;
      const claim = { rate, date: dates.get(code) ?? newest, source: dataset.source, origin };
      claims.set(code, [...(claims.get(code) ?? []), claim]);
    }
  }
  return claims;
}

function originOf({ source }: Dataset): string {
  return CENTRAL_BANK.includes(source) ? "central bank" : source;
}

function orderByTrust(datasets: readonly Dataset<"rate">[]): Dataset<"rate">[] {
  return [...datasets].sort((a, b) => priorityOf(a) - priorityOf(b) || (a.source < b.source ? -1 : 1));
}

/** The first that knows a currency wins; collections come after everything of the central bank. */
function priorityOf({ source, stale }: Dataset): number {
  const index = CENTRAL_BANK.indexOf(source);
  if (index === -1) return 2 * CENTRAL_BANK.length;
  return stale ? index + CENTRAL_BANK.length : index;
}

function rebase({ records }: Dataset<"rate">): Table | undefined {
  const base = records[0]?.base;
  const own = new Map(records.map(({ quote, rate }) => [quote, rate]));
  if (base === undefined) return undefined;
  own.set(base, 1);
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
  const far = distances.filter((distance) => distance > FAR_PERCENTAGE).length;
  // One of a few says nothing about the rest.
  return middle > MAX_DISAGREEMENT_PERCENTAGE || far > Math.max(1, MAX_FAR_SHARE * distances.length);
}

/** In percent, ascending, of the currencies that both know. */
function measureDistances(table: Table, judge: Table): number[] {
  const distances = [...table].flatMap(([code, rate]) => {
    const change = code === "USD" ? null : percentageChange(judge.get(code) ?? null, rate);
    return change === null ? [] : [Math.abs(change)];
  });
  return distances.sort((a, b) => a - b);
}
