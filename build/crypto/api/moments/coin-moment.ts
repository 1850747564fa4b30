import { type DerivedRequest, defineConversion, type Need, Refusal } from "../../../kit/api/derived.ts";
import { renderQuery } from "../../../kit/api/query.ts";
import { roundNumber } from "../../../lib/json/significant-digits.ts";
import { DAY_MS, HOUR_MS, renderTime } from "../../../lib/time.ts";
import { nameCurrencyFolder } from "../place-file.ts";
import { COIN_CURRENCIES } from "../quote/currencies.ts";
import {
  type AnswerMeta,
  findQuote,
  type HoursData,
  listReferences,
  type Points,
  type Quotable,
  readHours,
  readPoints,
} from "../quote/quote.ts";
import type { OriginRun } from "../rows/origin-run.ts";
import { describeNoPrice, describeNoRateThen, findPrice, type PricedMoment, type PriceSeries } from "./find-price.ts";
import { MOMENT_ALLOWED, parseMoment } from "./parse-moment.ts";
import { findPointRate, parseInterval } from "./point-rate.ts";

/** The price of a coin at a time. No dependencies: it also runs in workers. */

interface HistoryAnswer {
  data: { id: string; symbol: string; interval: string; prices: Points };
  meta: AnswerMeta & { origins: OriginRun[] };
}

/** Hours of a year that are kept for good. */
interface YearAnswer extends Pick<HistoryAnswer, "meta"> {
  data: HoursData & { year: number };
}

interface GlobalAnswer {
  data: { updated_at: string };
}

/** A series, and the answer that it is from. */
interface KnownSeries extends PriceSeries {
  answer: HistoryAnswer | YearAnswer;
}

/** When the newest price of the market was observed: later hours and days are not closed. */
const newest: Need<GlobalAnswer> = { endpoint: "global", values: {}, optional: true };

/** `1y` has the days of such a moment, and those in which its price may lie. */
const YEAR_MS = 360 * DAY_MS;

/** The days of ten years take ten times the time to read. */
function choosePeriod({ values, asOfMs }: DerivedRequest): "1y" | "all" {
  const timeMs = parseMoment(String(values["time"] ?? ""));
  return timeMs !== undefined && asOfMs !== undefined && timeMs >= asOfMs - YEAR_MS ? "1y" : "all";
}

/** The histories of hours, of the last day, and of days. */
function historiesOf(
  request: DerivedRequest,
  symbol: string,
  optional: { optional?: true } = {},
): Need<HistoryAnswer>[] {
  const periods = ["30d", "24h", choosePeriod(request)];
  return periods.map((period) => ({ endpoint: "coin-history", values: { symbol, period }, ...optional }));
}

/** The years of the first and the last hour that is new enough for the moment. */
function listYears({ values }: Pick<DerivedRequest, "values">): number[] {
  const timeMs = parseMoment(String(values["time"] ?? ""));
  if (timeMs === undefined) return [];
  return [...new Set([3, 1].map((hours) => new Date(timeMs - hours * HOUR_MS).getUTCFullYear()))];
}

const yearsOf = (symbol: string, years: readonly number[]): Need<YearAnswer | undefined>[] =>
  years.map((year) => ({ endpoint: "coin-hours", values: { symbol, year }, optional: true }));

/** What the currency was worth: the same answers of a coin, or the fixings. */
function listRates(request: DerivedRequest, years: readonly number[]): Need[] {
  const { currency } = request;
  const coin = COIN_CURRENCIES[currency];
  if (coin !== undefined) return [...historiesOf(request, coin.key, { optional: true }), ...yearsOf(coin.key, years)];
  return currency === "usd" ? [] : listReferences("rows", currency, {});
}

