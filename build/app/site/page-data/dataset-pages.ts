import type { DefiOverview } from "../../../crypto/api/endpoints/defi-overview.ts";
import { type ExchangeRates, findRatesDataset } from "../../../crypto/api/endpoints/exchange-rates.ts";
import type { ExchangeRow } from "../../../crypto/api/endpoints/exchanges.ts";
import type { Article } from "../../../crypto/api/endpoints/news.ts";
import type { ChainRow, ProtocolRow } from "../../../crypto/api/rows/defi-row.ts";
import { fileOf } from "../../../kit/api/query.ts";
import { countValues, groupBy } from "../../../lib/collections.ts";
import { addUp } from "../../../lib/stats.ts";
import { renderTime } from "../../../lib/time.ts";
import { type Built, computeDataPage, findAnswer } from "./data-page.ts";
import type { PageVenue } from "./worked-example.ts";

/** Protocols in the page, of a list of which the API has a file. */
const PAGE_LENGTH = 25;
const LISTED_PROTOCOLS = 50;
const CHAINS = 25;
/** Choices of the chain filter: the chains with most protocols. */
const CHAIN_NAMES = 60;
/** Coins in the converter. */
const CONVERTIBLE = 250;

export function computeDefiPage(built: Built) {
  const datasets = ["defi-tvl-daily", "defi-protocols-latest", "defi-chains-latest"];
  const page = computeDataPage<DefiOverview>(built, "defi-overview", ...datasets);
  if (page === null) return null;
  const chains = findAnswer<ChainRow[]>(built, "defi-chains")?.data ?? [];
  const protocols = findAnswer<ProtocolRow[]>(built, "defi-protocols", { limit: LISTED_PROTOCOLS })?.data ?? [];
  const busiest = chains.filter((chain) => chain.protocols > 0).sort((a, b) => b.protocols - a.protocols);
  const chainNames = busiest.slice(0, CHAIN_NAMES).map(({ name }) => name);
  return {
    ...page,
    protocols: protocols.slice(0, PAGE_LENGTH),
    pageLength: PAGE_LENGTH,
    chains: chains.slice(0, CHAINS),
    chainNames: chainNames.sort(),
  };
}

export function computeExchangeRatesPage(built: Built) {
  const page = computeDataPage<ExchangeRates>(built, "exchange-rates", "exchange-rates");
  const dataset = findRatesDataset(built.world.market);
  if (page === null) return null;
  const coins = listConvertible(built);
  if (dataset === undefined) return { ...page, coins };
  return { ...page, coins, freshness: { ...page.freshness, next_at: renderTime(dataset.dueAtMs) } };
}

/** The coins of the converter: the largest ones whose price has a file of its own. */
function listConvertible({ endpoints, world }: Built) {
  if (!endpoints.some(({ id }) => id === "price")) return [];
  const priced = world.market.coins.filter(({ price }) => price !== null && price > 0);
  return priced.slice(0, CONVERTIBLE).map(({ key, symbol, name }) => ({ key, symbol, name }));
}

/** `publishers`: most headlines first. `coins`: those with a page that headlines name, by id. */
export function computeNewsPage(built: Built) {
  const page = computeDataPage<Article[]>(built, "news", "news");
  if (page === null) return null;
  const bySource = groupBy(page.data, ({ source }) => source.id);
  const publishers = [...bySource.values()].map((articles) => ({ ...articles[0].source, articles: articles.length }));
  const named = countValues(page.data.flatMap(({ coins }) => coins));
  const known = built.world.market.coins.flatMap((coin) => {
    const headlines = named.get(coin.id);
    return headlines === undefined ? [] : { ...coin, headlines };
  });
  known.sort((a, b) => b.headlines - a.headlines);
  return {
    ...page,
    publishers: publishers.sort((a, b) => b.articles - a.articles || (a.name < b.name ? -1 : 1)),
    coins: Object.fromEntries(
      known.map(({ id, name, symbol, key }) => [id, { name, symbol, path: `coins/${key}.json` }]),
    ),
  };
}

/**
 * `polled`: the exchanges that the build polls, with trust from 0 to 1 and the file of the order
 * books, `null` where this site has none. `sources`: names by id.
 * `pairs`: how many the polled exchanges have.
 */
export function computeExchangesPage(built: Built, venues: readonly PageVenue[]) {
  const page = computeDataPage<ExchangeRow[]>(built, "exchanges", "exchanges-latest");
  if (page === null) return null;
  const reports = new Map(built.world.run.sources.map((source) => [source.id, source]));
  const orderBooks = listOrderBooks(built);
  const venueIds = new Set(built.world.market.venues.map(({ id }) => id));
  const polled = page.data.flatMap(({ id }) => {
    const report = reports.get(id);
    if (report === undefined || report.status === "off" || !venueIds.has(id)) return [];
    const trust = venues.find((venue) => venue.id === id)?.trust ?? null;
    const terms = { license: report.license, terms_url: report.terms.url };
    return [[id, { trust, ...terms, path: orderBooks.get(id) ?? null }] as const];
  });
  const volumes = page.data.flatMap(({ volume_24h_usd: volume }) => volume ?? []);
  const origins = new Set(page.data.map(({ statistics_source: source }) => source));
  return {
    ...page,
    polled: Object.fromEntries(polled),
    sources: Object.fromEntries([...origins].map((id) => [id, reports.get(id)?.name ?? id])),
    volumeUsd: volumes.length === 0 ? null : addUp(volumes),
    pairs: page.data.reduce((sum, { markets }) => sum + markets, 0),
  };
}

/** Id → file of the order books, which are optional. */
function listOrderBooks({ endpoints, world }: Built): Map<unknown, string> {
  const exchange = endpoints.find(({ id }) => id === "exchange");
  if (exchange === undefined) return new Map();
  const { path, parameters } = exchange;
  return new Map(
    [...exchange.variants(world)].map((params) => [params["id"], `api/${fileOf(path, parameters, params)}`]),
  );
}
