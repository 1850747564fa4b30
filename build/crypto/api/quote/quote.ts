import type { Need } from "../../../kit/api/derived.ts";
import type { Values } from "../../../kit/api/query.ts";
import { roundNumber } from "../../../lib/json/significant-digits.ts";
import { DAY_MS, floorTo, HOUR_MS } from "../../../lib/time.ts";
import { CHANGE_WINDOW_MS, type ChangeWindow } from "../../normalise/change-window.ts";
import type { CoinDetail } from "../endpoints/coin.ts";
import type { OriginRun } from "../rows/origin-run.ts";
import { COIN_CURRENCIES, type QuoteKind } from "./currencies.ts";
import { FIXED_AT_MS, type FixingTable, findDayFixing } from "./fixing.ts";

/** What a currency is worth. No dependencies: it also runs in workers. */
export interface Quote {
  /** Lower-case code. */
  currency: string;
  /** Units for one USD, now. */
  rate: number;
  /** Sources of the rate, and whether it is old. */
  sources: readonly string[];
  stale: boolean;
  /** Units for one USD at a time, and on a closed UTC day. */
  at(timeMs: number): number | null;
  onDay(dayMs: number): number | null;
  /** For a value that was known at the end of the hour which starts then. */
  onHour(timeMs: number): number | null;
  /** For a value that stands at the end of its hour, as in `sparkline_7d`. */
  atHourEnd(timeMs: number): number | null;
  /** At a time and one window before, for changes; `null` if unknown. */
  span(window: ChangeWindow, timeMs: number): { start: number; end: number } | null;
  /** At the time of an all-time high or low. A coin has none: those in USD are not those in it. */
  atExtreme(timeMs: number): number | null;
}

/** A published answer, as a file or as it is computed. */
export interface Quotable {
  data: unknown;
  meta: AnswerMeta;
}

export interface AnswerMeta {
  [name: string]: unknown;
  stale: boolean;
  sources: readonly string[];
  /** The origins of the points of a series, in their order. */
  origins?: readonly OriginRun[];
  /** The hours of lines. */
  series?: { timestamps: readonly number[] };
  /** The last hour of the line of a coin, and the number of its hours. */
  sparkline_7d?: { to: string; points: number };
}

/**
 * Which answers in USD say what the currency is worth. The order is that of `findQuote`, which says
 * whether they are enough.
 */
export function listReferences(
  kind: QuoteKind,
  currency: string,
  { period, year }: Values,
): Need<Quotable | undefined>[] {
  const coin = COIN_CURRENCIES[currency];
  if (coin === undefined) {
    return [
      { endpoint: "exchange-rates", values: {}, optional: true },
      { endpoint: "currency-history", values: { code: currency }, optional: true },
    ];
  }
  const current: Need<Quotable> = { endpoint: "coin", values: { symbol: coin.key }, optional: true };
  if (isSeries(kind)) {
    // The closes of candles are the prices of the history of the same period.
    const asked = kind === "candles" ? (period ?? "30d") : period;
    const historyOf = (values: Values): Need<Quotable | undefined> => {
      return { endpoint: "coin-history", values: { symbol: coin.key, ...values }, optional: true };
    };
    // Histories of the last day may have hours, where that of the currency has finer points.
    const hours = kind === "history" && (asked === "1h" || asked === "24h") ? [historyOf({ period: "7d" })] : [];
    return [current, historyOf(asked === undefined ? {} : { period: asked }), ...hours];
  }
  if (kind === "hours" && year !== undefined)
    return [current, { endpoint: "coin-hours", values: { symbol: coin.key, year }, optional: true }];
  if (kind !== "sparklines") return [current];
  return [current, { endpoint: "sparklines", values: { symbols: coin.key }, optional: true }];
}

/** The answers of `listReferences`, among those of a conversion that states no forms. */
export function readReferences(answers: readonly unknown[]): (Quotable | undefined)[] {
  return answers.map((answer) => (isQuotable(answer) ? answer : undefined));
}

