import type { StateStore } from "../../../kit/platform/platform.ts";
import { groupBy } from "../../../lib/collections.ts";
import { sortByName } from "../../../lib/entries.ts";
import { isDay, isNumber, isText, isTimeMs, listOf, mapOf, objectOf, optional, orNull } from "../../../lib/shape.ts";
import { renderDay, renderTime, startOfMonth } from "../../../lib/time.ts";
import type { FixingDay, Market, MarketArticle } from "../../market/model/market.ts";
import { type DatasetSeries, endOfPeriod, updateDatasetSeries } from "./dataset-series.ts";

/** The market as a whole at the end of a UTC day, or now for the running day. Money in USD. */
export interface GlobalDay {
  /** `2026-11-20`. */
  date: string;
  observedAtMs: number;
  /** The source of the totals; `null`: sums over the covered coins. Absent in older documents. */
  source?: string | null;
  totalMarketCap: number;
  totalVolume: number;
  activeCoins: number;
  markets: number;
  /** Lower-case symbol → percent of the total, the ten largest. */
  marketCapPercentage: Record<string, number>;
}

/** One row per day: the last observation. */
export const globalSeries: DatasetSeries<GlobalDay> = {
  prefix: "global/",
  nameOf: ({ date }) => `global/${date.slice(0, 4)}`,
  endOf: endOfPeriod,
  keyOf: ({ date }) => date,
  orderOf: ({ date }) => date,
  kind: "global",
  sourceOf: ({ source }) => source,
  // Sums over coins, and the shares of coins, are their market caps.
  withoutComputed: (row) => (row.source === null ? undefined : { ...row, marketCapPercentage: {} }),
  isNewer: (row, known) => row.observedAtMs >= known.observedAtMs,
  isRow: objectOf<GlobalDay>({
    date: isDay,
    observedAtMs: isTimeMs,
    source: optional(orNull(isText)),
    totalMarketCap: isNumber,
    totalVolume: isNumber,
    activeCoins: isNumber,
    markets: isNumber,
    marketCapPercentage: mapOf(isNumber),
  }),
  collect({ global }) {
    if (global === null) return [];
    const { source, updatedAtMs, totalMarketCap, totalVolume, activeCoins, markets, marketCapPercentage } = global;
    const date = renderDay(updatedAtMs);
    return [
      {
        date,
        source,
        observedAtMs: updatedAtMs,
        totalMarketCap,
        totalVolume,
        activeCoins,
        markets,
        marketCapPercentage,
      },
    ];
  },
};

export interface ExchangeRateDay {
  /** `2026-11-20`. */
  date: string;
  observedAtMs: number;
  /** ISO 4217 code → units of it for 1 USD. */
  rates: Record<string, number>;
}

/**
 * The fiat rates by the day they were set for. Sources set them at different times, so that a table
 * may have only a part of the rates of a day: it is added to the others.
 */
export const exchangeRateSeries: DatasetSeries<ExchangeRateDay> = {
  prefix: "exchange-rates/",
  nameOf: ({ date }) => `exchange-rates/${date.slice(0, 4)}`,
  endOf: endOfPeriod,
  kind: "rate",
  keyOf: ({ date }) => date,
  orderOf: ({ date }) => date,
  isNewer: (row, known) => row.observedAtMs >= known.observedAtMs,
  merge: (row, known) => {
    const rates = sortByName(Object.entries({ ...known.rates, ...row.rates }));
    return { ...row, rates: Object.fromEntries(rates) };
  },
  isRow: objectOf<ExchangeRateDay>({ date: isDay, observedAtMs: isTimeMs, rates: mapOf(isNumber) }),
  collect({ exchangeRates }) {
    if (exchangeRates === null) return [];
    const { date, observedAtMs, rates, unproven = [], otherDays = {} } = exchangeRates;
    const proven = Object.entries(rates).filter(([code]) => !unproven.includes(code));
    const byDay = groupBy(proven, ([code]) => otherDays[code] ?? date);
    return [...byDay].map(([day, own]) => ({
      date: day,
      observedAtMs: day === date ? observedAtMs : Date.parse(day),
      rates: Object.fromEntries(own),
    }));
  },
};

