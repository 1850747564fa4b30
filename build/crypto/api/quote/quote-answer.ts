import type { RenderPoints } from "../../../kit/api/derived.ts";
import { roundNumber } from "../../../lib/json/significant-digits.ts";
import { DAY_MS, HOUR_MS, renderTime } from "../../../lib/time.ts";
import type { ChangeWindow } from "../../normalise/change-window.ts";
import type { CoinDetail } from "../endpoints/coin.ts";
import type { Candle } from "../endpoints/coin-ohlc.ts";
import type { CoinRow } from "../rows/coin-row.ts";
import { listOrigins, selectOrigins } from "../rows/origin-run.ts";
import { COIN_CURRENCIES, type QuoteKind } from "./currencies.ts";
import {
  type AnswerMeta,
  type HoursData,
  listSparklineTimes,
  type Points,
  type Quotable,
  type Quote,
  readHours,
  readPoints,
} from "./quote.ts";

/**
 * Converts published answers to another currency, in the generator and in the handler alike: both
 * give the same numbers, because both convert rounded values. No dependencies: it also runs in
 * workers.
 */

/** The answer in the currency of the quote. */
export function quoteAnswer(
  kind: QuoteKind,
  { data, meta }: Quotable,
  quote: Quote,
  renderPoints: RenderPoints,
): Quotable {
  const added = {
    self: `in/${quote.currency}/${String(meta["self"])}`,
    stale: meta.stale || quote.stale,
    sources: [...new Set([...meta.sources, ...quote.sources])].sort(),
    currency: quote.currency,
  };
  const converted = CONVERTERS[kind](data as never, meta, quote, renderPoints);
  return { data: converted.data, meta: { ...meta, ...added, ...converted.meta } };
}

type Convert<Data> = (
  data: Data,
  meta: AnswerMeta,
  quote: Quote,
  renderPoints: RenderPoints,
) => { data: unknown; meta?: Record<string, unknown> };

const quoteRows: Convert<CoinRow[]> = (rows, { pagination }, quote) => ({
  data: rows.map((row) => quoteRow(row, quote)),
  // Further pages have no files. A link with a query would lead in a loop: hosts without the
  // handler answer it with page 1 again.
  meta: { pagination: { ...(pagination as object), next: null, previous: null } },
});

const quoteDetail: Convert<CoinDetail> = (detail, meta, quote) => {
  const rates = listSparklineTimes(meta).map(quote.atHourEnd);
  const { atl, atl_date, atl_change_percentage } = detail;
  const row = quoteRow(detail, quote);
  const low = { price: atl, date: atl_date, change: atl_change_percentage };
  const lowest = quoteExtreme(low, row, row.low_24h, quote, (price, known) => price < known);
  return {
    data: {
      ...detail,
      ...row,
      atl: lowest.price,
      atl_date: lowest.date,
      atl_change_percentage: lowest.change,
      sparkline_7d: detail.sparkline_7d.map((value, at) => convert(value, rates[at] ?? null)),
    },
  };
};

interface HistoryData {
  period: string;
  prices: Points;
  market_caps: Points;
  total_volumes: Points;
}

/**
 * Days at the rate of their day, hours at that of their end, other points at that of their time.
 * Where each hour has one build, in its first five minutes, its price is also that of the hour.
 */
function chooseRate(period: string, times: readonly number[], quote: Quote): Quote["at"] {
  if (period === "1y" || period === "all") return quote.onDay;
  const isHourly = (period === "1h" || period === "24h") && times.every((time) => time % HOUR_MS === 0);
  return isHourly ? quote.onHour : quote.at;
}

/** Without a rate there is no point. */
const quoteHistory: Convert<HistoryData> = (data, meta, quote, renderPoints) => {
  const { times, values } = readPoints(data.prices);
  const rates = times.map(chooseRate(data.period, times, quote));
  const kept = [...times.keys()].filter((at) => rates[at] !== null);
  const column = (list: readonly (number | null)[]) => kept.map((at) => convert(list[at] ?? null, rates[at] ?? null));
  const keptTimes = times.filter((_, at) => rates[at] !== null);
  const columns = [values, readPoints(data.market_caps).values, readPoints(data.total_volumes).values].map(column);
  const [prices, market_caps, total_volumes] = renderPoints(keptTimes, ...columns);
  const first = keptTimes[0];
  const last = keptTimes.at(-1);
  return {
    data: {
      ...data,
      from: first === undefined ? null : renderTime(first),
      to: last === undefined ? null : renderTime(last),
      points: keptTimes.length,
      prices,
      market_caps,
      total_volumes,
    },
    meta: { origins: selectOrigins(meta.origins ?? [], times, kept) },
  };
};

