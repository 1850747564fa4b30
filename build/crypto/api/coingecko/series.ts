import type { Need } from "../../../kit/api/derived.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../lib/time.ts";
import { COIN_CURRENCIES } from "../quote/currencies.ts";
import { findQuote, listReferences, type Points, readPoints, readReferences } from "../quote/quote.ts";
import { quoteAnswer } from "../quote/quote-answer.ts";
import { round } from "./open-row.ts";
import {
  type ChartPeriod,
  detailOf,
  type HistoryAnswer,
  type HoursAnswer,
  historyOf,
  hoursOf,
  type StatusAnswer,
} from "./published.ts";

/*
 * The past values of a coin in a currency, with the times that CoinGecko gives them: a value has
 * the time at which it was known, not that at which its hour or day began. No dependencies: it also
 * runs in workers.
 */

/** A history by its period, or the hours of a year. */
export type SeriesName = ChartPeriod | number;

/** Price, market cap and volume of one time in unix milliseconds. */
export type ChartPoint = readonly [time: number, price: number | null, marketCap: number | null, volume: number | null];

/** The answers that one series in a currency is made from, in the order of `readSeries`. */
export function seriesOf(name: SeriesName, key: string, currency: string): Need[] {
  const own = answerOf(name, key);
  if (currency === "usd") return [own];
  const coin = COIN_CURRENCIES[currency];
  if (typeof name !== "number" || coin === undefined) {
    const period = typeof name === "number" ? {} : { period: name };
    return [own, ...listReferences("history", currency, name === "7d" ? {} : period)];
  }
  return [own, { ...detailOf(coin.key), optional: true }, hoursOf(coin.key, name)];
}

function answerOf(name: SeriesName, key: string): Need {
  return typeof name === "number" ? hoursOf(key, name) : historyOf(key, name);
}

/**
 * The points that may stand in this form, ascending: own ones, and those of open sources.
 * `undefined` if the currency has no rate, or none of the times of the points.
 */
export function readSeries(
  name: SeriesName,
  [own, current, past, hours]: readonly unknown[],
  currency: string,
  open: ReadonlySet<string>,
): readonly ChartPoint[] | undefined {
  if (own === undefined) return [];
  const history = toHistory(name, own);
  if (currency === "usd") return readPointsOf(name, history, open);
  const reference = past === undefined || !(currency in COIN_CURRENCIES) ? past : toHistory(name, past);
  const quote = findQuote("history", currency, readReferences([current, reference, hours]));
  if (quote === undefined) return undefined;
  const quoted = quoteAnswer("history", history, quote, (times, ...columns) =>
    columns.map((values) => ({ times, values })),
  );
  const points = readPointsOf(name, quoted as unknown as HistoryAnswer, open);
  const isWithoutRates = points.length === 0 && readPointsOf(name, history, open).length > 0;
  return isWithoutRates ? undefined : points;
}

/** Hours that are kept for good, in the form of a history. */
function toHistory(name: SeriesName, answer: unknown): HistoryAnswer {
  if (typeof name !== "number") return answer as HistoryAnswer;
  const { data, meta } = answer as HoursAnswer;
  const firstMs = Date.parse(data.from);
  const known = data.prices.flatMap((price, at) => (price === null ? [] : [{ time: firstMs + at * HOUR_MS, price }]));
  const times = known.map(({ time }) => time);
  const unknown: Points = { times, values: times.map(() => null) };
  const prices: Points = { times, values: known.map(({ price }) => price) };
  return { data: { period: "hours", prices, market_caps: unknown, total_volumes: unknown }, meta };
}

function readPointsOf(name: SeriesName, { data, meta }: HistoryAnswer, open: ReadonlySet<string>): ChartPoint[] {
  const prices = readPoints(data.prices);
  const marketCaps = readPoints(data.market_caps).values;
  const volumes = readPoints(data.total_volumes).values;
  const isOpen = meta.origins.flatMap(({ source, points }) =>
    new Array<boolean>(points).fill(source === null || open.has(source)),
  );
  const stepMs = findStep(name, prices.times);
  const newestMs = Date.parse(meta.updated_at);
  return prices.times.flatMap((time, at): ChartPoint[] => {
    if (!isOpen[at]) return [];
    // The running step is known until the newest price.
    const knownMs = Math.min(time + stepMs, Math.max(time, newestMs));
    return [[knownMs, round(prices.values[at]), round(marketCaps[at]), round(volumes[at])]];
  });
}

/**
 * How long after its time a value was known. On a new site the points of `24h` are hours: points of
 * five minutes are never all on the hour.
 */
function findStep(name: SeriesName, times: readonly number[]): number {
  if (name === "1y" || name === "all") return DAY_MS;
  return name === "24h" && times.some((time) => time % HOUR_MS !== 0) ? 5 * MINUTE_MS : HOUR_MS;
}

/**
 * Sources whose points may stand in this form. A venue's candles are scaled to prices of our own;
 * points of lists are copies, which restricted terms exclude.
 */
export function listOpenSources({ data: { sources } }: StatusAnswer): ReadonlySet<string> {
  const open = sources.filter(({ kind, redistribution }) => kind === "exchange" || redistribution !== "restricted");
  return new Set(open.map(({ id }) => id));
}
