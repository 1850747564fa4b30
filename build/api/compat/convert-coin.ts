import type { CoinDetail } from "../endpoints/coin.ts";
import type { Status } from "../endpoints/status.ts";
import { type Points, readPoints } from "../quote/quote.ts";
import type { OriginRun } from "../rows/origin-run.ts";
import type { CompatRequest } from "./compat.ts";
import { CHANGE_WINDOWS, openRow, round } from "./open-row.ts";

/** Answers about one coin in CoinGecko's form. No dependencies: it also runs in workers. */

const DAY_MS = 86_400_000;

/** Texts, links and images are copies: containers of them are empty, single values `null`. */
export function convertDetail([answer]: readonly unknown[], { currency }: CompatRequest): unknown {
  const row = openRow((answer as { data: CoinDetail }).data);
  if (row === undefined) return undefined;
  const own = <Value>(value: Value) => ({ [currency]: value });
  const unknown = own(null);
  return {
    id: row.id,
    symbol: row.symbol,
    name: row.name,
    web_slug: row.id,
    asset_platform_id: null,
    platforms: {},
    detail_platforms: {},
    block_time_in_minutes: null,
    hashing_algorithm: null,
    categories: [],
    preview_listing: false,
    public_notice: null,
    additional_notices: [],
    description: {},
    links: EMPTY_LINKS,
    image: { thumb: null, small: null, large: null },
    country_origin: null,
    genesis_date: null,
    sentiment_votes_up_percentage: null,
    sentiment_votes_down_percentage: null,
    watchlist_portfolio_users: null,
    market_cap_rank: row.rank,
    market_cap_rank_with_rehypothecated: null,
    has_supply_breakdown: false,
    market_data: {
      current_price: own(row.price),
      market_cap: own(row.marketCap),
      market_cap_rank: row.rank,
      fully_diluted_valuation: own(row.fullyDilutedValuation),
      total_volume: own(row.volume),
      high_24h: unknown,
      low_24h: unknown,
      ath: unknown,
      ath_change_percentage: unknown,
      ath_date: unknown,
      atl: unknown,
      atl_change_percentage: unknown,
      atl_date: unknown,
      price_change_24h: row.change24h,
      price_change_24h_in_currency: own(row.change24h),
      ...Object.fromEntries(
        CHANGE_WINDOWS.flatMap((window) => [
          // The API has the change over one hour in the second form only.
          ...(window === "1h" ? [] : [[`price_change_percentage_${window}`, row.changes[window]]]),
          [`price_change_percentage_${window}_in_currency`, own(row.changes[window])],
        ]),
      ),
      market_cap_change_24h: null,
      market_cap_change_percentage_24h: null,
      market_cap_change_24h_in_currency: unknown,
      market_cap_change_percentage_24h_in_currency: unknown,
      circulating_supply: null,
      total_supply: null,
      max_supply: null,
      total_value_locked: null,
      mcap_to_tvl_ratio: null,
      fdv_to_tvl_ratio: null,
      roi: null,
      last_updated: row.updatedAt,
    },
    status_updates: [],
    last_updated: row.updatedAt,
    tickers: [],
  };
}

const EMPTY_LINKS = {
  homepage: [],
  whitepaper: null,
  blockchain_site: [],
  official_forum_url: [],
  chat_url: [],
  announcement_url: [],
  snapshot_url: null,
  twitter_screen_name: null,
  facebook_username: null,
  bitcointalk_thread_identifier: null,
  telegram_channel_identifier: null,
  subreddit_url: null,
  repos_url: { github: [], bitbucket: [] },
};

/** Price, market cap and volume of one time in unix milliseconds. */
type ChartPoint = readonly [time: number, price: number | null, marketCap: number | null, volume: number | null];

interface HistoryAnswer {
  data: Record<"prices" | "market_caps" | "total_volumes", Points>;
  meta: { origins: OriginRun[] };
}

export function convertChart(answers: readonly unknown[], request: CompatRequest): unknown {
  const { days } = request.values;
  const points = joinCharts(readCharts(answers));
  if (days === undefined) return renderChart(points);
  const length = Number(days) * DAY_MS;
  if (Number.isNaN(length)) return renderChart(points);
  const newest = points.at(-1)?.[0] ?? 0;
  return renderChart(points.filter(([time]) => time > newest - length));
}

/**
 * The finest points, and the days that end before them: hours may not reach back so far. A day has
 * the time of its start and the value of its end.
 */
function joinCharts([fine = [], coarse = []]: readonly ChartPoint[][]): ChartPoint[] {
  const firstMs = fine[0]?.[0] ?? Number.POSITIVE_INFINITY;
  return [...coarse.filter(([time]) => time + DAY_MS <= firstMs), ...fine];
}

