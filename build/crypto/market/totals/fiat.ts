import { groupBy } from "../../../lib/collections.ts";
import { addToGroup, sortByName } from "../../../lib/entries.ts";
import { lowerMedian } from "../../../lib/stats.ts";
import { CENTRAL_BANK_CODES } from "../../normalise/central-bank-codes.ts";
import { compareByPriority, type Dataset } from "../../normalise/record.ts";
import type { ExchangeRates } from "../model/market.ts";

import type { CrossRate } from "../quotes/quote-graph.ts";
import { QUOTE_RULES } from "../rules/price.ts";
import { GUARD_RULES, RATE_RULES } from "../rules/totals.ts";
import { contradicts, hasSlipped, isComparable, measureDistances, type Table } from "./rate-table.ts";
import { isEvidence, type RateClaim, type RememberedRate, validateRate } from "./validate-rate.ts";

export interface MergedRates {
  rates: ExchangeRates | null;
  /** Stale where any rate is held or unproven: the table is one response. */
  used: readonly Dataset<"rate">[];
  memory: Record<string, RememberedRate>;
  warnings: readonly string[];
}

/**
 * One table of fiat rates with base USD. Its day is that of the first source in use: a wider
 * collection always has a newer day. `crossRates` are the venues' (see `computeCrossRates`).
 */
export function mergeRates(
  read: readonly Dataset<"rate">[],
  remembered: Readonly<Record<string, RememberedRate>>,
  crossRates: ReadonlyMap<string, CrossRate>,
  now: number,
): MergedRates {
  const { datasets, warnings } = dropOldRates(read);
  const before = isRefuted(datasets, remembered) ? {} : remembered;
  const rates = new Map<string, number>([["USD", 1]]);
  const memory: Record<string, RememberedRate> = {};
  const claims = collectClaims({ datasets, before, crossRates, now, warnings });
  const sources = new Set<string>();
  const unproven: string[] = [];
  const heldDays: string[] = [];
  for (const code of [...new Set([...claims.keys(), ...Object.keys(before)])].sort()) {
    const own = claims.get(code) ?? [];
    const check = { crossRate: crossRates.get(code), listed: CENTRAL_BANK_CODES.includes(code) };
    const found = validateRate(own, before[code], now, check);
    if (found.memory !== undefined) memory[code] = found.memory;
    if (found.rate !== null) rates.set(code, found.rate);
    if (found.claim !== undefined) sources.add(found.claim.source);
    else if (own.some(({ refuted }) => !refuted))
      warnings.push(describeRefusal(code, own, before[code], found.rate, check.crossRate));
    if (found.claim === undefined && found.rate !== null) heldDays.push(before[code]!.date);
    if (found.unproven) unproven.push(code);
  }
  if (unproven.length > 0) warnings.push(describeUnproven(unproven));
  const isAllHeld = sources.size === 0 && heldDays.length > 0;
  const ordered = orderByTrust(datasets);
  const valid = isAllHeld ? ordered.slice(0, 1) : ordered.filter(({ source }) => sources.has(source));
  const isStale = heldDays.length > 0 || unproven.length > 0;
  const used = isStale ? valid.map((dataset) => ({ ...dataset, stale: true })) : valid;
  const first = used[0];
  if (first === undefined) return { rates: null, used, memory, warnings };
  const days = isAllHeld ? heldDays : first.records.map((record) => record.date);
  const date = findNewestDay(days);
  const sorted = Object.fromEntries(sortByName(rates));
  const otherDays = Object.fromEntries(
    Object.entries(memory).flatMap(([code, own]) => (rates.has(code) && own.date !== date ? [[code, own.date]] : [])),
  );
  return {
    rates: {
      date,
      rates: sorted,
      observedAtMs: Date.parse(`${date}T00:00:00Z`),
      source: first.source,
      ...(unproven.length > 0 && { unproven }),
      ...(Object.keys(otherDays).length > 0 && { otherDays }),
    },
    used,
    memory,
    warnings,
  };
}

/**
 * The rates that are evidence: an old rate neither stands for today's nor contradicts one. Ages
 * count from the newest day of all, so that a site whose sources are all old keeps its last rates.
 */
