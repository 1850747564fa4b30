import { CHANGED_RATES } from "../../../api/quote/fixing.ts";
import type { DatasetSeries } from "../../../history/datasets/dataset-series.ts";
import {
  exchangeRateSeries,
  type FearGreedDay,
  fearGreedSeries,
  type GlobalDay,
  globalSeries,
  newsSeries,
} from "../../../history/datasets/datasets.ts";
import { findGaps, type Gap } from "../../../history/roll-up.ts";
import { computeSha256 } from "../../../lib/hash.ts";
import { DAY_MS, floorTo, renderDay } from "../../../lib/time.ts";
import type { MarketArticle } from "../../../market/market.ts";
import {
  date,
  datetime,
  defineArchive,
  integer,
  number,
  numberIn,
  percent,
  type SeriesReader,
  text,
  usd,
} from "../archive.ts";

export const globalDaily = defineArchive<GlobalDay>({
  dataset: "global",
  description:
    "The market as a whole as the last build of each UTC day observed it; the last row may be of a running day.",
  granularity: "1d",
  kinds: ["ticker", "coin"],
  computed: true,
  columns: [
    date("date", "UTC day.", (day) => parseDay(day.date)),
    datetime("observed_at", "When the totals were observed, UTC.", (day) => day.observedAtMs),
    usd("total_market_cap", "Market cap of all coins.", (day) => day.totalMarketCap),
    usd("total_volume", "Traded in the 24 hours before.", (day) => day.totalVolume),
    percent(
      "btc_market_cap_percentage",
      "Bitcoin's share in the market cap.",
      (day) => day.marketCapPercentage["btc"] ?? null,
    ),
    percent(
      "eth_market_cap_percentage",
      "Ether's share in the market cap.",
      (day) => day.marketCapPercentage["eth"] ?? null,
    ),
    integer("active_cryptocurrencies", "Coins with a price.", (day) => day.activeCoins),
    integer("markets", "Spot books counted.", (day) => day.markets),
  ],
  async *parts(_world, series) {
    const days = (await readDatasetDocuments(series, globalSeries)).flatMap(({ rows }) => rows);
    if (days.length > 0) yield describeDays("global", days, "no build observed the market");
  },
});

export const fearGreedArchive = defineArchive<FearGreedDay>({
  dataset: "fear-greed",
  description: "Every known daily value of the Fear & Greed Index.",
  granularity: "1d",
  kinds: ["index"],
  computed: false,
  columns: [
    date("date", "UTC day that the value is for.", (day) => parseDay(day.date)),
    number("value", "0 (extreme fear) to 100 (extreme greed).", (day) => day.value),
    text("value_classification", "The value in words.", (day) => day.classification),
  ],
  async *parts({ market }, series) {
    const remembered = (await readDatasetDocuments(series, fearGreedSeries)).flatMap(({ rows }) => rows);
    const today = market.fearGreed.map(({ timeMs, value, classification }) => ({
      date: renderDay(timeMs),
      value,
      classification,
    }));
    const byDate = new Map([...remembered, ...today].map((day) => [day.date, day]));
    const days = [...byDate.values()].sort((a, b) => (a.date < b.date ? -1 : 1));
    if (days.length > 0) yield describeDays("fear-greed", days, "the source published no value");
  },
});

interface RateRow {
  dateMs: number;
  code: string;
  rate: number;
}

export const exchangeRates = defineArchive<RateRow>({
  dataset: "exchange-rates",
  description: `How much of each fiat currency one US dollar bought on each day, one file per year. ${CHANGED_RATES}`,
  granularity: "1d",
  kinds: ["rate"],
  computed: false,
  outlivesState: true,
  columns: [
    date("date", "Day that the rate was set for.", (row) => row.dateMs),
    text("currency", "ISO 4217 code.", (row) => row.code),
    numberIn("currency per USD", "rate", "Units of the currency for 1 USD.", (row) => row.rate),
  ],
  async *parts(_world, series) {
    for (const { name, rows: days, endMs } of await readDatasetDocuments(series, exchangeRateSeries)) {
      yield {
        ...describeDays(
          `exchange-rates-${name.slice(-4)}`,
          days,
          "no rate was set for these days, or no build observed it",
          endMs,
        ),
        rows: days.flatMap(({ date, rates }) =>
          Object.entries(rates).map(([code, rate]) => ({ dateMs: parseDay(date), code, rate })),
        ),
      };
    }
  },
});

/** Title, link and source only: the text is the publisher's. */
export const news = defineArchive<MarketArticle>({
  dataset: "news",
  description: "The headlines of each month with link and publisher, one file per month of publication.",
  granularity: "event",
  kinds: ["article"],
  computed: false,
  outlivesState: true,
  columns: [
    datetime("published_at", "When it was published, UTC.", (article) => article.publishedAtMs),
    text("id", "First 16 hexadecimal digits of the SHA-256 of its address.", (article) => article.id),
    text("title", "Headline.", (article) => article.title),
    text("url", "The article.", (article) => article.url),
    text("source", "Id of the publisher.", (article) => article.source.id),
    text("source_name", "The publisher.", (article) => article.source.name),
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

interface DatasetDocument<Row> {
  /** `news/2026-11`. */
  name: string;
  rows: readonly Row[];
  endMs: number | null;
}

/** In time order, without empty ones. */
async function readDatasetDocuments<Row>(
  state: SeriesReader,
  { prefix, endOf }: DatasetSeries<Row>,
): Promise<DatasetDocument<Row>[]> {
  const found: DatasetDocument<Row>[] = [];
  for (const { name } of state.list(prefix)) {
    const rows = await state.read<Row[]>(name);
    if (rows !== undefined && rows.length > 0) found.push({ name, rows, endMs: endOf(name) });
  }
  return found;
}

/** The period, gaps and fingerprint of a file with one row or document per day. */
function describeDays<Day extends { date: string }>(
  name: string,
  days: readonly Day[],
  reason: string,
  closesAtMs: number | null = null,
) {
  const times = days.map(({ date }) => parseDay(date));
  return {
    name,
    rows: days,
    periodStartMs: times[0] ?? null,
    periodEndMs: times.at(-1) ?? null,
    closesAtMs,
    gaps: findDayGaps(times, reason),
    fingerprint: () => hashRows(days),
  };
}

function hashRows(rows: readonly unknown[]): string {
  return computeSha256(JSON.stringify(rows));
}

function parseDay(date: string): number {
  return Date.parse(`${date}T00:00:00Z`);
}

export function findDayGaps(timesMs: readonly number[], reason: string): Gap[] {
  const days = [...new Set(timesMs.map((time) => floorTo(time, DAY_MS)))].sort((a, b) => a - b);
  return findGaps(days, DAY_MS, reason);
}