function isQuotable(answer: unknown): answer is Quotable {
  return typeof answer === "object" && answer !== null && "data" in answer && "meta" in answer;
}

/** Answers with a rate for the time of each point. */
function isSeries(kind: QuoteKind): boolean {
  return kind === "history" || kind === "candles";
}

/** Quotes by the answers that they were made from: most answers in a currency share one. */
const quotes = new WeakMap<object, Map<string, { from: readonly (Quotable | undefined)[]; quote: Quote }>>();

/**
 * `undefined` if the currency has no rate: nothing of it is kept, because a request may name any
 * number of currencies. Otherwise the same answer objects give the same quote.
 *
 * @param references the answers of `listReferences`, in its order
 */
export function findQuote(
  kind: QuoteKind,
  currency: string,
  [current, past, hours]: readonly (Quotable | undefined)[],
): Quote | undefined {
  if (current === undefined) return undefined;
  const made = quotes.get(past ?? current) ?? new Map();
  const name = `${kind} ${currency}`;
  const known = made.get(name);
  if (known?.from[0] === current && known.from[1] === hours) return known.quote;
  const quote = createQuote(kind, currency, current, past, hours);
  if (quote === undefined) return undefined;
  quotes.set(past ?? current, made.set(name, { from: [current, hours], quote }));
  return quote;
}

function createQuote(
  kind: QuoteKind,
  currency: string,
  current: Quotable,
  past: Quotable | undefined,
  hours: Quotable | undefined,
): Quote | undefined {
  const isPast = isSeries(kind) || kind === "hours";
  const { sources, stale } = (isPast && past ? past : current).meta;
  const found =
    currency in COIN_CURRENCIES
      ? createCoinQuote(
          currency,
          current.data as CoinDetail,
          readPrices(kind, current, past),
          hours && readHistory(hours),
        )
      : createFiatQuote(currency, current.data as RatesData, past?.data as PastRates | undefined);
  return found && { currency, sources, stale, ...found };
}

interface RatesData {
  rates: Readonly<Record<string, number>>;
}

interface PastRates {
  dates: readonly string[];
  rates: FixingTable["rates"];
}

type Rates = Omit<Quote, "currency" | "sources" | "stale">;

/** Current values at the table's rate, past ones at the fixing of their time. */
function createFiatQuote(currency: string, { rates }: RatesData, past: PastRates | undefined): Rates | undefined {
  const code = currency.toUpperCase();
  if (rates[code] === undefined) return undefined;
  const rate = roundNumber(rates[code]);
  const fixings = { days: past?.dates ?? [], rates: past?.rates ?? {} };
  // Every coin asks for the same days.
  const known = new Map<number, number | null>();
  const onDay = (timeMs: number) => {
    const dayMs = floorTo(timeMs, DAY_MS);
    if (!known.has(dayMs)) known.set(dayMs, roundRate(findDayFixing(fixings, code, dayMs)));
    return known.get(dayMs) ?? null;
  };
  const at = (timeMs: number) => onDay(timeMs - FIXED_AT_MS);
  const newestMs = Date.parse(fixings.days.at(-1) ?? "");
  // Fixings have fewer digits than the rate: between equal ones nothing changed. The change of an
  // old price is that until its own time.
  const atEnd = (timeMs: number): number => {
    const fixed = at(timeMs);
    const isOld = timeMs < newestMs - LONGEST_HOLIDAYS_MS;
    return fixed !== null && (isOld || isNear(fixed, rate)) ? fixed : rate;
  };
  return {
    rate,
    at,
    onHour: at,
    atHourEnd: (timeMs) => at(timeMs - HOUR_MS),
    onDay,
    atExtreme: at,
    span(window, timeMs) {
      const start = at(timeMs - CHANGE_WINDOW_MS[window]);
      return start === null ? null : { start, end: atEnd(timeMs) };
    },
  };
}

