import type { Dataset } from "../normalise/record.ts";
import { buildCoverage, buildDatasetStatus } from "./coverage.ts";
import { collectLinks } from "./identity/coin-links.ts";
import { closeRegistry } from "./identity/identity-registry.ts";
import { type DatasetsByKind, type MarketInput, sortDatasets } from "./market-input.ts";
import type { MarketMemory } from "./market-memory.ts";
import type { DatasetStatus, Market, MarketCoin } from "./model/market.ts";
import type { PricedCoins } from "./price/price-coins.ts";
import type { ReferencePrices } from "./price/reference-price.ts";
import {
  describeCoins,
  identifyLists,
  type PricedMarket,
  priceCovered,
  type SolvedRates,
  solveRates,
} from "./price-market.ts";
import type { LiveTickers } from "./quotes/live-tickers.ts";
import type { QuoteGraph } from "./quotes/quote-graph.ts";
import { rememberMarket } from "./remember-market.ts";
import { buildArticles } from "./totals/build-articles.ts";
import { buildExchanges, createCodeValues } from "./totals/exchanges.ts";
import { buildGlobal } from "./totals/global.ts";
import { buildOrderBooks } from "./totals/order-books.ts";
import { computeScorecards, noteScores } from "./totals/scorecards.ts";
import { validateTotals } from "./validate-totals.ts";

export interface BuiltMarket {
  market: Market;
  memory: MarketMemory;
  /** Provisional id that was replaced in this build → the id that gets its history. */
  moves: ReadonlyMap<string, string>;
  quotes: QuoteGraph;
  priced: PricedCoins;
  tickers: LiveTickers;
  /** Prices of each coin by the reference sources, also of those whose prices are not used. */
  statedPrices: ReferencePrices;
  /** What was not accepted, a sentence for each. */
  warnings: Readonly<Record<"lists" | "rates" | "supplies" | "totals" | "defi" | "index", readonly string[]>>;
}

/** All accepted records as one market. Pure: the same input gives the same market. */
export function buildMarket(input: MarketInput): BuiltMarket {
  const { now } = input;
  const read = sortDatasets(input.datasets);
  const identified = identifyLists(read, input);
  const rates = solveRates(read, identified, input);
  const prices = priceCovered(read, identified, rates, input);
  const { coins, supplies, supplyWarnings, keyMemory } = describeCoins(read, identified, prices, input);
  const { registry, memory, stated, moves } = identified;
  const { tickers, fiat, fixings, statedPrices, quotes } = rates;
  const { judged, priced } = prices;
  const traded = describeExchanges(read, memory, rates, priced, coins, input);
  const totals = validateTotals(read, coins, memory, now);
  const datasets = listUsed(read, rates, prices, totals.used).map((dataset) => buildDatasetStatus(dataset, input));
  const asOfMs = findPriceTime(datasets) ?? now;
  const { identification } = priced;
  const days = memory?.linkDays ?? {};
  const linked = collectLinks({ coins, lists: stated, identification, tickers: tickers.all, days, now });
  const market: Market = {
    asOfMs,
    coins,
    global: buildGlobal(totals.global.dataset, coins, traded.markets, asOfMs),
    exchanges: traded.exchanges,
    scorecards: computeScorecards(traded.scores, now),
    venues: traded.venues,
    fearGreed: totals.fearGreed.values,
    defi: totals.defiMarket,
    exchangeRates: fiat.rates,
    fixings: fixings.days,
    articles: listArticles(read, coins, input),
    datasets,
    coverage: buildCoverage(coins.length, tickers, traded.orderBooks),
    identityChanges: keyMemory.identityChanges ?? [],
    links: linked.links,
  };
  const remembered = {
    ...rememberMarket(input.datasets, memory, priced, keyMemory, tickers.runs, asOfMs),
    identities: closeRegistry(registry),
    linkDays: linked.days,
    scores: traded.scores,
    rates: fiat.memory,
    supplies,
    ...(totals.global.memory && { global: totals.global.memory }),
    ...(totals.defi.memory && { defi: totals.defi.memory }),
  };
  const warnings = {
    lists: judged.warnings,
    rates: [...fiat.warnings, ...fixings.warnings],
    supplies: supplyWarnings,
    totals: totals.global.warnings,
    defi: totals.defi.warnings,
    index: totals.fearGreed.warnings,
  };
  return { market, memory: remembered, moves, quotes, priced, tickers, statedPrices, warnings };
}

/** The exchanges with their order books, and the scores of those that are polled. */
function describeExchanges(
  { first }: DatasetsByKind,
  memory: MarketMemory | null,
  { polled, tickers, quotes }: SolvedRates,
  priced: PricedCoins,
  coins: readonly MarketCoin[],
  input: MarketInput,
) {
  const orderBooks = buildOrderBooks({ tickers, priced, quotes, now: input.now });
  const booksOf = (id: string) => orderBooks.get(id) ?? [];
  const exchanges = buildExchanges({
    polled: input.venues.map((venue) => ({
      ...venue,
      tickers: tickers.live.find(({ source }) => source === venue.id),
    })),
    reference: first("exchange"),
    quoteUsd: quotes.usd,
    bitcoinUsd: quotes.usd("BTC"),
    findValue: createCodeValues(coins, priced, quotes),
  });
  const venueBuilds = input.venues.map(({ id }) => ({
    id,
    answered: polled.some(({ source, stale }) => source === id && !stale),
    stalled: tickers.stalled.has(id),
    orderBooks: booksOf(id),
  }));
  return {
    orderBooks,
    exchanges,
    markets: exchanges.reduce((sum, exchange) => sum + exchange.markets, 0),
    venues: input.venues.map(({ id, trust, usdFiat }) => ({ id, trust, usdFiat, orderBooks: booksOf(id) })),
    scores: noteScores(memory?.scores ?? {}, venueBuilds, coins, input.now),
  };
}

/** The datasets that the market was made of. */
function listUsed(
  { first }: DatasetsByKind,
  { tickers, fiat }: SolvedRates,
  { reference }: PricedMarket,
  totals: readonly Dataset[],
): Dataset[] {
  const single = (["exchange", "dex-volume", "coin-detail"] as const).flatMap((kind) => first(kind) ?? []);
  return [...tickers.all, ...reference.used, ...fiat.used, ...totals, ...single];
}

/** When the newest prices were observed, in unix milliseconds. */
function findPriceTime(datasets: readonly DatasetStatus[]): number | undefined {
  const times = datasets.flatMap(({ kind, observedAtMs }) =>
    kind === "ticker" || kind === "coin" ? [observedAtMs] : [],
  );
  return times.length === 0 ? undefined : Math.max(...times);
}

function listArticles({ all }: DatasetsByKind, coins: readonly MarketCoin[], { publishers, hash }: MarketInput) {
  const published = all("article").flatMap(({ source, records }) => {
    const publisher = publishers.get(source);
    return publisher === undefined ? [] : [{ publisher, articles: records }];
  });
  return buildArticles(published, coins, hash);
}
