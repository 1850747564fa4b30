import type { Endpoint, World } from "../../api/endpoint.ts";
import type { DefiOverview } from "../../api/endpoints/defi-overview.ts";
import { type ExchangeRates, findRatesDataset } from "../../api/endpoints/exchange-rates.ts";
import type { ExchangeRow } from "../../api/endpoints/exchanges.ts";
import type { Article } from "../../api/endpoints/news.ts";
import type { ChainRow, ProtocolRow } from "../../api/rows/defi-row.ts";
import { renderTime } from "../../lib/time.ts";
import { computeDataPage, type DataPage, findAnswer } from "./data-page.ts";
import type { PageVenue } from "./worked-example.ts";

export interface DefiPage extends DataPage<DefiOverview> {
  /** The first page of the list. */
  protocols: readonly ProtocolRow[];
  /** Protocols per page. */
  pageLength: number;
  /** The largest chains. */
  chains: readonly ChainRow[];
  /** Choices of the chain filter: the chains with most protocols, by name. */
  chainNames: readonly string[];
}

/** The API has a file for a list of this length. */
const PAGE_LENGTH = 50;
const CHAINS = 25;
const CHAIN_NAMES = 60;

export function computeDefiPage(endpoints: readonly Endpoint[], world: World): DefiPage | null {
  const page = computeDataPage<DefiOverview>(endpoints, world, {
    id: "defi-overview",
    datasets: ["defi-tvl-daily", "defi-protocols-latest", "defi-chains-latest"],
  });
  if (page === null) return null;
  const chains = findAnswer<ChainRow[]>(endpoints, world, "defi-chains")?.data ?? [];
  const protocols = findAnswer<ProtocolRow[]>(endpoints, world, "defi-protocols", { limit: PAGE_LENGTH })?.data ?? [];
  const busiest = chains.filter((chain) => chain.protocols > 0).sort((a, b) => b.protocols - a.protocols);
  return {
    ...page,
    protocols,
    pageLength: PAGE_LENGTH,
    chains: chains.slice(0, CHAINS),
    chainNames: busiest
      .slice(0, CHAIN_NAMES)
      .map(({ name }) => name)
      .sort(),
  };
}

export function computeExchangeRatesPage(endpoints: readonly Endpoint[], world: World): DataPage<ExchangeRates> | null {
  const page = computeDataPage<ExchangeRates>(endpoints, world, { id: "exchange-rates", datasets: ["exchange-rates"] });
  const dataset = findRatesDataset(world.market);
  if (page === null || dataset === undefined) return page;
  return { ...page, freshness: { ...page.freshness, next_at: renderTime(dataset.dueAtMs) } };
}

export interface NewsPage extends DataPage<readonly Article[]> {
  /** Most headlines first. */
  publishers: readonly { id: string; name: string; url: string; articles: number }[];
  /** Coins with a page that headlines name, by id, most often named first; `path` as in the API. */
  coins: Readonly<Record<string, { name: string; symbol: string; path: string }>>;
}

export function computeNewsPage(endpoints: readonly Endpoint[], world: World): NewsPage | null {
  const page = computeDataPage<Article[]>(endpoints, world, { id: "news", datasets: ["news"] });
  if (page === null) return null;
  const publishers = new Map(page.data.map(({ source }) => [source.id, { ...source, articles: 0 }]));
  const named = new Map<string, number>();
  for (const { source, coins } of page.data) {
    publishers.get(source.id)!.articles += 1;
    for (const id of coins) named.set(id, (named.get(id) ?? 0) + 1);
  }
  const known = world.market.coins.filter(({ id }) => named.has(id));
  known.sort((a, b) => named.get(b.id)! - named.get(a.id)!);
  return {
    ...page,
    publishers: [...publishers.values()].sort((a, b) => b.articles - a.articles || (a.name < b.name ? -1 : 1)),
    coins: Object.fromEntries(
      known.map(({ id, name, symbol, key }) => [id, { name, symbol, path: `coins/${key}.json` }]),
    ),
  };
}

export interface ExchangesPage extends DataPage<readonly ExchangeRow[]> {
  /** The exchanges that the build polls, by id. */
  polled: Readonly<Record<string, PolledExchange>>;
  /** Names of the sources of the statistics, by id. */
  sources: Readonly<Record<string, string>>;
  /** Total of the known volumes in USD. */
  volumeUsd: number | null;
  /** Markets of the polled exchanges. */
  books: number;
}

export interface PolledExchange {
  /** 0 to 1; `null` if the input has no venues. */
  trust: number | null;
  license: string;
  terms_url: string;
}

export function computeExchangesPage(
  endpoints: readonly Endpoint[],
  world: World,
  venues: readonly PageVenue[],
): ExchangesPage | null {
  const page = computeDataPage<ExchangeRow[]>(endpoints, world, { id: "exchanges", datasets: ["exchanges-latest"] });
  if (page === null) return null;
  const reports = new Map(world.run.sources.map((source) => [source.id, source]));
  const polled = page.data.flatMap(({ id }): [string, PolledExchange][] => {
    const report = reports.get(id);
    if (report === undefined || report.status === "off") return [];
    const trust = venues.find((venue) => venue.id === id)?.trust ?? null;
    return [[id, { trust, license: report.license, terms_url: report.termsUrl }]];
  });
  const volumes = page.data.flatMap(({ volume_24h_usd: volume }) => volume ?? []);
  const origins = new Set(page.data.map(({ statistics_source: source }) => source));
  return {
    ...page,
    polled: Object.fromEntries(polled),
    sources: Object.fromEntries([...origins].map((id) => [id, reports.get(id)?.name ?? id])),
    volumeUsd: volumes.length === 0 ? null : volumes.reduce((sum, volume) => sum + volume, 0),
    books: page.data.reduce((sum, { markets }) => sum + markets, 0),
  };
}