function dropOldRates(read: readonly Dataset<"rate">[]): { datasets: Dataset<"rate">[]; warnings: string[] } {
  const newest = findNewestDay(read.flatMap(({ records }) => records.map(({ date }) => date)));
  const warnings: string[] = [];
  const datasets = read.flatMap((dataset) => {
    const records = dataset.records.filter(({ date }) => !isTooOld(date, Date.parse(newest)));
    if (records.length === dataset.records.length) return [dataset];
    const old = findNewestDay(dataset.records.flatMap((record) => (records.includes(record) ? [] : [record.date])));
    warnings.push(`${dataset.source} has rates of ${old}: they are not used beside those of ${newest}`);
    return records.length === 0 ? [] : [{ ...dataset, records }];
  });
  return { datasets, warnings };
}

function isTooOld(day: string, timeMs: number): boolean {
  return timeMs - Date.parse(day) > QUOTE_RULES.fiatMaxAgeMs;
}

function findNewestDay(days: readonly string[]): string {
  return days.reduce((newest, day) => (day > newest ? day : newest), "");
}

function describeRefusal(
  code: string,
  claims: readonly RateClaim[],
  before: RememberedRate | undefined,
  held: number | null,
  crossRate: CrossRate | undefined,
): string {
  const venues =
    before === undefined && crossRate !== undefined ? [`venues trade at ${Number(crossRate.rate.toPrecision(5))}`] : [];
  const reported = [...claims.map(({ source, rate }) => `${source} reports ${rate}`), ...venues].join(", ");
  const last = before === undefined ? "there is no earlier rate" : `the last rate was ${before.rate} on ${before.date}`;
  return `${code}: ${reported} for one USD, ${last}; ${held === null ? "no rate is published" : "it is held"}`;
}

const NAMED = 5;

function describeUnproven(codes: readonly string[]): string {
  const rest = codes.length > NAMED ? ` and ${codes.length - NAMED} more` : "";
  return `${codes.slice(0, NAMED).join(", ")}${rest}: one origin alone states a first rate; stale until a second day agrees`;
}

/**
 * USD per unit of each currency, for the quote graph. A table older than a week is not used, nor an
 * older rate in a newer table, nor a rate that nothing has confirmed.
 */
export function usdPerUnit(rates: ExchangeRates | null, now: number): Map<string, number> {
  const values = new Map<string, number>([["USD", 1]]);
  if (rates === null || isTooOld(rates.date, now)) return values;
  const unproven = new Set(rates.unproven);
  for (const [code, rate] of Object.entries(rates.rates)) {
    const isOld = isTooOld(rates.otherDays?.[code] ?? rates.date, now);
    if (!isOld && !unproven.has(code)) values.set(code, 1 / rate);
  }
  return values;
}

interface ClaimInput {
  datasets: readonly Dataset<"rate">[];
  before: Readonly<Record<string, RememberedRate>>;
  crossRates: ReadonlyMap<string, CrossRate>;
  now: number;
  warnings: string[];
}

/** Currency → the claims of the tables that are trusted as a whole, the most trusted first. */
function collectClaims(input: ClaimInput): Map<string, RateClaim[]> {
  const judged = judgeTables(input);
  // Where two origins agree well enough for both to be right, the venues decide whose rate it is.
  const trusted = judged
    .filter((entry) => entry.trusted && !entry.refuted)
    .sort((a, b) => Number(a.isOffVenues) - Number(b.isOffVenues));
  // Scripts that collect rates break more often than banks.
  const used = trusted.length > 0 ? trusted : judged.slice(0, 1);
  if (trusted.length === 0) input.warnings.push(...describeContradictions(judged, used));
  const claims = new Map<string, RateClaim[]>();
  for (const { dataset, table, origin, supported, refuted } of used) {
    const { source, priority } = dataset;
    const dates = new Map(dataset.records.map(({ quote, date }) => [quote, date]));
    const newest = findNewestDay([...dates.values()]);
    for (const [code, rate] of table) {
      if (code === "USD") continue;
      const date = dates.get(code) ?? newest;
      const claim = { rate, date, source, origin, official: priority !== undefined, supported, refuted };
      addToGroup(claims, code, claim);
    }
  }
  return claims;
}

