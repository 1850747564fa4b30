import type { Dataset } from "../../normalise/record.ts";
import { aggregatePrice } from "../aggregate/aggregate-price.ts";
import { computeChangeFromOpens } from "../aggregate/price-change.ts";
import type { CountedTicker } from "../aggregate/ticker-price.ts";
import { groupByVenue } from "../aggregate/venue-price.ts";
import { QUOTE_RULES } from "../rules/price.ts";
import { type StablecoinEdge, solveFiatRate, solveStablecoinRate, US_DOLLAR } from "./pegged-rate.ts";
import {
  ANCHORS,
  collectQuoteEdges,
  countVenues,
  createRate,
  getOtherEnd,
  orientEdge,
  QUOTE_CODES,
  type QuoteCode,
  type QuoteEdge,
  type QuoteRate,
  type QuoteRates,
  renderRate,
} from "./quote.ts";

/**
 * The price of a quote coin by its tickers against solved quotes, in either direction. An anchor
 * has only its USD tickers on venues that hold dollars, and a reference decides where they
 * disagree: without one, the anchor and everything priced through it is suspended. `undefined`:
 * another coin without any ticker.
 */
function solveCoinRate(
  code: string,
  edges: readonly CountedTicker[],
  references: readonly number[] = [],
): QuoteRate | undefined {
  const isAnchor = ANCHORS.includes(code);
  const { price: usd, kept, votes, volumeUsd, disputed } = aggregatePrice(groupByVenue(edges), references);
  if (usd === null) return isAnchor ? createRate(code, 0, `No venue has a live dollar pair of ${code}.`) : undefined;
  const message = `${countVenues(kept)}${isAnchor ? " with dollar pairs" : ""}: ${renderRate(usd)} USD`;
  if (disputed) return createRate(code, kept, `${message}; other venues disagree.`);
  const isSafe = kept >= QUOTE_RULES.enoughVenues;
  if (!isAnchor && !isSafe && volumeUsd < QUOTE_RULES.singleVenueUsd) {
    return createRate(code, kept, `${message}, ${Math.round(volumeUsd)} USD traded: too little for one venue.`);
  }
  const change = computeChangeFromOpens(votes);
  const usd24hAgo = change === null ? null : usd / (1 + change / 100);
  return createRate(code, kept, `${message}.`, usd, usd24hAgo, isAnchor && !isSafe ? "flagged" : "accepted");
}

export interface QuoteGraph {
  /** USD per unit of a quote; `null`: suspended or unknown. */
  usd(code: string): number | null;
  usd24hAgo(code: string): number | null;
  rates: QuoteRates;
}

/**
 * The value of every quote in USD, in this order: fiat, BTC and ETH by dollar tickers, stablecoins
 * by dollar tickers and through BTC and ETH, then the other quote coins. No stablecoin is taken for
 * a dollar. `fiat` is USD per unit by a daily reference rate; `references` are fresh reference
 * prices of BTC, ETH or a stablecoin.
 */
export function solveQuotes(input: {
  tickers: readonly Dataset<"ticker">[];
  venues: readonly { id: string; trust: number; usdFiat: boolean }[];
  fiat: ReadonlyMap<string, number>;
  references?: (code: string) => readonly number[];
  now: number;
}): QuoteGraph {
  const edges = collectQuoteEdges(input.tickers, input.venues, input.now);
  const edgesOf = (code: string) => edges.get(code) ?? [];
  const rates = new Map<string, QuoteRate>([["USD", US_DOLLAR]]);
  const add = (rate: QuoteRate | undefined): void => {
    if (rate !== undefined) rates.set(rate.code, rate);
  };
  for (const { code } of codesOf("fiat")) {
    if (code !== "USD") add(solveFiatRate(code, edgesOf(code), input.fiat.get(code)));
  }
  for (const code of ANCHORS) {
    const dollars = edgesOf(code).filter(
      ({ usdFiat, ticker }) => usdFiat && ticker.base === code && ticker.quote === "USD",
    );
    add(solveCoinRate(code, orientEdges(dollars, code, rates), input.references?.(code)));
  }
  // First the stablecoins with tickers against their currency or an anchor, then the rest through
  // them.
  for (const from of ["primary", "cross"] as const) {
    const before: QuoteRates = new Map(rates);
    for (const { code, peg } of codesOf("stablecoin")) {
      const pegUsd = peg === null ? null : (rates.get(peg)?.usd ?? null);
      if (rates.has(code) || peg === null || pegUsd === null) continue;
      const candidates = edgesOf(code).flatMap((edge) => classify(edge, code, peg, before) ?? []);
      const used = from === "cross" ? candidates : candidates.filter((candidate) => candidate.from !== "cross");
      add(solveStablecoinRate(code, used, pegUsd, input.references?.(code)));
    }
  }
  const coins = codesOf("coin").filter(({ code }) => !ANCHORS.includes(code));
  for (let pass = 0; pass < QUOTE_RULES.coinPasses; pass += 1) {
    // The rates of the pass before, so that the order of the codes has no influence.
    const before: QuoteRates = new Map(rates);
    for (const { code } of coins) add(solveCoinRate(code, orientEdges(edgesOf(code), code, before)));
  }
  return {
    usd: (code) => rates.get(code)?.usd ?? null,
    usd24hAgo: (code) => rates.get(code)?.usd24hAgo ?? null,
    rates,
  };
}

function orientEdges(edges: readonly QuoteEdge[], code: string, rates: QuoteRates): CountedTicker[] {
  return edges.flatMap((edge) => orientEdge(edge, code, rates) ?? []);
}

function codesOf(kind: QuoteCode["kind"]): QuoteCode[] {
  return [...QUOTE_CODES.values()].filter((entry) => entry.kind === kind);
}

function classify(edge: QuoteEdge, code: string, peg: string, rates: QuoteRates): StablecoinEdge | null {
  const from = classifyOther(getOtherEnd(edge, code), peg, edge);
  const oriented = from === null ? null : orientEdge(edge, code, rates);
  return from === null || oriented === null ? null : { ...oriented, from };
}

/**
 * Thin crosses through other currencies do not count: one in EUR once put USDT at 1.0035 while its
 * dollar pairs were at 1.
 */
function classifyOther(other: string, peg: string, { usdFiat, ticker }: QuoteEdge): StablecoinEdge["from"] | null {
  if (other === "USD" || other === peg) return usdFiat ? "direct" : null;
  if (ANCHORS.includes(other)) return ticker.base === other ? "implied" : null;
  return QUOTE_CODES.get(other)?.kind === "stablecoin" ? "cross" : null;
}
