import type { Dataset, RecordKind } from "../normalise/record.ts";
import type { LongSpan } from "./aggregate/price-change.ts";
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
import type { Market, Timing } from "./model/market.ts";
import { judgeLists } from "./price/judge-lists.ts";
import { findCodePrices, identifyListings, type PricedCoins, priceCoins } from "./price/price-coins.ts";
import {
  collectReferencePrices,
  compareByPriority,
  createCodeReferences,
  pickDataset,
  type ReferencePrices,
} from "./price/reference-price.ts";
import { computeCrossRates, listRates } from "./quotes/cross-rates.ts";
import { findLiveTickers, type LiveTickers } from "./quotes/live-tickers.ts";
import { type QuoteGraph, solveQuotes } from "./quotes/quote-graph.ts";
import { rememberMarket } from "./remember-market.ts";
import { buildArticles, type Publisher } from "./totals/build-articles.ts";
import { buildDefi, validateDefi } from "./totals/defi.ts";
import { buildExchanges, createCodeValues, type PolledExchange } from "./totals/exchanges.ts";
import { mergeRates, usdPerUnit } from "./totals/fiat.ts";
import { collectFixings } from "./totals/fixings.ts";
import { buildGlobal, validateGlobal } from "./totals/global.ts";
import { buildOrderBooks } from "./totals/order-books.ts";
import { computeScorecards, noteScores } from "./totals/scorecards.ts";
import { validateIndex } from "./totals/validate-index.ts";

export interface MarketInput extends Timing {
  now: number;
  /** How many coins to cover. */
  limit: number;
  datasets: readonly Dataset[];
  venues: readonly (Omit<PolledExchange, "tickers"> & { trust: number; usdFiat: boolean })[];
  publishers: ReadonlyMap<string, Publisher>;
  memory: MarketMemory | null;
  /** Own prices of a coin in about the last day, ascending in time. */
  samplesOf(coinId: string): readonly (readonly [number, number])[];
  /** Own price of a coin at `now` minus the span; `null` where the series are shorter. */
  priceBefore?(coinId: string, span: LongSpan): number | null;
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
  const sorted = [...input.datasets].sort(compareByPriority);
  const all = <K extends RecordKind>(kind: K): Dataset<K>[] =>
    sorted.filter((dataset): dataset is Dataset<K> => dataset.kind === kind);
  const first = <K extends RecordKind>(kind: K): Dataset<K> | undefined => pickDataset(all(kind));

  const registry = openRegistry(input.memory?.identities);
  const lists = keepOwnIds(all("coin"));
  const moves = learnIdentities(registry, lists, now);
  const memory = moveMemory(input.memory, moves);
  const samplesOf = followMoves(input.samplesOf, moves, []);
  const stated = translateIds(lists, registry);

  const trust = new Map(input.venues.map((venue) => [venue.id, venue.trust]));
  const polled = all("ticker").filter(({ source }) => trust.has(source));
  const tickers = findLiveTickers(polled, memory?.books ?? {}, now);
  const crossRates = computeCrossRates(tickers.live, input.venues, now);
  const fiat = mergeRates(all("rate"), memory?.rates ?? {}, crossRates, now);
  const fixings = collectFixings(all("fixing"), all("rate"), fiat.rates, listRates(crossRates));
  const { limit, cadenceOf } = input;
  const statedPrices = collectReferencePrices(stated, now);
  const quotes = solveQuotes({
    venues: input.venues.map(({ id, trust, usdFiat }) => ({
      id,
      trust,
      usdFiat,
      tickers: tickers.live.find(({ source, stale }) => source === id && !stale)?.records ?? [],
    })),
    fiat: usdPerUnit(fiat.rates, now),
    references: createCodeReferences(stated, statedPrices),
    now,
  });
  const codePrices = findCodePrices({ tickers, listings: all("listing"), quotes });
  const judged = judgeLists(stated, { codePrices, samplesOf, now });
  const namesKnown = stated.some((dataset) => !dataset.stale && namesCoins(dataset));
  const reference = mergeReferenceCoins(judged.lists, { now, limit, registry, cadenceOf });
  const covered = reference.coins;
  const referencePrices = collectReferencePrices(judged.lists, now);
  const priceInput = { tickers, listings: all("listing"), quotes, coins: covered, referencePrices, memory, now };
  const priced = priceCoins({ ...priceInput, trust, samplesOf }, identifyListings(priceInput, codePrices));

  const details = new Map(all("coin-detail").flatMap(({ records }) => records.map((detail) => [detail.id, detail])));
  const provisional = covered.filter(({ id }) => reference.provisional.has(id));
  const lister = reference.used.find((dataset) => !namesCoins(dataset));
  noteListed(registry, lister?.source, provisional, details.values());
  const keyed = covered.map((coin) => ({ ...coin, provisional: reference.provisional.has(coin.id) }));
  const { keys, ...keyMemory } = assignKeys(keyed, memory, now, !namesKnown);
  const known = {
    reference,
    lists,
    references: judged.lists,
    details,
    registry,
    referencePrices,
    priced,
    keys,
    memory,
  };
  const { coins, supplies, supplyWarnings } = buildCoins({
    ...known,
    now,
    cadenceOf,
    samplesOf,
    totals: all("global").flatMap(({ records }) => records),
    priceBefore: followMoves((id, span) => input.priceBefore?.(id, span) ?? null, moves, null),
    daysOf: followMoves((id) => input.daysOf?.(id) ?? null, moves, null),
  });