interface JudgedTable {
  dataset: Dataset<"rate">;
  table: Table;
  origin: string;
  /** Another origin's table agrees with it. */
  supported: boolean;
  /** The venues' books contradict it. */
  isOffVenues: boolean;
  /** At most half of what it can be compared with contradicts it. */
  trusted: boolean;
  /** The venues' books contradict it, and no other origin supports it. */
  refuted: boolean;
}

/** Judges each table by other origins, the last rates and the venues' books, in order of trust. */
function judgeTables({ datasets, before, crossRates, now }: ClaimInput): JudgedTable[] {
  const published: Table = new Map(
    Object.entries(before).flatMap(([code, known]) => (isEvidence(known, now) ? [[code, known.rate]] : [])),
  );
  const listed: Table = new Map(
    [...crossRates].flatMap(([code, { rate, shared }]) =>
      shared && CENTRAL_BANK_CODES.includes(code) ? [[code, rate] as const] : [],
    ),
  );
  const tables = orderByTrust(datasets).flatMap((dataset) => {
    const table = rebase(dataset);
    return table === undefined ? [] : [{ dataset, table, origin: dataset.origin ?? dataset.source }];
  });
  return tables.map((entry) => {
    const { table, origin } = entry;
    const others = groupBy(
      tables.filter((other) => other.origin !== origin && isComparable(table, other.table)),
      (other) => other.origin,
    );
    // An origin contradicts a table only with all of its own tables: one of them may be wrong.
    const verdicts = [...others.values()].map((own) => own.every((other) => contradicts(table, other.table)));
    // Our own rates may be this origin's: they support nothing that is new.
    const supported = verdicts.includes(false);
    if (isComparable(table, published)) verdicts.push(contradicts(table, published));
    const isOffVenues = contradictsVenues(table, listed);
    if (isOffVenues !== undefined) verdicts.push(isOffVenues);
    return {
      ...entry,
      supported,
      isOffVenues: isOffVenues === true,
      trusted: verdicts.filter((verdict) => verdict).length * 2 <= verdicts.length,
      refuted: isOffVenues === true && !supported,
    };
  });
}

function describeContradictions(judged: readonly JudgedTable[], used: readonly JudgedTable[]): string[] {
  const [first = "", ...others] = judged.map(({ dataset }) => dataset.source);
  if (used.some(({ refuted }) => refuted)) {
    const names = [first, ...others].join(" and ");
    return [`The rates of ${names} contradict the venues' prices of Bitcoin; none of them are used`];
  }
  return others.length === 0
    ? []
    : [`The rates of ${first} and ${others.join(", ")} contradict each other; those of ${first} are used`];
}

/** `undefined`: the venues trade in too few of its currencies. */
function contradictsVenues(table: Table, crossRates: Table): boolean | undefined {
  const distances = measureDistances(table, crossRates);
  if (distances.length < GUARD_RULES.enough) return undefined;
  return lowerMedian(distances) > RATE_RULES.books || hasSlipped(distances);
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

/**
 * Whether two origins agree and every table contradicts the last rates as a whole. Then those were
 * wrong: a majority was wrong in an earlier build, or the only source of a first build. Without
 * this rule a currency of one source keeps its wrong rate for a week, although the source is right
 * again.
 */
export function isRefuted(
  datasets: readonly Dataset<"rate">[],
  remembered: Readonly<Record<string, RememberedRate>>,
): boolean {
  const last: Table = new Map(Object.entries(remembered).map(([code, { rate }]) => [code, rate]));
  const tables = datasets.flatMap((dataset) => {
    const table = rebase(dataset);
    return table !== undefined && isComparable(table, last) ? { table, origin: dataset.origin ?? dataset.source } : [];
  });
  const agrees = ({ table, origin }: (typeof tables)[number]) =>
    tables.some(
      (other) => other.origin !== origin && isComparable(table, other.table) && !contradicts(table, other.table),
    );
  return tables.some(agrees) && tables.every(({ table }) => contradicts(table, last));
}
