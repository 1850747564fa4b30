import type { LongWindow } from "../normalise/change-window.ts";
import { type Dataset, type DatasetsByKind, sortDatasets } from "../normalise/record.ts";
import { buildCoins } from "./coins/build-coins.ts";
import { mergeReferenceCoins } from "./coins/merge-reference.ts";
import type { PastDays } from "./coins/validate-extremes.ts";
import { buildCoverage, buildDatasetStatus } from "./coverage.ts";
import { assignKeys } from "./identity/coin-key.ts";
import { collectLinks } from "./identity/coin-links.ts";
import {
  closeRegistry,
  keepOwnIds,
  namesCoins,
  noteListed,
  openRegistry,
  translateIds,
} from "./identity/identity-registry.ts";
import { learnIdentities } from "./identity/learn-identity.ts";
import { followMoves, type MarketMemory, moveMemory } from "./market-memory.ts";
import type { DatasetStatus, Market, MarketCoin, Timing } from "./model/market.ts";
import { judgeLists } from "./price/judge-lists.ts";
import { findCodePrices, identifyListings, type PricedCoins, priceCoins } from "./price/price-coins.ts";
import { collectReferencePrices, createCodeReferences, type ReferencePrices } from "./price/reference-price.ts";
import { findLiveTickers, type LiveTickers } from "./quotes/live-tickers.ts";
import { collectQuoteEdges } from "./quotes/quote-edge.ts";
import { computeCrossRates, listRates, type QuoteGraph, solveQuotes } from "./quotes/quote-graph.ts";
import { rememberMarket } from "./remember-market.ts";
import { buildArticles, type Publisher } from "./totals/build-articles.ts";
import { buildExchanges, createCodeValues, type PolledExchange } from "./totals/exchanges.ts";
import { mergeRates, usdPerUnit } from "./totals/fiat.ts";
import { collectFixings } from "./totals/fixings.ts";
import { buildGlobal } from "./totals/global.ts";
import { buildOrderBooks } from "./totals/order-books.ts";
import { computeScorecards, noteScores } from "./totals/scorecards.ts";
import { validateTotals } from "./validate-totals.ts";

export interface MarketInput extends Timing {
  now: number;
  /** How many coins to cover. */
  limit: number;
  datasets: readonly Dataset[];
  venues: readonly (Omit<PolledExchange, "tickers" | "orderBooks"> & { trust: number; usdFiat: boolean })[];
  publishers: ReadonlyMap<string, Publisher>;
  /** First publication of the articles of earlier builds, by id. */
  articleDates?: ReadonlyMap<string, number>;
  memory: MarketMemory | null;
  /** Own prices of a coin in about the last day, ascending in time. */
  samplesOf(coinId: string): readonly (readonly [number, number])[];
  /** Own price of a coin at `now` minus the window; `null` where the series are shorter. */
  priceBefore?(coinId: string, window: LongWindow): number | null;
  daysOf?(coinId: string): PastDays | null;
  /** sha256 in hex. */
  hash(text: string): string;
}

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
  const traded = describeExchanges(read, { memory, rates, priced, coins }, input);
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
    ...rememberMarket(input.datasets, { before: memory, priced, keyMemory, runs: tickers.runs, asOfMs }),
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

/**
 * The coin lists with the ids that this site gives to their coins. The memory of earlier builds,
 * and the past prices, follow coins whose id changed.
 */
function identifyLists({ all }: DatasetsByKind, input: MarketInput) {
  const registry = openRegistry(input.memory?.identities);
  const lists = keepOwnIds(all("coin"));
  const moves = learnIdentities(registry, lists, input.now);
  return {
    registry,
    /** With the ids of this site. */
    stated: translateIds(lists, registry),
    moves,
    memory: moveMemory(input.memory, moves),
    samplesOf: followMoves(input.samplesOf, moves, []),
    priceBefore: followMoves((id, window: LongWindow) => input.priceBefore?.(id, window) ?? null, moves, null),
    daysOf: followMoves((id) => input.daysOf?.(id) ?? null, moves, null),
  };
}

type IdentifiedLists = ReturnType<typeof identifyLists>;

