import type { Dataset, RecordKind } from "../normalise/record.ts";
import { believeGlobal } from "./believe-global.ts";
import { believeTvl } from "./believe-tvl.ts";
import type { Publisher } from "./build-articles.ts";
import { buildArticles } from "./build-articles.ts";
import { buildCoin } from "./build-coin.ts";
import { buildDefi } from "./build-defi.ts";
import { buildExchanges, type PolledExchange } from "./build-exchanges.ts";
import { buildGlobal } from "./build-global.ts";
import { createCodeValues } from "./code-value.ts";
import type { LongSpan } from "./coin-change.ts";
import { assignKeys } from "./coin-key.ts";
import { buildCoverage } from "./coverage.ts";
import { buildDatasetStatus, type Timing } from "./dataset-status.ts";
import { mergeRates, usdPerUnit } from "./fiat.ts";
import { identifyBooks } from "./identify-books.ts";
import { closeRegistry, namesCoins, noteListed, openRegistry, recallDetail } from "./identity-registry.ts";
import { learnIdentities } from "./learn-identity.ts";
import { findLiveBooks, type LiveBooks } from "./live-books.ts";
import type { Market, MarketCoin } from "./market.ts";
import type { MarketMemory } from "./market-memory.ts";
import { mergeReferenceCoins } from "./merge-reference.ts";
import { followMoves, moveMemory } from "./move-coins.ts";
import { type PricedCoins, priceCoins } from "./price-coins.ts";
import { PIVOT_COINS } from "./quote-code.ts";
import { type QuoteGraph, solveQuotes } from "./quote-graph.ts";
import { compareByPriority, pickDataset } from "./reference-priority.ts";
import { collectWitnesses, listFreshPrices, type ReferenceWitnesses } from "./reference-witness.ts";
import { type BookRuns, trackBooks } from "./track-books.ts";
import { translateIds } from "./translate-ids.ts";

/** A reference price that is older by more of its source's cadences is an old price. */
const MAX_AGE_IN_CADENCES = 3;

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
  /** Own price of a coin so long before `now`, `null` where our series do not reach it. */
  priceBefore?(coinId: string, span: LongSpan): number | null;
  /** sha256 in hex. */
  hash(text: string): string;
}

export interface BuiltMarket {
  market: Market;
  memory: MarketMemory;
  /** Provisional ids that gave way in this build → the ids whose history theirs becomes. */
  moves: ReadonlyMap<string, string>;
  quotes: QuoteGraph;
  priced: PricedCoins;
  /** Which of the books that were read have a say. */
  books: LiveBooks;
  /** What the reference sources say of each coin. */
  witnesses: ReferenceWitnesses;
  /** Totals of the market and of DeFi that were claimed and not believed, a sentence for each. */
  globalDoubts: readonly string[];
  defiDoubts: readonly string[];
  /** Fiat rates that were claimed and not believed, a sentence for each. */
  rateDoubts: readonly string[];
}

