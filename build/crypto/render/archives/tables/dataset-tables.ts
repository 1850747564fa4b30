import { count, day, defineRow, maybePercent, number, text, time, usd } from "../../../../kit/api/row.ts";
import type { SeriesReader } from "../../../../kit/render/archives/archive.ts";
import { computeSha256 } from "../../../../lib/hash.ts";
import { DAY_MS, floorTo, renderDay } from "../../../../lib/time.ts";
import { ArticleRow } from "../../../api/endpoints/news.ts";
import type { DatasetSeries } from "../../../history/datasets/dataset-series.ts";
import {
  type FearGreedDay,
  fearGreedSeries,
  type GlobalDay,
  globalSeries,
  newsSeries,
} from "../../../history/datasets/datasets.ts";
import { findGaps, type Gap } from "../../../history/roll-up.ts";
import type { MarketArticle } from "../../../market/model/market.ts";
import { defineArchive } from "../define-archive.ts";

const GlobalRow = defineRow<GlobalDay>()("The market on a day", {
  date: day("UTC day", (row) => parseDay(row.date)),
  observed_at: time("When the totals were observed", (row) => row.observedAtMs),
  total_market_cap: usd("Market cap of all coins", (row) => row.totalMarketCap),
  total_volume: usd("Traded in the 24 hours before", (row) => row.totalVolume),
  btc_market_cap_percentage: maybePercent(
    "Bitcoin's share in the market cap",
    (row) => row.marketCapPercentage["btc"] ?? null,
  ),
  eth_market_cap_percentage: maybePercent(
    "Ether's share in the market cap",
    (row) => row.marketCapPercentage["eth"] ?? null,
  ),
  active_cryptocurrencies: count("Coins with a price", (row) => row.activeCoins),
  markets: count("Spot books counted", (row) => row.markets),
});

export const globalDaily = defineArchive<GlobalDay>({
  dataset: "global",
  description:
    "The market as a whole as the last build of each UTC day observed it; the last row may be of a running day.",
  granularity: "1d",
  kinds: ["ticker", "coin"],
  computed: true,
  columns: Object.values(GlobalRow.columns),
  async *parts(_world, series) {
    const days = (await readDatasetDocuments(series, globalSeries)).flatMap(({ rows }) => rows);
    if (days.length > 0) yield describeDays("global", days, "no build observed the market");
  },
});

const FearGreedRow = defineRow<FearGreedDay>()("The index on a day", {
  date: day("UTC day that the value is for", (row) => parseDay(row.date)),
  value: number("0 (extreme fear) to 100 (extreme greed)", (row) => row.value),
  value_classification: text("The value in words", (row) => row.classification),
});

export const fearGreedArchive = defineArchive<FearGreedDay>({
  dataset: "fear-greed",
  description: "Every known daily value of the Fear & Greed Index.",
  granularity: "1d",
  kinds: ["index"],
  computed: false,
  columns: Object.values(FearGreedRow.columns),
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

/** Title, link and source only: the text is the publisher's. */
const { published_at, id, title, url } = ArticleRow.columns;
const SourceRow = defineRow<MarketArticle>()("The publisher of an article", {
  source: text("Id of the publisher", (article) => article.source.id),
  source_name: text("The publisher", (article) => article.source.name),
});

export const news = defineArchive<MarketArticle>({
  dataset: "news",
  description: "The headlines of each month with link and publisher, one file per month of publication.",
  granularity: "event",
  kinds: ["article"],
  computed: false,
  outlivesState: true,
  columns: [published_at, id, title, url, ...Object.values(SourceRow.columns)],
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
export async function readDatasetDocuments<Row>(
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

/** A file with one row per day. */
function describeDays<Day extends { date: string }>(name: string, days: readonly Day[], reason: string) {
  const times = days.map(({ date }) => parseDay(date));
  return {
    name,
    rows: days,
    periodStartMs: times[0] ?? null,
    periodEndMs: times.at(-1) ?? null,
    closesAtMs: null,
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

/** The UTC days between the first time and the last one that have none. */
export function findDayGaps(timesMs: readonly number[], reason: string): Gap[] {
  const days = [...new Set(timesMs.map((time) => floorTo(time, DAY_MS)))].sort((a, b) => a - b);
  return findGaps(days, DAY_MS, reason);
}
