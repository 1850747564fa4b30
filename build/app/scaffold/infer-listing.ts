import type { FlatVenue } from "../../crypto/sources/venue.ts";
import { countValues } from "../../lib/collections.ts";
import { OperationalError } from "../../lib/operational-error.ts";
import { isObject } from "../../lib/shape.ts";
import { findField, NAMES, normaliseName, type Row } from "./venue-body.ts";

/** Values of a state that say that a market trades. */
const OPEN = /^(true|1|trading|tradable|online|live|open|opened|active|enabled|normal|listed)$/i;

export interface Names {
  market: string;
  ticker: string;
  base: string | undefined;
  quote: string | undefined;
  form: string;
  markets: ReadonlySet<string>;
}

/** Which fields hold the market's name and codes, and how the name is made of the codes. */
export function inferNames(listed: readonly Row[], priced: readonly Row[]): Names {
  const base = findField(listed, NAMES.base);
  const quote = findField(listed, NAMES.quote);
  const lowerCase = (row: Row, field: string) => String(row[field]).toLowerCase();
  const shared = Object.keys(listed[0] ?? {}).flatMap((market) => {
    const markets = new Set(listed.map((row) => lowerCase(row, market)));
    if (markets.size < listed.length) return [];
    const hits = Object.keys(priced[0] ?? {}).map((ticker) => {
      return { market, ticker, count: priced.filter((row) => markets.has(lowerCase(row, ticker))).length };
    });
    return hits.filter(({ count }) => count > 0);
  });
  const [best] = shared.sort((a, b) => b.count - a.count);
  if (best === undefined) throw new OperationalError("No field of the tickers names a market of the listing.");
  const markets = new Set(listed.map((row) => String(row[best.market])));
  const codes = base !== undefined && quote !== undefined ? { base, quote } : { base: undefined, quote: undefined };
  return { market: best.market, ticker: best.ticker, ...codes, markets, form: inferForm(listed, best.market, codes) };
}

type CodeFields = Pick<Names, "base" | "quote">;

function inferForm(listed: readonly Row[], market: string, { base, quote }: CodeFields): string {
  if (base !== undefined && quote !== undefined) {
    const forms = listed.map((row) => describeForm(String(row[market]), String(row[base]), String(row[quote])));
    return findMostFrequent(forms) ?? "{BASE}{QUOTE}";
  }
  const pairs = listed.map((row) => /^(\w+?)([-_/:])(\w+)$/.exec(String(row[market])));
  if (pairs.some((pair) => pair === null)) {
    throw new OperationalError("Neither fields nor the names tell base from quote: read this venue with defineVenue.");
  }
  const countCodes = (side: number) => new Set(pairs.map((pair) => pair?.[side])).size;
  const separator = pairs[0]?.[2] ?? "";
  // There are fewer quotes than bases.
  const form = countCodes(1) < countCodes(3) ? ["QUOTE", "BASE"] : ["BASE", "QUOTE"];
  const spell = pairs[0]?.[0] === pairs[0]?.[0].toLowerCase() ? (part: string) => part.toLowerCase() : String;
  return form.map((part) => `{${spell(part)}}`).join(separator);
}

/** `BTC-EUR` of BTC and EUR is `{BASE}-{QUOTE}`; `btceur` is `{base}{quote}`. */
function describeForm(name: string, base: string, quote: string): string | undefined {
  const parts = name === name.toLowerCase() ? ["{base}", "{quote}"] : ["{BASE}", "{QUOTE}"];
  for (const [first, second, form] of [
    [base, quote, parts],
    [quote, base, [...parts].reverse()],
  ] as const) {
    const separator = name.slice(first.length, name.length - second.length);
    if (separator.length > 1) continue;
    if (name.toLowerCase() === `${first}${separator}${second}`.toLowerCase()) return form.join(separator);
  }
  return undefined;
}

/** The code of the base of a row: from its field, or from the name of the market. */
export function splitRow(row: Row, { base, form, market }: Names): { base: string } {
  if (base !== undefined) return { base: String(row[base]) };
  const [first = "", second = ""] = String(row[market]).split(/[-_/:]/);
  return { base: form.toUpperCase().startsWith("{BASE}") ? first : second };
}

/**
 * The fields that say whether a market trades, with the values that mean it does. Adds a question
 * if there are none.
 */
export function inferTrading(
  listed: readonly Row[],
  questions: Map<string, string>,
): Record<string, readonly unknown[]> {
  const trading: Record<string, readonly unknown[]> = {};
  for (const field of Object.keys(listed[0] ?? {})) {
    if (!NAMES.state.test(normaliseName(field))) continue;
    const values = new Set(listed.map((row) => row[field]));
    const open = [...values].filter((value) => OPEN.test(String(value)));
    if (values.size <= 8 && open.length > 0) trading[field] = open;
  }
  if (Object.keys(trading).length === 0) {
    questions.set("trading", "No field says whether a market trades. Does the listing have only those that do?");
  }
  return trading;
}

/** The field beside the rows that tells an error, and those of its message. */
export function inferStatus(body: unknown, path: string, questions: Map<string, string>): FlatVenue["status"] {
  if (path === "" || !isObject(body)) return undefined;
  const field = NAMES.status.map((name) => Object.keys(body).find((key) => normaliseName(key) === name)).find(Boolean);
  const ok = field === undefined ? undefined : body[field];
  if (field === undefined || (typeof ok !== "string" && typeof ok !== "number")) return undefined;
  const words = Object.keys(body).filter((key) => NAMES.words.test(normaliseName(key)));
  if (words.length === 0) questions.set("status", "Which field carries the message of an error?");
  return { field, ok, words: [field, ...words] };
}

function findMostFrequent(values: readonly (string | undefined)[]): string | undefined {
  return [...countValues(values)].sort(([, a], [, b]) => b - a)[0]?.[0];
}