/** Everything that was accepted, as one market. Pure: the same input gives the same market. */
export function buildMarket(input: MarketInput): BuiltMarket {
  const { now } = input;
  // Whoever answered first has no say in anything.
  const sorted = [...input.datasets].sort(compareByPriority);
  const all = <K extends RecordKind>(kind: K): Dataset<K>[] =>
    sorted.filter((dataset): dataset is Dataset<K> => dataset.kind === kind);
  const first = <K extends RecordKind>(kind: K): Dataset<K> | undefined => pickDataset(all(kind));

  const registry = openRegistry(input.memory?.identities);
  const moves = learnIdentities(registry, all("coin"), now);
  const memory = moveMemory(input.memory, moves);
  const samplesOf = followMoves(input.samplesOf, moves);
  const references = translateIds(all("coin"), registry);

  const trust = new Map(input.venues.map((venue) => [venue.id, venue.trust]));
  const tickers = all("ticker").filter(({ source }) => trust.has(source));
  const fiat = mergeRates(all("rate"), memory?.rates ?? {}, now);
  const { limit, cadenceOf } = input;
  const reference = mergeReferenceCoins(references, { now, limit, registry, cadenceOf });
  const covered = reference.coins;
  const witnesses = collectWitnesses(references, now);
  const tracked = trackBooks(tickers, memory?.books ?? {}, now);
  const books = findLiveBooks(tickers, tracked, now);
  const quotes = solveQuotes({
    venues: input.venues.map(({ id, trust, usdFiat }) => ({
      id,
      trust,
      usdFiat,
      tickers: books.live.find(({ source, stale }) => source === id && !stale)?.records ?? [],
    })),
    fiat: usdPerUnit(fiat.rates, now),
    references(anchor) {
      const coin = reference.coins.find(({ id }) => id === PIVOT_COINS.get(anchor));
      return coin === undefined ? [] : listFreshPrices(coin, witnesses, now);
    },
    now,
  });
  const priceInput = { books, trust, quotes, coins: covered, witnesses, memory, samplesOf, now };
  const priced = priceCoins(priceInput, identifyBooks(priceInput));

  const details = new Map(all("coin-detail").flatMap(({ records }) => records.map((detail) => [detail.id, detail])));
  const { keys, owners } = assignKeys(
    covered.map(({ id, symbol }) => ({ id, symbol, provisional: reference.provisional.has(id) })),
    memory?.owners ?? {},
    now,
    !reference.namesKnown,
  );
  const base = reference.used[0];
  const priceBefore = input.priceBefore && followMoves(input.priceBefore, moves);
  const maxReferenceAgeMs = base === undefined ? 0 : MAX_AGE_IN_CADENCES * input.cadenceOf(base.source, base.feed);
  const coins = rankCoins(
    covered.map((coin) => {
      const { id } = coin;
      const own = priced.prices.get(id);
      const key = keys.get(id);
      if (own === undefined || key === undefined) throw new Error(`${id} has neither price nor key`);
      return buildCoin({
        reference: coin,
        referenceSource: reference.laidOver.get(id) ?? base?.source ?? "",
        referenceStale: reference.stale.has(id),
        maxReferenceAgeMs,
        witnesses: witnesses.others(coin),
        contradicted: priced.contradicted.has(id),
        own,
        key,
        detail: details.get(id) ?? recallDetail(registry, id),
        provisional: reference.provisional.has(id),
        supplyTimeMs: reference.supplyTimes.get(id) ?? null,
        samples: samplesOf(id),
        priceBefore: (span) => priceBefore?.(id, span) ?? null,
        now,
      });
    }),
  );

  const exchanges = buildExchanges({
    polled: input.venues.map((venue) => ({ ...venue, tickers: books.live.find(({ source }) => source === venue.id) })),
    reference: first("exchange"),
    quoteUsd: quotes.usd,
    bitcoinUsd: quotes.usd("BTC"),
    findValue: createCodeValues(coins, priced, quotes),
  });
  const markets = exchanges.reduce((sum, exchange) => sum + exchange.markets, 0);
  const index = all("index");
  const totals = believeGlobal(all("global").sort(compareStale), coins, memory?.global, now);
  const [protocols, chains, tvl] = [first("protocol"), first("chain"), first("tvl")];
  const defi = believeTvl(tvl?.records ?? [], protocols?.records ?? [], chains?.records ?? [], now);
  const used: Dataset[] = [
    ...books.tickers,
    ...reference.used,
    ...fiat.used,
    ...index,
    ...all("article"),
    ...markStale(totals.dataset ?? first("global"), totals.dataset === undefined),
    ...markStale(tvl && { ...tvl, records: [...defi.history] }, defi.stale),
    ...(["exchange", "protocol", "chain", "dex-volume", "coin-detail"] as const).flatMap((kind) => first(kind) ?? []),
  ];
  const datasets = used.map((dataset) => buildDatasetStatus(dataset, input));
  const priceTimes = datasets
    .filter(({ kind }) => kind === "ticker" || kind === "coin")
    .map(({ observedAtMs }) => observedAtMs);
  const asOfMs = Math.max(...(priceTimes.length > 0 ? priceTimes : [now]));
  const market: Market = {
    asOfMs,
    coins,
    global: buildGlobal(totals.dataset, coins, markets, asOfMs),
    exchanges,
    fearGreed: mergeIndex(index),
    defi: buildDefi(
      protocols && defi.protocols,
      chains && defi.chains,
      tvl && defi.history,
      first("dex-volume")?.records[0],
    ),
    exchangeRates: fiat.rates,
    articles: buildArticles(
      all("article").flatMap(({ source, records }) => {
        const publisher = input.publishers.get(source);
        return publisher === undefined ? [] : [{ publisher, articles: records }];
      }),
      coins,
      input.hash,
    ),
    datasets,
    coverage: buildCoverage(coins, books, priced),
  };
  const provisional = covered.filter(({ id }) => reference.provisional.has(id));
  const lister = reference.used.find((dataset) => !namesCoins(dataset));
  noteListed(registry, lister?.source, provisional, details.values());
  const remembered = {
    ...remember(input.datasets, memory, priced, owners, tracked.runs, asOfMs),
    identities: closeRegistry(registry),
    rates: fiat.memory,
    ...(totals.memory && { global: totals.memory }),
  };
  const doubts = { rateDoubts: fiat.doubts, globalDoubts: totals.doubts, defiDoubts: defi.doubts };
  return { market, memory: remembered, moves, quotes, priced, books, witnesses, ...doubts };
}

