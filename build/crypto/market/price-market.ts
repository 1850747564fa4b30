import type { LongSpan } from "./aggregate/price-change.ts";
import { buildCoins } from "./coins/build-coins.ts";
import { mergeReferenceCoins } from "./coins/merge-reference.ts";
import { assignKeys } from "./identity/coin-key.ts";
import { keepOwnIds, namesCoins, noteListed, openRegistry, translateIds } from "./identity/identity-registry.ts";
import { learnIdentities } from "./identity/learn-identity.ts";
import type { DatasetsByKind, MarketInput } from "./market-input.ts";
import { followMoves, moveMemory } from "./market-memory.ts";
import { judgeLists } from "./price/judge-lists.ts";
import { findCodePrices, identifyListings, priceCoins } from "./price/price-coins.ts";
import { collectReferencePrices, createCodeReferences } from "./price/reference-price.ts";
import { computeCrossRates, listRates } from "./quotes/cross-rates.ts";
import { findLiveTickers } from "./quotes/live-tickers.ts";
import { solveQuotes } from "./quotes/quote-graph.ts";
import { mergeRates, usdPerUnit } from "./totals/fiat.ts";
import { collectFixings } from "./totals/fixings.ts";

/*
 * The first stages of `buildMarket`, in their order. Each takes what the ones before it returned.
 */

/**
 * The coin lists with the ids that this site gives to their coins. The memory of earlier builds,
 * and the past prices, follow coins whose id changed.
 */
export function identifyLists({ all }: DatasetsByKind, input: MarketInput) {
  const registry = openRegistry(input.memory?.identities);
  const lists = keepOwnIds(all("coin"));
  const moves = learnIdentities(registry, lists, input.now);
  return {
    registry,
    /** With the ids of their sources. */
    lists,
    /** With the ids of this site. */
    stated: translateIds(lists, registry),
    moves,
    memory: moveMemory(input.memory, moves),
    samplesOf: followMoves(input.samplesOf, moves, []),
    priceBefore: followMoves((id, span: LongSpan) => input.priceBefore?.(id, span) ?? null, moves, null),
    daysOf: followMoves((id) => input.daysOf?.(id) ?? null, moves, null),
  };
}

type IdentifiedLists = ReturnType<typeof identifyLists>;

/** The tickers that count, and what one unit of each of their quotes is worth in USD. */
export function solveRates({ all }: DatasetsByKind, { stated, memory }: IdentifiedLists, { venues, now }: MarketInput) {
  const venueIds = new Set(venues.map(({ id }) => id));
  const polled = all("ticker").filter(({ source }) => venueIds.has(source));
  const tickers = findLiveTickers(polled, memory?.books ?? {}, now);
  const crossRates = computeCrossRates(tickers.live, venues, now);
  const fiat = mergeRates(all("rate"), memory?.rates ?? {}, crossRates, now);
  const fixings = collectFixings(all("fixing"), all("rate"), fiat.rates, listRates(crossRates));
  const statedPrices = collectReferencePrices(stated, now);
  const quotes = solveQuotes({
    venues: venues.map(({ id, trust, usdFiat }) => ({
      id,
      trust,
      usdFiat,
      tickers: tickers.live.find(({ source, stale }) => source === id && !stale)?.records ?? [],
    })),
    fiat: usdPerUnit(fiat.rates, now),
    references: createCodeReferences(stated, statedPrices),
    now,
  });
  return { polled, tickers, fiat, fixings, statedPrices, quotes };
}

export type SolvedRates = ReturnType<typeof solveRates>;

/** The covered coins, and the price of each. */
export function priceCovered(
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

export type PricedMarket = ReturnType<typeof priceCovered>;

/** The covered coins with their keys and statistics. Adds them to the registry. */
export function describeCoins(
  { all }: DatasetsByKind,
  { registry, lists, stated, memory, samplesOf, priceBefore, daysOf }: IdentifiedLists,
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
    lists,
    references: judged.lists,
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
