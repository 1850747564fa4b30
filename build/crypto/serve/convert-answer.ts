import type { RenderPoints } from "../../kit/api/derived.ts";
import { roundNumber } from "../../lib/json/significant-digits.ts";
import { floorTo } from "../../lib/time.ts";
import { findPointRate, parseInterval } from "../api/moments/point-rate.ts";
import type { QuoteKind } from "../api/quote/currencies.ts";
import { findQuote, type Quotable } from "../api/quote/quote.ts";
import { quoteAnswer } from "../api/quote/quote-answer.ts";

/*
 * Published as `js/convert-answer.js`: pages show answers in currencies that the site publishes no
 * answers in. The numbers are those of a site that is built for the currency.
 */

/** The answers of `exchange-rates`, and of `exchange-rates/history/{code}` if there is one. */
export type Rates = readonly [current: Quotable, past: Quotable | undefined];

/** Forms of answers that lie in the past altogether. */
const SERIES: readonly QuoteKind[] = ["history", "hours", "candles", "sparklines"];
/** Fields of a coin that compare its price with earlier ones. */
const PAST_FIELDS = /^(price_change_percentage_\w+|sparkline_7d)$/;

const renderPoints: RenderPoints = (times, ...columns) =>
  columns.map((values) => times.map((time, at) => [time, values[at] ?? null]));

/**
 * An answer in USD, in the currency. Without past rates, series stay in USD, as `meta.currency`
 * says, and so do changes. Throws a RangeError if the currency has no rate.
 */
export function convertAnswer(kind: QuoteKind, currency: string, answer: Quotable, rates: Rates): Quotable {
  const hasPast = rates[1] !== undefined;
  if (!hasPast && SERIES.includes(kind)) return { ...answer, meta: { ...answer.meta, currency: "usd" } };
  const converted = quoteAnswer(kind, answer, getQuote(kind, currency, rates), renderPoints);
  return hasPast ? converted : { ...converted, data: keepPast(converted.data, answer.data) };
}

/** The price of a coin at a time, in the currency; unchanged where its time has no rate. */
export function convertMoment(currency: string, answer: Quotable, rates: Rates): Quotable {
  const data = answer.data as { price: number; time: string; resolution: string };
  // The price counts from the end of its step, or from within a step that no build saw to its end.
  const startMs = floorTo(Date.parse(data.time) - 1, parseInterval(data.resolution));
  const rate = findPointRate(getQuote("rows", currency, rates), data.resolution, startMs);
  if (rate === null) return answer;
  const price = roundNumber(roundNumber(data.price) * rate);
  return { data: { ...data, price }, meta: { ...answer.meta, currency } };
}

function getQuote(kind: QuoteKind, currency: string, rates: Rates) {
  const quote = findQuote(kind, currency, rates);
  if (quote === undefined) throw new RangeError(`${currency} has no rate`);
  return quote;
}

/** A coin, or lists of coins, with the past fields of the answer in USD. */
function keepPast(converted: unknown, usd: unknown): unknown {
  if (Array.isArray(converted)) return converted.map((row, at) => keepPast(row, (usd as unknown[])[at]));
  if (typeof converted !== "object" || converted === null) return converted;
  const before = usd as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(converted).map(([name, value]) => {
      if (PAST_FIELDS.test(name)) return [name, before[name]];
      return [name, Array.isArray(value) ? keepPast(value, before[name]) : value];
    }),
  );
}