/**
 * `from` and `to` in unix seconds or as ISO dates. The finest points that begin early enough, or
 * days followed by the finer points after the last one.
 */
export function convertRange(answers: readonly unknown[], { values: { from, to } }: CompatRequest): unknown {
  const charts = readCharts(answers);
  if (from === undefined && to === undefined) return renderChart(joinCharts(charts));
  const fromMs = readTime(from) ?? Number.NEGATIVE_INFINITY;
  const toMs = readTime(to) ?? Number.POSITIVE_INFINITY;
  const found = charts.findIndex(([first]) => first !== undefined && first[0] <= fromMs);
  const days = charts.at(-1) ?? [];
  const points = found >= 0 && found < charts.length - 1 ? charts[found]! : [...days, ...listAfter(days, charts)];
  return renderChart(points.filter(([time]) => time >= fromMs && time <= toMs));
}

/** The points after the last closed day. */
function listAfter(days: readonly ChartPoint[], charts: readonly ChartPoint[][]): ChartPoint[] {
  const endMs = (days.at(-1)?.[0] ?? Number.NEGATIVE_INFINITY) + DAY_MS;
  return charts.length < 2 ? [] : charts[0]!.filter(([time]) => time >= endMs);
}

/** A time without a zone is in UTC, on every machine. */
function readTime(value: string | number | undefined): number | undefined {
  if (value === undefined) return undefined;
  const text = String(value).toUpperCase();
  const zone = text.includes("T") && !/(Z|[+-][0-9:]+)$/.test(text.slice(10)) ? "Z" : "";
  const time = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text + zone);
  return Number.isNaN(time) ? undefined : time;
}

/** The closing values of a UTC day, `dd-mm-yyyy` or `yyyy-mm-dd`; `null` if it has none. */
export function convertPastDay(answers: readonly unknown[], { currency, values }: CompatRequest): unknown {
  const [status, detail, history] = answers;
  const { id, symbol, name } = (detail as { data: CoinDetail }).data;
  const date = String(values["date"]).replace(/^(\d\d)-(\d\d)-(\d{4})$/, "$3-$2-$1");
  const dayMs = Date.parse(date);
  // 31 February would be read as a day of March.
  const isDay = !Number.isNaN(dayMs) && new Date(dayMs).toISOString().startsWith(date);
  const found = readOpenPoints(history as HistoryAnswer, listOpenSources(status)).find(
    ([time]) => isDay && time === dayMs,
  );
  const [, price, marketCap, volume] = found ?? [dayMs, null, null, null];
  return {
    id,
    symbol: symbol.toLowerCase(),
    name,
    image: { thumb: null, small: null },
    market_data: {
      current_price: { [currency]: price },
      market_cap: { [currency]: marketCap },
      total_volume: { [currency]: volume },
    },
    public_interest_stats: { alexa_rank: null, bing_matches: null },
  };
}

/**
 * Sources whose points may stand here. A venue's candles are scaled to prices of our own; points of
 * lists are copies, which restricted terms exclude.
 */
function listOpenSources(status: unknown): ReadonlySet<string> {
  const { sources } = (status as { data: Pick<Status, "sources"> }).data;
  const open = sources.filter(({ kind, redistribution }) => kind === "exchange" || redistribution !== "restricted");
  return new Set(open.map(({ id }) => id));
}

/** The answers after the first one, in the order of `listChartPeriods`. */
function readCharts([status, ...answers]: readonly unknown[]): ChartPoint[][] {
  const open = listOpenSources(status);
  return answers.map((answer) => readOpenPoints(answer as HistoryAnswer, open));
}

/** Own points, and those of open sources. */
function readOpenPoints({ data, meta }: HistoryAnswer, open: ReadonlySet<string>): ChartPoint[] {
  const prices = readPoints(data.prices);
  const [marketCaps, volumes] = [readPoints(data.market_caps).values, readPoints(data.total_volumes).values];
  const isOpen = meta.origins.flatMap(({ source, points }) =>
    new Array<boolean>(points).fill(source === null || open.has(source)),
  );
  return prices.times.flatMap((time, at): ChartPoint[] =>
    isOpen[at] ? [[time, round(prices.values[at]), round(marketCaps[at]), round(volumes[at])]] : [],
  );
}

function renderChart(points: readonly ChartPoint[]): unknown {
  return {
    prices: points.map(([time, price]) => [time, price]),
    market_caps: points.map(([time, , marketCap]) => [time, marketCap]),
    total_volumes: points.map(([time, , , volume]) => [time, volume]),
  };
}