/** Each hour at the rate of its time, as in a history; without a rate it has no price. */
const quoteHours: Convert<HoursData> = (data, meta, quote) => {
  const { times, values } = readHours(data);
  const rates = times.map(quote.at);
  const prices = values.map((value, at) => convert(value, rates[at] ?? null));
  const known = times.flatMap((time, at) => (values[at] === null ? [] : [{ time, price: prices[at] }]));
  const kept = [...known.keys()].filter((at) => known[at]?.price !== null);
  const first = prices.findIndex((price) => price !== null);
  const last = prices.findLastIndex((price) => price !== null);
  const firstMs = times[first];
  return {
    data: {
      ...data,
      from: firstMs === undefined ? null : renderTime(firstMs),
      prices: first === -1 ? [] : prices.slice(first, last + 1),
    },
    meta: {
      origins: selectOrigins(
        meta.origins ?? [],
        known.map(({ time }) => time),
        kept,
      ),
    },
  };
};

interface CandleData {
  period: string;
  candles: readonly Candle[];
}

/**
 * Open and close at the rates of the history: the open is the close before. The high and the low
 * are at the rate of the close. A coin as the currency moves within the candle, and its price at
 * the time of the high is unknown: there the range is that of open and close, as observed. There
 * is no candle where a rate is unknown.
 */
const quoteCandles: Convert<CandleData> = (data, meta, quote) => {
  const isDaily = data.period === "all";
  const stepMs = isDaily ? DAY_MS : HOUR_MS;
  const rateOf = (timeMs: number) => (isDaily ? quote.onDay(timeMs) : quote.at(timeMs));
  const isCoin = quote.currency in COIN_CURRENCIES;
  const kept: number[] = [];
  const candles = data.candles.flatMap(([timeMs, ...usd], at): Candle[] => {
    const rate = rateOf(timeMs);
    const open = convert(usd[0], rateOf(timeMs - stepMs));
    const [high, low, close] = [usd[1], usd[2], usd[3]].map((value) => convert(value, rate));
    if (open === null || high == null || low == null || close == null) return [];
    kept.push(at);
    const wicks = isCoin ? [] : [high, low];
    return [[timeMs, open, Math.max(open, close, ...wicks), Math.min(open, close, ...wicks), close]];
  });
  const times = data.candles.map(([timeMs]) => timeMs);
  const first = candles[0]?.[0];
  const last = candles.at(-1)?.[0];
  const origins = selectOrigins(meta.origins ?? [], times, kept);
  const observed = { times: candles.map(([timeMs]) => timeMs), origins: candles.map(() => "observed") };
  return {
    data: {
      ...data,
      from: first === undefined ? null : renderTime(first),
      to: last === undefined ? null : renderTime(last),
      points: candles.length,
      candles,
    },
    meta: { origins: isCoin ? listOrigins(observed) : origins },
  };
};

interface GlobalData {
  total_market_cap: { usd: number };
  total_volume: { usd: number };
}

const quoteGlobal: Convert<GlobalData> = (data, _meta, { currency, rate }) => {
  const add = ({ usd }: { usd: number }) => ({ usd, [currency]: convert(usd, rate) });
  return {
    data: { ...data, total_market_cap: add(data.total_market_cap), total_volume: add(data.total_volume) },
  };
};

const quoteTrending: Convert<Record<string, CoinRow[]>> = (lists, _meta, quote) => ({
  data: Object.fromEntries(
    Object.entries(lists).map(([name, rows]) => [name, rows.map((row) => quoteRow(row, quote))]),
  ),
});