/** The tickers that count, and what one unit of each of their quotes is worth in USD. */
function solveRates({ all }: DatasetsByKind, { stated, memory }: IdentifiedLists, { venues, now }: MarketInput) {
  const venueIds = new Set(venues.map(({ id }) => id));
  const polled = all("ticker").filter(({ source }) => venueIds.has(source));
  const tickers = findLiveTickers(polled, memory?.books ?? {}, now);
  const edges = collectQuoteEdges(tickers.live, venues, now);
  const crossRates = computeCrossRates(edges);
  const fiat = mergeRates(all("rate"), memory?.rates ?? {}, crossRates, now);
  const fixings = collectFixings(all("fixing"), all("rate"), fiat.rates, listRates(crossRates));
  const statedPrices = collectReferencePrices(stated, now);
  const quotes = solveQuotes({
    edges,
    fiat: usdPerUnit(fiat.rates, now),
    references: createCodeReferences(stated, statedPrices),
  });
  return { polled, tickers, fiat, fixings, statedPrices, quotes };
}

type SolvedRates = ReturnType<typeof solveRates>;

/** The covered coins, and the price of each. */
function priceCovered(
  { all }: DatasetsByKind,
  { registry, stated, memory, samplesOf }: IdentifiedLists,
  { tickers, quotes }: SolvedRates,
  { limit, cadenceOf, venues, now }: MarketInput,
) {
  const listings = all("listing");
  const codePrices = findCodePrices({ tickers, listings, quotes });
  const judged = judgeLists(stated, { codePrices, samplesOf, now });
  const reference = mergeReferenceCoins(judged.lists, { now, limit, registry, cadenceOf });
  const referencePrices = collectReferencePrices(judged.lists, now);
  const priceInput = { tickers, listings, quotes, coins: reference.coins, referencePrices, memory, now };
  const trust = new Map(venues.map((venue) => [venue.id, venue.trust]));
  const priced = priceCoins({ ...priceInput, trust, samplesOf }, identifyListings(priceInput, codePrices));
  return { judged, reference, referencePrices, priced };
}

type PricedMarket = ReturnType<typeof priceCovered>;

/** The covered coins with their keys and statistics. Adds them to the registry. */
function describeCoins(
  { all }: DatasetsByKind,
  { registry, stated, memory, samplesOf, priceBefore, daysOf }: IdentifiedLists,
  { judged, reference, referencePrices, priced }: PricedMarket,
  { cadenceOf, now }: MarketInput,
) {
  const details = new Map(all("coin-detail").flatMap(({ records }) => records.map((detail) => [detail.id, detail])));
  const isProvisional = ({ id }: { id: string }) => reference.provisional.has(id);
  const lister = reference.used.find((dataset) => !namesCoins(dataset));
  noteListed(registry, lister?.source, reference.coins.filter(isProvisional), details.values());
  const keyed = reference.coins.map((coin) => ({ ...coin, provisional: isProvisional(coin) }));
  const namesKnown = stated.some((dataset) => !dataset.stale && namesCoins(dataset));
  const { keys, ...keyMemory } = assignKeys(keyed, memory, now, !namesKnown);
  const built = buildCoins({
    now,
    reference,
    stated,
    lists: judged.lists,
    totals: all("global").flatMap(({ records }) => records),
    details,
    registry,
    referencePrices,
    priced,
    keys,
    memory,
    cadenceOf,
    samplesOf,
    priceBefore,
    daysOf,
  });
  return { ...built, keyMemory };
}

/** The exchanges with their order books, and the scores of those that are polled. */
function describeExchanges(
  { first }: DatasetsByKind,
  built: { memory: MarketMemory | null; rates: SolvedRates; priced: PricedCoins; coins: readonly MarketCoin[] },
  input: MarketInput,
) {
  const { memory, priced, coins } = built;
  const { polled, tickers, quotes } = built.rates;
  const orderBooks = buildOrderBooks({ tickers, priced, quotes, now: input.now });
  const booksOf = (id: string) => orderBooks.get(id) ?? [];
  const exchanges = buildExchanges({
    polled: input.venues.map((venue) => ({
      ...venue,
      tickers: tickers.live.find(({ source }) => source === venue.id),
      orderBooks: booksOf(venue.id),
    })),
    reference: first("exchange"),
    quoteUsd: quotes.usd,
    bitcoinUsd: coins.find(({ id }) => id === "bitcoin")?.price ?? quotes.usd("BTC"),
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

function listArticles(
  { all }: DatasetsByKind,
  coins: readonly MarketCoin[],
  { publishers, hash, articleDates }: MarketInput,
) {
  const published = all("article").flatMap(({ source, records }) => {
    const publisher = publishers.get(source);
    return publisher === undefined ? [] : [{ publisher, articles: records }];
  });
  return buildArticles(published, coins, hash, articleDates);
}