/** Only the price that was found is converted, as in the history in that currency. */
export const coinMoment = defineConversion({
  needs(request): Need[] {
    const symbol = String(request.values["symbol"]);
    const years = listYears(request);
    return [newest, ...historiesOf(request, symbol), ...yearsOf(symbol, years), ...listRates(request, years)];
  },
  convert(answers, request) {
    const { currency, values } = request;
    const [global, hours, recent, days, ...others] = answers as [
      GlobalAnswer | undefined,
      HistoryAnswer,
      HistoryAnswer,
      HistoryAnswer,
      ...(Quotable | undefined)[],
    ];
    const { length } = listYears({ values });
    const years = others.slice(0, length) as (YearAnswer | undefined)[];
    const rates = others.slice(length);
    const timeMs = parseMoment(String(values["time"] ?? ""));
    if (timeMs === undefined) return new Refusal("invalid_parameter", `time must be ${MOMENT_ALLOWED}`);
    const { id, symbol } = hours.data;
    const knownUntilMs = findKnownUntil(global, hours, recent);
    const nearest = findPrice(listSeries({ hours, years, recent, days }, knownUntilMs, timeMs), timeMs);
    if (nearest.found === undefined) {
      const since = choosePeriod(request) === "1y" ? "in the year before it" : "before it is known";
      return new Refusal("not_found", describeNoPrice(symbol, timeMs, nearest, since));
    }
    const rateOf = ({ series, at, countsFromMs }: PricedMoment<KnownSeries>) => {
      const position = [hours, recent, days, ...years].indexOf(series.answer);
      return findRate(currency, rates, { position, series, startMs: series.times[at] ?? countsFromMs });
    };
    // A coin as the currency may have the day alone, where this coin has its hours too.
    const found = [nearest.found, ...nearest.others].find((one) => rateOf(one) != null) ?? nearest.found;
    const rate = rateOf(found);
    if (rate === undefined) return null;
    if (rate === null) return new Refusal("not_found", describeNoRateThen(symbol, timeMs, currency));
    const { resolution, times, answer } = found.series;
    const { meta } = answer;
    const source = findSource(meta.origins, found.at);
    const requested = renderTime(timeMs);
    const countsFrom = renderTime(found.countsFromMs);
    return {
      data: {
        id,
        symbol,
        price: currency === "usd" ? found.price : roundNumber(roundNumber(found.price) * rate.value),
        time: countsFrom,
        resolution,
        distance_seconds: Math.floor((timeMs - found.countsFromMs) / 1000),
        price_source: source ?? "aggregated",
      },
      meta: {
        schema_version: meta["schema_version"],
        self: describeSelf(currency, String(values["symbol"]), requested),
        updated_at: countsFrom,
        expires_at: meta["expires_at"],
        stale: meta.stale && found.at === times.length - 1,
        sources: [...new Set([...(source === null ? listOwnSources(meta) : [source]), ...rate.sources])].sort(),
        currency,
        requested_time: requested,
        ...(meta["sample"] === true && { sample: true }),
      },
    };
  },
});

/** When the newest price was observed, of the market or of the coin. */
function findKnownUntil(global: GlobalAnswer | undefined, ...answers: readonly HistoryAnswer[]): number {
  const updates = [global?.data.updated_at, ...answers.map(({ meta }) => meta["updated_at"])];
  return Math.max(...updates.map((time) => Date.parse(String(time)) || 0));
}

interface KnownAnswers {
  hours: HistoryAnswer;
  years: readonly (YearAnswer | undefined)[];
  recent: HistoryAnswer;
  days: HistoryAnswer;
}

/**
 * Hours come first: the end of a closed hour has the price of the hour, also where a finer point
 * counts from the same time.
 */
function listSeries({ hours, years, recent, days }: KnownAnswers, knownUntilMs: number, timeMs: number): KnownSeries[] {
  const samples = readPoints(recent.data.prices).times;
  // Where there are few points of a day, the answer has hours instead, at full hours. Of those only
  // the running one is not among the closed hours.
  const isHourly = samples.every((time) => time % HOUR_MS === 0);
  const closed = [
    readClosed("1h", hours, knownUntilMs),
    ...years.flatMap((year) => (year === undefined ? [] : [readYear(year)])),
  ];
  const daily = readClosed("1d", days, knownUntilMs);
  return [
    ...closed,
    { ...readSeries(isHourly ? "1h" : "5m", recent), newestMs: Date.parse(String(recent.meta["updated_at"])) },
    { ...daily, observedMs: findEarlyCloses(daily, closed, timeMs) },
  ];
}

/** Days around the moment whose prices may answer it. */
const AROUND_MS = 3 * DAY_MS;

/**
 * The days around the moment that no build saw until their end: such a day has the price of its
 * last known hour. By row: the end of that hour.
 */
