import { groupBy } from "../../lib/collections.ts";
import { computeChangeFromOpens } from "../coins/price-change.ts";
import { aggregatePrice } from "../price/aggregate-price.ts";
import { aggregateVenue } from "../price/venue-price.ts";
import { QUOTE_RULES } from "../rules.ts";
import { type StablecoinEdge, solveFiatRate, solveStablecoinRate, US_DOLLAR } from "./pegged-rate.ts";
import {
  ANCHORS,
  collectQuoteEdges,
  countVenues,
  getOtherEnd,
  type OrientedEdge,
  orientEdge,
  QUOTE_CODES,
  type QuoteCode,
  type QuoteEdge,
  type QuoteRate,
  type QuoteRates,
  renderRate,
  suspendRate,
  type VenueTickers,
} from "./quote.ts";

/**
 * Rule 5.3, step 2: the price of an anchor by the USD listings of venues that hold dollars, by rule
 * 5.5. A reference decides where the venues disagree. Without one the rate is suspended, and with
 * it everything that is priced through the anchor.
 */
function solveAnchorRate(
  code: string,
  dollarListings: readonly OrientedEdge[],
  references: readonly number[],
): QuoteRate {
  const found = aggregateEdges(dollarListings, references);
  if (found === null) return suspendRate(code, "coin", 0, `No venue has a live dollar pair of ${code}.`);
  const { usd, usd24hAgo, venues, disputed } = found;
  const message = `${countVenues(venues)} with dollar pairs: ${renderRate(usd)} USD`;
  if (disputed) return suspendRate(code, "coin", venues, `${message}; other venues disagree.`);
  const status = venues < 2 ? "flagged" : "accepted";
  return { code, kind: "coin", usd, usd24hAgo, status, venues, message: `${message}.` };
}

/**
 * Rule 5.3, step 4: the price of another quote coin by its listings against solved quotes, in
 * either direction, by rule 5.5. `undefined` without any.
 */
function solveCoinRate(code: string, edges: readonly OrientedEdge[]): QuoteRate | undefined {
  const found = aggregateEdges(edges);
  if (found === null) return undefined;
  const { usd, usd24hAgo, venues, disputed, volumeUsd } = found;
  const message = `${countVenues(venues)}: ${renderRate(usd)} USD`;
  if (disputed) return suspendRate(code, "coin", venues, `${message}; other venues disagree.`);
  if (venues < 2 && volumeUsd < QUOTE_RULES.singleVenueUsd) {
    return suspendRate(
      code,
      "coin",
      venues,
      `${message}, ${Math.round(volumeUsd)} USD traded: too little for one venue.`,
    );
  }
  return { code, kind: "coin", usd, usd24hAgo, status: "accepted", venues, message: `${message}.` };
}

interface AggregatedEdges {
  usd: number;
  usd24hAgo: number | null;
  venues: number;
  volumeUsd: number;
  disputed: boolean;
}

function aggregateEdges(edges: readonly OrientedEdge[], references: readonly number[] = []): AggregatedEdges | null {
  const venues = [...groupBy(edges, (edge) => edge.venue)].map(([venue, listings]) => {
    const { trust } = listings[0]!;
    return { venue, trust, listings, ...aggregateVenue(listings) };
  });
  const { price, votes, kept, volumeUsd, disputed } = aggregatePrice(venues, references);
  if (price === null) return null;
  const moved: { growths: number[]; weights: number[] }[] = [];
  venues.forEach(({ shares, listings }, index) => {
    if (!votes[index]!.kept) return;
    const growths: number[] = [];
    const weights: number[] = [];
    listings.forEach(({ priceUsd, priceUsd24hAgo }, listing) => {
      if (priceUsd24hAgo === null || shares[listing] === 0) return;
      growths.push(priceUsd / priceUsd24hAgo);
      weights.push(shares[listing]!);
    });
    moved.push({ growths, weights });
  });
  const change = computeChangeFromOpens(moved);
  return {
    usd: price,
    usd24hAgo: change === null ? null : price / (1 + change / 100),
    venues: kept,
    volumeUsd,
    disputed,
  };
}

export type { QuoteRate, VenueTickers };

export interface QuoteGraph {
  /** USD per unit of a quote; `null`: suspended or unknown. */
  usd(code: string): number | null;
  usd24hAgo(code: string): number | null;
  rates: QuoteRates;
}

type Edges = ReadonlyMap<string, readonly QuoteEdge[]>;