const quoteSparklines: Convert<Record<string, (number | null)[]>> = (lines, meta, quote) => {
  const rates = meta.series?.timestamps.map(quote.at) ?? [];
  return {
    data: Object.fromEntries(
      Object.entries(lines).map(([key, line]) => [key, line.map((value, at) => convert(value, rates[at] ?? null))]),
    ),
  };
};

const CONVERTERS: Readonly<Record<QuoteKind, Convert<never>>> = {
  rows: quoteRows,
  coin: quoteDetail,
  history: quoteHistory,
  hours: quoteHours,
  candles: quoteCandles,
  global: quoteGlobal,
  trending: quoteTrending,
  sparklines: quoteSparklines,
};

/** Changes are those in the currency: of the price and of the currency together. */
export function quoteRow<Row extends CoinRow>(row: Row, quote: Quote): Row {
  const now = (value: number | null) => convert(value, quote.rate);
  // The extremes of a day in USD are not those in a currency that moves within the day.
  const extreme = quote.currency in COIN_CURRENCIES ? () => null : now;
  const timeMs = row.last_updated === null ? null : Date.parse(row.last_updated);
  const span = (window: ChangeWindow) => (timeMs === null ? null : quote.span(window, timeMs));
  // Sums of what changed, not differences of what remains: those would lose most digits.
  const change = (window: ChangeWindow) => {
    const percentage = row[`price_change_percentage_${window}`];
    const rates = span(window);
    if (percentage === null || rates === null) return null;
    const ratio = rates.end / rates.start;
    return roundNumber(dropNoise(ratio - 1 + (roundNumber(percentage) / 100) * ratio, 1) * 100);
  };
  const changeOfDay = () => {
    const { current_price: price, price_change_24h: usd } = row;
    const rates = span("24h");
    if (price === null || usd === null || rates === null) return null;
    const { start, end } = rates;
    return roundNumber(dropNoise(roundNumber(price) * (end - start) + roundNumber(usd) * start, price * end));
  };
  const converted = {
    ...row,
    current_price: now(row.current_price),
    price_low: now(row.price_low),
    price_high: now(row.price_high),
    market_cap: now(row.market_cap),
    fully_diluted_valuation: now(row.fully_diluted_valuation),
    total_volume: now(row.total_volume),
    high_24h: extreme(row.high_24h),
    low_24h: extreme(row.low_24h),
    price_change_24h: changeOfDay(),
    price_change_percentage_1h: change("1h"),
    price_change_percentage_24h: change("24h"),
    price_change_percentage_7d: change("7d"),
    price_change_percentage_30d: change("30d"),
    price_change_percentage_1y: change("1y"),
  };
  const high = { price: row.ath, date: row.ath_date, change: row.ath_change_percentage };
  const highest = quoteExtreme(high, converted, converted.high_24h, quote, (one, known) => one > known);
  return { ...converted, ath: highest.price, ath_date: highest.date, ath_change_percentage: highest.change };
}

interface PublishedExtreme {
  price: number | null;
  date: string | null;
  change: number | null;
}

/** The extreme in USD at the rate of its time, moved where the price or the last day passes it. */
function quoteExtreme(
  { price: known, date }: PublishedExtreme,
  { current_price: price, last_updated }: CoinRow,
  ofDay: number | null,
  quote: Quote,
  passes: (price: number, known: number) => boolean,
): PublishedExtreme {
  const extreme = date === null ? null : convert(known, quote.atExtreme(Date.parse(date)));
  if (extreme === null || extreme === 0) return { price: null, date: null, change: null };
  if (price === null) return { price: extreme, date, change: null };
  const reached = ofDay !== null && passes(ofDay, price) ? ofDay : price;
  if (passes(reached, extreme))
    return { price: reached, date: last_updated, change: roundNumber((price / reached - 1) * 100) };
  return { price: extreme, date, change: roundNumber((price / extreme - 1) * 100) };
}

/** A coin in its own units does not change: what is left is the rounding of published values. */
function dropNoise(difference: number, value: number): number {
  return Math.abs(difference) < Math.abs(value) * 1e-11 ? 0 : difference;
}

/** Rounded before and after: published and computed values give the same result. */
function convert(value: number | null, rate: number | null): number | null {
  return value === null || rate === null ? null : roundNumber(roundNumber(value) * rate);
}