/** Days without a fixing around Christmas and Easter. */
const LONGEST_HOLIDAYS_MS = 5 * DAY_MS;

/** The same rate with fewer digits. */
function isNear(fixed: number, rate: number): boolean {
  return Math.abs(fixed / rate - 1) < 1e-7;
}

/** As published, so that generator and handler convert with the same numbers. */
function roundRate(rate: number | null): number | null {
  return rate === null ? null : roundNumber(rate);
}

/** A coin as a currency: at its own price of each time. */
function createCoinQuote(
  currency: string,
  coin: CoinDetail,
  prices: ReadonlyMap<number, number | null>,
  hours: ReadonlyMap<number, number | null> = prices,
): Rates | undefined {
  const price = coin.current_price;
  if (price === null || price <= 0 || coin.id !== COIN_CURRENCIES[currency]?.id) return undefined;
  const rate = 1 / roundNumber(price);
  const invert = (value: number | null | undefined) => (value == null || value <= 0 ? null : 1 / roundNumber(value));
  const at = (timeMs: number) => invert(prices.get(timeMs));
  const newestHourMs = [...hours.keys()].at(-1) ?? Number.NaN;
  return {
    rate,
    at,
    // The running hour has the present price.
    onHour: (timeMs) => (timeMs === newestHourMs + HOUR_MS ? rate : invert(hours.get(timeMs))),
    atHourEnd: at,
    onDay: at,
    span(window, timeMs) {
      const change = coin[`price_change_percentage_${window}`];
      // The coin's own change is that until now, not until the time of an old price.
      const isOld = timeMs < Date.parse(coin.last_updated ?? "") - DAY_MS;
      if (change === null || isOld) return null;
      const start = rate * (1 + roundNumber(change) / 100);
      return start > 0 ? { start, end: rate } : null;
    },
    atExtreme: () => null,
  };
}

/** The prices of the coin at the times of the answer that is converted. */
function readPrices(kind: QuoteKind, current: Quotable, past: Quotable | undefined): Map<number, number | null> {
  if (isSeries(kind) && past) return readHistory(past);
  if (kind === "hours" && past) {
    const { times, values } = readHours(past.data as HoursData);
    return new Map(times.map((time, at) => [time, values[at] ?? null]));
  }
  if (kind === "sparklines" && past) {
    const [line = []] = Object.values(past.data as Record<string, (number | null)[]>);
    return new Map(past.meta.series?.timestamps.map((time, at) => [time, line[at] ?? null]));
  }
  const times = listSparklineTimes(current.meta);
  return new Map(times.map((time, at) => [time, (current.data as CoinDetail).sparkline_7d[at] ?? null]));
}

function readHistory({ data }: Quotable): Map<number, number | null> {
  const { times, values } = readPoints((data as { prices: Points }).prices);
  return new Map(times.map((time, at) => [time, values[at] ?? null]));
}

/** The times of `sparkline_7d` of a coin in detail. */
export function listSparklineTimes(meta: AnswerMeta): number[] {
  if (meta.sparkline_7d === undefined) return [];
  const { to, points } = meta.sparkline_7d;
  return Array.from({ length: points }, (_, at) => Date.parse(to) - (points - 1 - at) * HOUR_MS);
}

/** The hours of a year, one price after the other. */
export interface HoursData {
  from: string | null;
  prices: readonly (number | null)[];
}

/** The hours as columns; times in unix milliseconds. */
export function readHours({ from, prices }: HoursData): Columns {
  const firstMs = Date.parse(from ?? "");
  return { times: prices.map((_, at) => firstMs + at * HOUR_MS), values: prices };
}

/** Points as in a published file, or as columns. */
export type Points = readonly (readonly [number, number | null])[] | Columns;

interface Columns {
  times: readonly number[];
  values: readonly (number | null)[];
}

/** The points as columns. */
export function readPoints(points: Points): Columns {
  if ("times" in points) return points;
  return { times: points.map(([time]) => time), values: points.map(([, value]) => value) };
}
