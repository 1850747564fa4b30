import { QUOTE_RULES } from "../rules.ts";
import { solveAnchorRate, solveCoinRate } from "./coin-rate.ts";
import { solveFiatRate, US_DOLLAR } from "./fiat-rate.ts";
import { ANCHORS, QUOTE_CODES, type QuoteCode } from "./quote-code.ts";
import { collectQuoteEdges, getOtherEnd, orientEdge, type QuoteEdge, type VenueBooks } from "./quote-edge.ts";
import type { QuoteRate, QuoteRates } from "./quote-rate.ts";
import { type StablecoinEdge, solveStablecoinRate } from "./stablecoin-rate.ts";

export type { QuoteRate, VenueBooks };

export interface QuoteGraph {
  /** USD per unit of a quote; `null`: suspended or unknown. */
  usd(code: string): number | null;
  usd24hAgo(code: string): number | null;
  rates: QuoteRates;
}

type Edges = ReadonlyMap<string, readonly QuoteEdge[]>;

/**
 * Rule 5.3 of the methodology: what every quote is worth in USD, in the order in which it can be
 * known: fiat, then BTC and ETH by dollar books, then stablecoins by dollar books and through BTC
 * and ETH, then the other quote coins by what is solved. No stablecoin is ever taken for a dollar.
 * `fiat` is USD per unit by a daily reference rate;
 * `references` are fresh reference prices of an anchor.
 */
export function solveQuotes(input: {
  venues: readonly VenueBooks[];
  fiat: ReadonlyMap<string, number>;
  references?: (anchor: string) => readonly number[];
  now: number;
}): QuoteGraph {
  const edges = collectQuoteEdges(input.venues, input.now);
  const rates = new Map<string, QuoteRate>([["USD", US_DOLLAR]]);
  solveFiat(edges, input.fiat, rates);
  for (const code of ANCHORS) {
    const dollarBooks = edgesOf(edges, code).filter(
      ({ usdFiat, ticker }) => usdFiat && ticker.base === code && ticker.quote === "USD",
    );
    add(
      rates,
      solveAnchorRate(
        code,
        dollarBooks.flatMap((edge) => orientEdge(edge, code, rates) ?? []),
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

function solveFiat(edges: Edges, daily: ReadonlyMap<string, number>, rates: Map<string, QuoteRate>): void {
  for (const { code } of codesOf("fiat")) {
    if (code !== "USD") add(rates, solveFiatRate(code, edgesOf(edges, code), daily.get(code)));
  }
}

/** Those with books against their currency or an anchor first; the rest through them. */
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
 * Thin crosses through other currencies say nothing: one in EUR once put USDT at 1.0035 while its
 * dollar books said 1.
 */
function classifyOther(other: string, peg: string, { usdFiat, ticker }: QuoteEdge): StablecoinEdge["from"] | null {
  if (other === "USD" || other === peg) return usdFiat ? "direct" : null;
  if (ANCHORS.includes(other)) return ticker.base === other ? "implied" : null;
  return QUOTE_CODES.get(other)?.kind === "stablecoin" ? "cross" : null;
}

/**
 * Every pass sees the rates of the pass before it, so that the order of the codes has no influence.
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
