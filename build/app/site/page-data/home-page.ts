import type { CoinRow } from "../../../crypto/api/rows/coin-row.ts";
import type { World } from "../../../crypto/api/world.ts";
import { type Built, findAnswer } from "./data-page.ts";
import { describeAbsence } from "./site-facts.ts";

const TOP = 10;
const MOVERS = 5;

export function computeHomePage(built: Built) {
  const global = findAnswer(built, "global");
  const trending = findAnswer<Record<"top_gainers" | "top_losers", CoinRow[]>>(built, "trending")?.data;
  const { market, run, archives } = built.world;
  const overview = findAnswer<{ history: [timeMs: number, tvlUsd: number][] }>(built, "defi-overview")?.data;
  return {
    global: global?.data ?? null,
    /** Name of the source of the totals; `null`: they are sums over the listed coins. */
    totalsOf: findName(run, market.global?.source ?? null),
    top: listCoins(built, TOP),
    gainers: trending?.top_gainers.slice(0, MOVERS) ?? [],
    losers: trending?.top_losers.slice(0, MOVERS) ?? [],
    /** Why there is no TVL; `null` if there is one. */
    tvlAbsence: overview === undefined ? describeTvlAbsence(built) : null,
    tvlHistory: overview?.history.map(([, tvl]) => tvl) ?? [],
    /** The response in the terminal of the page. */
    example: global === undefined ? null : { path: "api/global.json", body: global },
    requests: listRequests(built.world),
    counts: {
      coins: market.coins.length,
      /** Those that the list of exchanges calls polled, also while one does not respond. */
      exchanges: market.venues.length,
      tickers: market.coverage.tickersUsed,
      archives: archives.length,
      endpoints: built.endpoints.length,
    },
  };
}

function describeTvlAbsence({ endpoints, world }: Built): string {
  return describeAbsence(endpoints.find(({ id }) => id === "defi-overview") ?? { kinds: [] }, world);
}

function findName({ sources }: World["run"], id: string | null): string | null {
  return id === null ? null : (sources.find((source) => source.id === id)?.name ?? id);
}

/** Requests to choose from; the files exist. */
function listRequests({ market }: World) {
  const candidates: [path: string, title: string, exists: boolean][] = [
    ["api/global.json", "Market", market.global !== null],
    ["api/coins/btc.json", "Bitcoin", market.coins.some(({ key }) => key === "btc")],
    ["api/coins/limit/10.json", "Top 10", market.coins.length > 0],
    ["api/exchange-rates.json", "Rates", market.exchangeRates !== null],
  ];
  return candidates.flatMap(([path, title, exists]) => (exists ? [{ path, title }] : []));
}

/** Coins per page: the API has a file for every page of this length. */
const PAGE_LENGTH = 100;

/** The first page of the list, by market cap rank. */
export function computeMarketPage(built: Built) {
  return { coins: listCoins(built, PAGE_LENGTH), total: built.world.market.coins.length, pageLength: PAGE_LENGTH };
}

/** The largest coins, each with its prices of 7 days in 4-hour steps. */
function listCoins(built: Built, limit: number) {
  const rows = findAnswer<CoinRow[]>(built, "coins", { limit })?.data ?? [];
  // Rows are in the market's order.
  const keys = built.world.market.coins.map(({ key }) => key);
  return rows.map((row, at) => {
    const key = keys[at] ?? row.id;
    const answer = findAnswer<Record<string, (number | null)[]>>(built, "sparklines", { symbols: key });
    return { ...row, sparkline: Object.values(answer?.data ?? {})[0] ?? [] };
  });
}