/** What is not believed is as good as not answered: the answers that rest on something older say that they are stale. */
function markStale<K extends RecordKind>(dataset: Dataset<K> | undefined, stale: boolean): Dataset<K>[] {
  return dataset === undefined ? [] : [stale ? { ...dataset, stale } : dataset];
}

function compareStale(a: Dataset, b: Dataset): number {
  return Number(a.stale) - Number(b.stale);
}

/** Ranks by our own market cap; coins without one follow, unranked, in the order of the reference. */
function rankCoins(coins: readonly MarketCoin[]): MarketCoin[] {
  const ranked = coins
    .filter(({ marketCap }) => marketCap !== null)
    .sort((a, b) => (b.marketCap ?? 0) - (a.marketCap ?? 0) || (a.id < b.id ? -1 : 1))
    .map((coin, index) => ({ ...coin, rank: index + 1 }));
  return [...ranked, ...coins.filter(({ marketCap }) => marketCap === null)];
}

/** The long series with the newest days laid over it, one value a day, ascending. */
function mergeIndex(datasets: readonly Dataset<"index">[]): Market["fearGreed"] {
  const ordered = [...datasets].sort((a, b) => a.fetchedAtMs - b.fetchedAtMs);
  const byTime = new Map(ordered.flatMap(({ records }) => records.map((value) => [value.timeMs, value])));
  return [...byTime.values()].sort((a, b) => a.timeMs - b.timeMs);
}

function remember(
  datasets: MarketInput["datasets"],
  memory: MarketMemory | null,
  { prices, identification }: PricedCoins,
  owners: MarketMemory["owners"],
  runs: BookRuns,
  timeMs: number,
): MarketMemory {
  const remembered: MarketMemory["prices"] = {};
  for (const [id, { price, fresh, timeMs: priceMs }] of prices) {
    const before = memory?.prices[id];
    if (fresh && price !== null) remembered[id] = { priceUsd: price, timeMs: priceMs ?? timeMs };
    else if (before !== undefined) remembered[id] = before;
  }
  const pricedCoins = [...prices.values()].filter(({ fresh }) => fresh).length;
  const sizes = { ...memory?.sizes };
  for (const { source, feed, records, stale } of datasets) if (!stale) sizes[`${source}.${feed}`] = records.length;
  return { timeMs, known: identification.known, owners, prices: remembered, books: runs, sizes, pricedCoins };
}
