import type { Endpoint, World } from "../../api/endpoint.ts";
import type { CoinRow } from "../../api/rows/coin-row.ts";
import { findAnswer } from "./data-page.ts";
import { listUsedSources } from "./site-facts.ts";

export interface HomePage {
  /** `null` if no source has answered yet. */
  global: GlobalData | null;
  /** Name of the source of the totals; `null`: they are sums over the listed coins. */
  totalsOf: string | null;
  top: readonly ListedCoin[];
  gainers: readonly CoinRow[];
  losers: readonly CoinRow[];
  /** TVL of 30 days in USD, oldest first. */
  tvlHistory: readonly number[];
  /** The response in the terminal of the page. */
  example: { path: string; body: unknown } | null;
  /** Requests to choose from; the files exist. */
  requests: readonly { path: string; title: string }[];
  counts: { coins: number; exchanges: number; tickers: number; sources: number; archives: number; endpoints: number };
}

export interface GlobalData {
  active_cryptocurrencies: number;
  exchanges: number;
  markets: number;
  total_market_cap: { usd: number };
  total_volume: { usd: number };
  market_cap_percentage: Record<string, number>;
  market_cap_change_percentage_24h_usd: number | null;
  volume_change_percentage_24h_usd: number | null;
  defi: { total_tvl_usd: number | null };
  fear_greed: { value: number; value_classification: string } | null;
}

interface Movers {
  top_gainers: CoinRow[];
  top_losers: CoinRow[];
}

interface Overview {
  history: [timeMs: number, tvl: number][];
}

const TOP = 10;
const MOVERS = 5;

export function computeHomePage(endpoints: readonly Endpoint[], world: World): HomePage {
  const global = findAnswer<GlobalData>(endpoints, world, "global");
  const trending = findAnswer<Movers>(endpoints, world, "trending")?.data;
  const { market, run, archives } = world;
  return {
    global: global?.data ?? null,
    totalsOf: findName(world, market.global?.source ?? null),
    top: listCoins(endpoints, world, TOP),
    gainers: trending?.top_gainers.slice(0, MOVERS) ?? [],
    losers: trending?.top_losers.slice(0, MOVERS) ?? [],
    tvlHistory: findAnswer<Overview>(endpoints, world, "defi-overview")?.data.history.map(([, tvl]) => tvl) ?? [],
    example: global === undefined ? null : { path: "api/global.json", body: global },
    requests: listRequests(world),
    counts: {
      coins: market.coins.length,
      exchanges: market.coverage.exchanges,
      tickers: market.coverage.tickersUsed,
      sources: listUsedSources(run).length,
      archives: archives.length,
      endpoints: endpoints.length,
    },
  };
}

function findName({ run }: World, id: string | null): string | null {
  return id === null ? null : (run.sources.find((source) => source.id === id)?.name ?? id);
}

function listRequests({ market }: World): HomePage["requests"] {
  const candidates: [path: string, title: string, exists: boolean][] = [
    ["api/global.json", "Global market", market.global !== null],
    ["api/coins/btc.json", "Bitcoin", market.coins.some(({ key }) => key === "btc")],
    ["api/coins/limit/10.json", "Top 10", market.coins.length > 0],
    ["api/exchange-rates.json", "Exchange rates", market.exchangeRates !== null],
  ];
  return candidates.flatMap(([path, title, exists]) => (exists ? [{ path, title }] : []));
}

export interface MarketPage {
  /** The first page of the list, by market cap rank. */
  coins: readonly ListedCoin[];
  /** Number of coins on all pages. */
  total: number;
  /** Coins per page: the API has a file for every page of this length. */
  pageLength: number;
}

/** A coin and its prices of 7 days in 4-hour steps. */
export interface ListedCoin extends CoinRow {
  sparkline: readonly (number | null)[];
}

const PAGE_LENGTH = 100;

export function computeMarketPage(endpoints: readonly Endpoint[], world: World): MarketPage {
  return {
    coins: listCoins(endpoints, world, PAGE_LENGTH),
    total: world.market.coins.length,
    pageLength: PAGE_LENGTH,
  };
}

/** The largest coins. */
export function listCoins(endpoints: readonly Endpoint[], world: World, limit: number): ListedCoin[] {
  const rows = findAnswer<CoinRow[]>(endpoints, world, "coins", { limit })?.data ?? [];
  return rows.map((row, at) => {
    // Rows are in the market's order.
    const { key } = world.market.coins[at]!;
    const answer = findAnswer<Record<string, (number | null)[]>>(endpoints, world, "sparklines", { symbols: key });
    return { ...row, sparkline: Object.values(answer?.data ?? {})[0] ?? [] };
  });
}