  const orderBooks = buildOrderBooks({ tickers, priced, quotes, now });
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
    orderBooks: orderBooks.get(id) ?? [],
  }));
  const scores = noteScores(memory?.scores ?? {}, venueBuilds, coins, now);
  const markets = exchanges.reduce((sum, exchange) => sum + exchange.markets, 0);
  const index = all("index");
  const fearGreed = validateIndex(all("index"));
  const totals = validateGlobal(
    all("global").sort((a, b) => Number(a.stale) - Number(b.stale)),
    all("coin"),
    coins,
    memory?.global,
    now,
  );
  const protocols = first("protocol");
  const chains = first("chain");
  const tvl = first("tvl");
  const dex = first("dex-volume");
  const points = tvl?.records ?? [];
  const dexVolume = dex?.records[0];
  const defiLists = { points, protocols: protocols?.records ?? [], chains: chains?.records ?? [], dexVolume };
  const defi = validateDefi(defiLists, coins, memory?.defi, now);
  const used: Dataset[] = [
    ...tickers.all,
    ...reference.used,
    ...fiat.used,
    ...index.flatMap((each) => markStale(each, fearGreed.stale)),
    ...all("article"),
    ...markStale(totals.dataset ?? first("global"), totals.dataset === undefined),
    ...markStale(tvl && { ...tvl, records: [...defi.history] }, defi.stale.history),
    ...markStale(protocols, defi.stale.protocols),
    ...markStale(chains, defi.stale.chains),
    ...(["exchange", "dex-volume", "coin-detail"] as const).flatMap((kind) => first(kind) ?? []),
  ];
  const datasets = used.map((dataset) => buildDatasetStatus(dataset, input));
  const priceTimes = datasets
    .filter(({ kind }) => kind === "ticker" || kind === "coin")
    .map(({ observedAtMs }) => observedAtMs);
  const asOfMs = Math.max(...(priceTimes.length > 0 ? priceTimes : [now]));
  const { identification } = priced;
  const linked = collectLinks({ coins, lists: stated, identification, days: memory?.linkDays ?? {}, now });
  const market: Market = {
    asOfMs,
    coins,
    global: buildGlobal(totals.dataset, coins, markets, asOfMs),
    exchanges,
    scorecards: computeScorecards(scores, now),
    venues: input.venues.map(({ id, trust, usdFiat }) => ({
      id,
      trust,
      usdFiat,
      orderBooks: orderBooks.get(id) ?? [],
    })),
    fearGreed: fearGreed.values,
    defi: buildDefi(
      protocols && keepRows(defi.protocols, protocols.records),
      chains && keepRows(defi.chains, chains.records),
      tvl === undefined ? [] : defi.history,
      defi.dexVolume,
    ),
    exchangeRates: fiat.rates,
    fixings: fixings.days,
    articles: buildArticles(
      all("article").flatMap(({ source, records }) => {
        const publisher = input.publishers.get(source);
        return publisher === undefined ? [] : [{ publisher, articles: records }];
      }),
      coins,
      input.hash,
    ),
    datasets,
    coverage: buildCoverage(coins.length, tickers, orderBooks),
    identityChanges: keyMemory.identityChanges ?? [],
    links: linked.links,
  };
  const remembered = {
    ...rememberMarket(input.datasets, memory, priced, keyMemory, tickers.runs, asOfMs),
    identities: closeRegistry(registry),
    linkDays: linked.days,
    scores,
    rates: fiat.memory,
    supplies,
    ...(totals.memory && { global: totals.memory }),
    ...(defi.memory && { defi: defi.memory }),
  };
  const warnings = {
    lists: judged.warnings,
    rates: [...fiat.warnings, ...fixings.warnings],
    supplies: supplyWarnings,
    totals: totals.warnings,
    defi: defi.warnings,
    index: fearGreed.warnings,
  };
  return { market, memory: remembered, moves, quotes, priced, tickers, statedPrices, warnings };
}

/** A response that was not accepted is treated as missing: what replaces it is marked as stale. */
function markStale<K extends RecordKind>(dataset: Dataset<K> | undefined, stale: boolean): Dataset<K>[] {
  return dataset === undefined ? [] : [stale ? { ...dataset, stale } : dataset];
}

/** A list without any valid row is treated as missing. */
function keepRows<Row>(kept: readonly Row[], read: readonly Row[]): readonly Row[] | undefined {
  return kept.length === 0 && read.length > 0 ? undefined : kept;
}