/**
 * Rule 5.3: the value of every quote in USD, in this order: fiat, BTC and ETH by dollar listings,
 * stablecoins by dollar listings and through BTC and ETH, then the other quote coins. No stablecoin
 * is taken for a dollar. `fiat` is USD per unit by a daily reference rate; `references` are fresh
 * reference prices of an anchor.
 */
export function solveQuotes(input: {
  venues: readonly VenueTickers[];
  fiat: ReadonlyMap<string, number>;
  references?: (anchor: string) => readonly number[];
  now: number;
}): QuoteGraph {
  const edges = collectQuoteEdges(input.venues, input.now);
  const rates = new Map<string, QuoteRate>([["USD", US_DOLLAR]]);
  solveFiatRates(edges, input.fiat, rates);
  for (const code of ANCHORS) {
    const dollarListings = edgesOf(edges, code).filter(
      ({ usdFiat, ticker }) => usdFiat && ticker.base === code && ticker.quote === "USD",
    );
    add(
      rates,
      solveAnchorRate(
        code,
        dollarListings.flatMap((edge) => orientEdge(edge, code, rates) ?? []),
        input.references?.(code) ?? [],
      ),
    );
  }
  solveStablecoins(edges, rates);
  solveCoins(edges, rates);
  return {
    usd: (code) => rates.get(code)?.usd ?? null,
    usd24hAgo: (code) => rates.get(code)?.usd24hAgo ?? null,
    rates,
  };
}

function solveFiatRates(edges: Edges, daily: ReadonlyMap<string, number>, rates: Map<string, QuoteRate>): void {
  for (const { code } of codesOf("fiat")) {
    if (code !== "USD") add(rates, solveFiatRate(code, edgesOf(edges, code), daily.get(code)));
  }
}

/** First those with listings against their currency or an anchor, then the rest through them. */
function solveStablecoins(edges: Edges, rates: Map<string, QuoteRate>): void {
  for (const from of ["primary", "cross"] as const) {
    const before: QuoteRates = new Map(rates);
    for (const { code, peg } of codesOf("stablecoin")) {
      const pegUsd = rates.get(peg!)?.usd ?? null;
      if (rates.has(code) || pegUsd === null) continue;
      const candidates = edgesOf(edges, code).flatMap((edge) => classify(edge, code, peg!, before) ?? []);
      const heard = from === "cross" ? candidates : candidates.filter((candidate) => candidate.from !== "cross");
      add(rates, solveStablecoinRate(code, heard, pegUsd));
    }
  }
}

function classify(edge: QuoteEdge, code: string, peg: string, rates: QuoteRates): StablecoinEdge | null {
  const other = getOtherEnd(edge, code);
  const from = classifyOther(other, peg, edge);
  const oriented = from === null ? null : orientEdge(edge, code, rates);
  return from === null || oriented === null ? null : { ...oriented, from };
}

/**
 * Thin crosses through other currencies do not count: one in EUR once put USDT at 1.0035 while its
 * dollar listings were at 1.
 */
function classifyOther(other: string, peg: string, { usdFiat, ticker }: QuoteEdge): StablecoinEdge["from"] | null {
  if (other === "USD" || other === peg) return usdFiat ? "direct" : null;
  if (ANCHORS.includes(other)) return ticker.base === other ? "implied" : null;
  return QUOTE_CODES.get(other)?.kind === "stablecoin" ? "cross" : null;
}

/**
 * Every pass uses the rates of the pass before it, so that the order of the codes has no influence.
 */
function solveCoins(edges: Edges, rates: Map<string, QuoteRate>): void {
  const coins = codesOf("coin").filter(({ code }) => !ANCHORS.includes(code));
  for (let pass = 0; pass < QUOTE_RULES.coinPasses; pass += 1) {
    const before: QuoteRates = new Map(rates);
    for (const { code } of coins) {
      add(
        rates,
        solveCoinRate(
          code,
          edgesOf(edges, code).flatMap((edge) => orientEdge(edge, code, before) ?? []),
        ),
      );
    }
  }
}

function codesOf(kind: QuoteCode["kind"]): QuoteCode[] {
  return [...QUOTE_CODES.values()].filter((entry) => entry.kind === kind);
}

function edgesOf(edges: Edges, code: string): readonly QuoteEdge[] {
  return edges.get(code) ?? [];
}

function add(rates: Map<string, QuoteRate>, rate: QuoteRate | undefined): void {
  if (rate !== undefined) rates.set(rate.code, rate);
}
