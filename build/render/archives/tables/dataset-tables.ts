import {
  exchangeRateSeries,
  type FearGreedDay,
  fearGreedSeries,
  type GlobalDay,
  globalSeries,
  newsSeries,
} from "../../../history/datasets/datasets.ts";
import { renderDay } from "../../../lib/time.ts";
import type { MarketArticle } from "../../../market/market.ts";
import { defineArchive } from "../archive.ts";
import { findDayGaps, hashRows, parseDay, readDatasetDocuments } from "./dataset-rows.ts";

/** The whole market by day, including the current day. */
export const globalDaily = defineArchive<GlobalDay>({
  dataset: "global",
  description:
    "The market as a whole as the last build of each UTC day observed it; the last row may be of a running day.",
  granularity: "1d",
  kinds: ["ticker", "coin"],
  computed: true,
  columns: [
    { name: "date", type: "date", description: "UTC day.", value: (day) => parseDay(day.date) },
    {
      name: "observed_at",
      type: "datetime",
      description: "When the totals were observed, UTC.",
      value: (day) => day.observedAtMs,
    },
    {
      name: "total_market_cap",
      type: "number",
      unit: "USD",
      description: "Market cap of all coins.",
      value: (day) => day.totalMarketCap,
    },
    {
      name: "total_volume",
      type: "number",
      unit: "USD",
      description: "Traded in the 24 hours before.",
      value: (day) => day.totalVolume,
    },
    {
      name: "btc_market_cap_percentage",
      type: "number",
      unit: "%",
      description: "Bitcoin's share in the market cap.",
      value: (day) => day.marketCapPercentage["btc"] ?? null,
    },
    {
      name: "eth_market_cap_percentage",
      type: "number",
      unit: "%",
      description: "Ether's share in the market cap.",
      value: (day) => day.marketCapPercentage["eth"] ?? null,
    },
    {
      name: "active_cryptocurrencies",
      type: "integer",
      description: "Coins with a price.",
      value: (day) => day.activeCoins,
    },
    { name: "markets", type: "integer", description: "Spot books counted.", value: (day) => day.markets },
  ],
  async *parts(_world, series) {
    const days = (await readDatasetDocuments(series, globalSeries)).flatMap(({ rows }) => rows);
    const times = days.map(({ date }) => parseDay(date));
    if (days.length === 0) return;
    yield {
      name: "global",
      periodStartMs: times[0] ?? null,
      periodEndMs: times.at(-1) ?? null,
      closesAtMs: null,
      gaps: findDayGaps(times, "no build observed the market"),
      fingerprint: () => hashRows(days),
      rows: days,
    };
  },
});

/** The complete Fear & Greed Index. */
export const fearGreedArchive = defineArchive<FearGreedDay>({
  dataset: "fear-greed",
  description: "Every known daily value of the Fear & Greed Index.",
  granularity: "1d",
  kinds: ["index"],
  computed: false,
  columns: [
    {
      name: "date",
      type: "date",
      description: "UTC day that the value is for.",
      value: (day) => parseDay(day.date),
    },
    {
      name: "value",
      type: "number",
      description: "0 (extreme fear) to 100 (extreme greed).",
      value: (day) => day.value,
    },
    {
      name: "value_classification",
      type: "string",
      description: "The value in words.",
      value: (day) => day.classification,
    },
  ],
  async *parts({ market }, series) {
    const remembered = (await readDatasetDocuments(series, fearGreedSeries)).flatMap(({ rows }) => rows);
    const today = market.fearGreed.map(({ timeMs, value, classification }) => ({
      date: renderDay(timeMs),
      value,
      classification,
    }));
    const days = [...new Map([...remembered, ...today].map((day) => [day.date, day])).values()].sort((a, b) =>
      a.date < b.date ? -1 : 1,
    );
    const times = days.map(({ date }) => parseDay(date));
    if (days.length === 0) return;
    yield {
      name: "fear-greed",
      periodStartMs: times[0] ?? null,
      periodEndMs: times.at(-1) ?? null,
      closesAtMs: null,
      gaps: findDayGaps(times, "the source published no value"),
      fingerprint: () => hashRows(days),
      rows: days,
    };
  },
});

interface RateRow {
  dateMs: number;
  code: string;
  rate: number;
}

/** Fiat rates by year. */
export const exchangeRates = defineArchive<RateRow>({
  dataset: "exchange-rates",
  description: "How much of each fiat currency one US dollar bought on each day, one file per year.",
  granularity: "1d",
  kinds: ["rate"],
  computed: false,
  outlivesState: true,
  columns: [
    { name: "date", type: "date", description: "Day that the rate was set for.", value: (row) => row.dateMs },
    { name: "currency", type: "string", description: "ISO 4217 code.", value: (row) => row.code },
    {
      name: "rate",
      type: "number",
      unit: "currency per USD",
      description: "Units of the currency for 1 USD.",
      value: (row) => row.rate,
    },
  ],
  async *parts(_world, series) {
    for (const { name, rows: days, endMs } of await readDatasetDocuments(series, exchangeRateSeries)) {
      const times = days.map(({ date }) => parseDay(date));
      yield {
        name: `exchange-rates-${name.slice(-4)}`,
        periodStartMs: times[0] ?? null,
        periodEndMs: times.at(-1) ?? null,
        closesAtMs: endMs,
        gaps: findDayGaps(times, "no rate was set for these days, or no build observed it"),
        fingerprint: () => hashRows(days),
        rows: days.flatMap(({ date, rates }) =>
          Object.entries(rates).map(([code, rate]) => ({ dateMs: parseDay(date), code, rate })),
        ),
      };
    }
  },
});

/** Headlines by month: title, link and source only, because the text is the publisher's. */
export const news = defineArchive<MarketArticle>({
  dataset: "news",
  description: "The headlines of each month with link and publisher, one file per month of publication.",
  granularity: "event",
  kinds: ["article"],
  computed: false,
  outlivesState: true,
  columns: [
    {
      name: "published_at",
      type: "datetime",
      description: "When it was published, UTC.",
      value: (article) => article.publishedAtMs,
    },
    {
      name: "id",
      type: "string",
      description: "First 16 hexadecimal digits of the SHA-256 of its address.",
      value: (article) => article.id,
    },
    { name: "title", type: "string", description: "Headline.", value: (article) => article.title },
    { name: "url", type: "string", description: "The article.", value: (article) => article.url },
    { name: "source", type: "string", description: "Id of the publisher.", value: (article) => article.source.id },
    { name: "source_name", type: "string", description: "The publisher.", value: (article) => article.source.name },
  ],
  async *parts(_world, series) {
    for (const { name, rows, endMs } of await readDatasetDocuments(series, newsSeries)) {
      const times = rows.map(({ publishedAtMs }) => publishedAtMs);
      yield {
        name: name.replace("/", "-"),
        periodStartMs: Math.min(...times),
        periodEndMs: Math.max(...times),
        closesAtMs: endMs,
        // A quiet day and a day without a build look the same.
        gaps: [],
        fingerprint: () => hashRows(rows),
        rows,
      };
    }
  },
});