/** The central bank's fixings by day. A known rate never changes; a missing one may be added. */
export const fixingSeries: DatasetSeries<FixingDay> = {
  prefix: "fixings/",
  nameOf: ({ date }) => `fixings/${date.slice(0, 4)}`,
  endOf: endOfPeriod,
  kind: "fixing",
  sourceOf: ({ source }) => source,
  keyOf: ({ date }) => date,
  orderOf: ({ date }) => date,
  isNewer: (row, known) => Object.entries(known.rates).every(([code, rate]) => row.rates[code] === rate),
  isRow: objectOf<FixingDay>({ date: isDay, source: isText, rates: mapOf(isNumber) }),
  collect: ({ fixings }) => fixings,
};

export interface FearGreedDay {
  /** `2026-11-20`. */
  date: string;
  /** 0 to 100. */
  value: number;
  classification: string;
}

/** One value per day. */
export const fearGreedSeries: DatasetSeries<FearGreedDay> = {
  prefix: "fear-greed",
  nameOf: () => "fear-greed",
  endOf: () => null,
  kind: "index",
  keyOf: ({ date }) => date,
  orderOf: ({ date }) => date,
  isRow: objectOf<FearGreedDay>({ date: isDay, value: isNumber, classification: isText }),
  collect: ({ fearGreed }) =>
    fearGreed.map(({ timeMs, value, classification }) => ({ date: renderDay(timeMs), value, classification })),
};

export interface TvlDay {
  /** `2026-11-20`. */
  date: string;
  tvlUsd: number;
}

/** The total value locked by UTC day. The source revises past days. */
export const tvlSeries: DatasetSeries<TvlDay> = {
  prefix: "tvl",
  nameOf: () => "tvl",
  endOf: () => null,
  kind: "tvl",
  keyOf: ({ date }) => date,
  orderOf: ({ date }) => date,
  isRow: objectOf<TvlDay>({ date: isDay, tvlUsd: isNumber }),
  collect: ({ defi }) => (defi?.history ?? []).map(({ timeMs, tvlUsd }) => ({ date: renderDay(timeMs), tvlUsd })),
};

const nameNews = (timeMs: number): string => `news/${renderTime(timeMs).slice(0, 7)}`;

/** Every article once, by month of its first publication. Feeds list only the newest. */
export const newsSeries: DatasetSeries<MarketArticle> = {
  prefix: "news/",
  nameOf: ({ publishedAtMs }) => nameNews(publishedAtMs),
  endOf: endOfPeriod,
  kind: "article",
  sourceOf: ({ source }) => source.id,
  keyOf: ({ id }) => id,
  orderOf: ({ publishedAtMs, id }) => `${renderTime(publishedAtMs)} ${id}`,
  // Two states may have seen different dates first.
  merge: (row, known) => ({ ...row, publishedAtMs: Math.min(row.publishedAtMs, known.publishedAtMs) }),
  isRow: objectOf<MarketArticle>({
    id: isText,
    title: isText,
    url: isText,
    source: objectOf<MarketArticle["source"]>({ id: isText, name: isText, url: isText }),
    author: orNull(isText),
    publishedAtMs: isTimeMs,
    coins: listOf(isText),
    categories: listOf(isText),
    image: orNull(isText),
  }),
  collect: ({ articles }) => articles,
};

/** When the articles of this month and the last were first published, by id. */
export async function readArticleDates(state: StateStore, nowMs: number): Promise<Map<string, number>> {
  // The earlier month has the earlier date of an article that is in both.
  const months = [nowMs, startOfMonth(nowMs, -1)].map((timeMs) => state.read<MarketArticle[]>(nameNews(timeMs)));
  const rows = (await Promise.all(months)).flatMap((month) => month ?? []);
  return new Map(rows.map(({ id, publishedAtMs }) => [id, publishedAtMs]));
}

/** Every dataset that is kept row by row. */
export const datasetSeries: readonly DatasetSeries<unknown>[] = [
  globalSeries,
  fearGreedSeries,
  tvlSeries,
  exchangeRateSeries,
  fixingSeries,
  newsSeries,
];

/** Adds the rows of this build. */
export async function updateDatasets(state: StateStore, market: Market): Promise<void> {
  for (const series of datasetSeries) await updateDatasetSeries(state, series, market);
}