function findEarlyCloses({ times, prices }: PriceSeries, hours: readonly PriceSeries[], timeMs: number) {
  const ends = new Map<number, number>();
  for (const [at, dayMs] of times.entries()) {
    if (Math.abs(dayMs - timeMs) > AROUND_MS) continue;
    const known = hours.flatMap((series) => {
      const row = series.times.findLastIndex(
        (hourMs, hour) => hourMs < dayMs + DAY_MS && series.prices[hour] != null && hourMs >= dayMs,
      );
      return row === -1 ? [] : [{ endMs: series.times[row]! + HOUR_MS, price: series.prices[row]! }];
    });
    const last = known.reduce<(typeof known)[number] | undefined>(
      (newest, one) => (newest !== undefined && newest.endMs >= one.endMs ? newest : one),
      undefined,
    );
    if (last !== undefined && last.endMs < dayMs + DAY_MS && last.price === prices[at]) ends.set(at, last.endMs);
  }
  return ends;
}

/**
 * Units of the currency for one USD at the time of a point, as histories in the currency have it.
 * `position`: of the history that the point is from. `undefined`: there are no past rates of the
 * currency. `null`: there is none at that time.
 */
function findRate(
  currency: string,
  answers: readonly (Quotable | undefined)[],
  { position, series, startMs }: { position: number; series: PriceSeries; startMs: number },
): { value: number; sources: readonly string[] } | null | undefined {
  if (currency === "usd") return { value: 1, sources: [] };
  if (currency in COIN_CURRENCIES) {
    const answer = answers[position] as HistoryAnswer | YearAnswer | undefined;
    if (answer === undefined) return undefined;
    const { times, values } = "year" in answer.data ? readHours(answer.data) : readPoints(answer.data.prices);
    // The last price within the step: where the coin has hours, the currency may have finer points.
    const row = times.findLastIndex((time) => time < startMs + series.stepMs);
    const price = (times[row] ?? 0) >= startMs ? values[row] : null;
    return price == null || price <= 0 ? null : { value: 1 / roundNumber(price), sources: answer.meta.sources };
  }
  const quote = findQuote("rows", currency, answers);
  const past = answers[1];
  if (quote === undefined || past === undefined) return undefined;
  const value = findPointRate(quote, series.resolution, startMs);
  // The current rates may have further sources.
  return value === null ? null : { value, sources: past.meta.sources };
}

function readSeries(resolution: PriceSeries["resolution"], answer: HistoryAnswer): KnownSeries {
  const { times, values } = readPoints(answer.data.prices);
  const stepMs = parseInterval(resolution);
  const intervalMs = Math.max(stepMs, parseInterval(answer.data.interval));
  return { resolution, stepMs, intervalMs, times, prices: values, answer };
}

/** The known hours of a year, all of them closed: origins count those alone. */
function readYear(answer: YearAnswer): KnownSeries {
  const { times, values } = readHours(answer.data);
  const known = [...times.keys()].filter((at) => values[at] !== null);
  return {
    resolution: "1h",
    stepMs: HOUR_MS,
    intervalMs: HOUR_MS,
    times: known.flatMap((at) => times[at] ?? []),
    prices: known.map((at) => values[at] ?? null),
    answer,
  };
}

/** Without the running hour or day, whose price still changes. */
function readClosed(resolution: "1h" | "1d", answer: HistoryAnswer, knownUntilMs: number): KnownSeries {
  const series = readSeries(resolution, answer);
  const running = series.times.findIndex((time) => time + series.stepMs > knownUntilMs);
  return running === -1 ? series : { ...series, times: series.times.slice(0, running) };
}

/** The source of a point; `null` for our own. */
function findSource(origins: readonly OriginRun[], at: number): string | null {
  let end = 0;
  for (const { source, points } of origins) {
    end += points;
    if (at < end) return source;
  }
  return null;
}

/** Sources of our own prices: without those that filled other points. */
function listOwnSources({ sources, origins }: HistoryAnswer["meta"]): string[] {
  const filled = new Set(origins.map(({ source }) => source));
  return sources.filter((source) => !filled.has(source));
}

function describeSelf(currency: string, key: string, time: string): string {
  return `${nameCurrencyFolder(currency)}coins/${key}/at${renderQuery([["time", time]])}`;
}
