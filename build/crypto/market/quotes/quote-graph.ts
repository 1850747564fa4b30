import { groupBy } from "../../../lib/collections.ts";
import { isNear, median } from "../../../lib/stats.ts";
import { aggregatePrice } from "../aggregate/aggregate-price.ts";
import { computeChangeFromOpens } from "../aggregate/price-change.ts";
import type { PricedTicker } from "../aggregate/ticker-price.ts";
import { groupByVenue } from "../aggregate/venue-price.ts";
import { QUOTE_RULES } from "../rules/price.ts";
import { type StablecoinEdge, solveFiatRate, solveStablecoinRate, US_DOLLAR } from "./pegged-rate.ts";
import { ANCHORS, isFiat, QUOTE_CODES, type QuoteCode } from "./quote-code.ts";
import { getOtherEnd, orientEdge, type QuoteEdge, type QuoteEdges } from "./quote-edge.ts";
import {
  countVenues,
  createRate,
  type QuoteRate,
  type QuoteRates,
  renderRate,
  renderVolume,
  suspendRate,
} from "./quote-rate.ts";

/**
 * The price of a quote coin by its tickers against solved quotes, in either direction. An anchor
 * has only its USD tickers on venues that hold dollars, and a reference decides where they
 * disagree: without one, the anchor and everything priced through it is suspended. `undefined`:
 * another coin without any ticker.
 */
function solveCoinRate(
  code: string,
  edges: readonly PricedTicker[],
  references: readonly number[] = [],
): QuoteRate | undefined {
  const isAnchor = ANCHORS.includes(code);
  const { price: usd, kept, votes, volumeUsd, disputed } = aggregatePrice(groupByVenue(edges), references);
  if (usd === null) return isAnchor ? suspendRate(code, 0, `No venue has a live dollar pair of ${code}.`) : undefined;
  const message = `${countVenues(kept)}${isAnchor ? " with dollar pairs" : ""}: ${renderRate(usd)} USD`;
  if (disputed) return suspendRate(code, kept, `${message}; other venues disagree.`);
  const isSafe = kept >= QUOTE_RULES.enoughVenues;
  if (!isAnchor && !isSafe && volumeUsd < QUOTE_RULES.singleVenueUsd) {
    return suspendRate(code, kept, `${message}, ${renderVolume(volumeUsd)} USD traded: too little for one venue.`);
  }
  const change = computeChangeFromOpens(votes);
  const usd24hAgo = change === null ? null : usd / (1 + change / 100);
  const status = isAnchor && !isSafe ? "flagged" : "accepted";
  return createRate(code, { usd, usd24hAgo, status, venues: kept, message: `${message}.` });
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
  edges: QuoteEdges;
  fiat: ReadonlyMap<string, number>;
  references?: (code: string) => readonly number[];
}): QuoteGraph {
  const edgesOf = (code: string) => input.edges.get(code) ?? [];
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

function orientEdges(edges: readonly QuoteEdge[], code: string, rates: QuoteRates): PricedTicker[] {
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

const PIVOT = "BTC";

/** `rate`: units for one USD. `shared`: two venues agree, so that it can refuse a stated rate. */
export interface CrossRate {
  rate: number;
  shared: boolean;
}

/** Books of two venues this near (factor) agree. */
const AGREE = 1.02;

/**
 * The rate of each currency by the venues' tight Bitcoin books: the price in the currency over the
 * price in dollars on venues that hold dollars. Books support a daily rate, but say nothing exact:
 * premiums of some percent are real. One venue alone can only support: it may be wrong.
 */
export function computeCrossRates(edges: QuoteEdges): ReadonlyMap<string, CrossRate> {
  const books = (edges.get(PIVOT) ?? []).filter(({ ticker: { base, quote }, usdFiat, quality }) => {
    return base === PIVOT && isFiat(quote) && (quote !== "USD" || usdFiat) && quality >= 1;
  });
  const byQuote = groupBy(books, ({ ticker }) => ticker.quote);
  const prices = new Map([...byQuote].map(([quote, own]) => [quote, findPrice(own.map(({ price }) => price))]));
  const dollars = prices.get("USD");
  if (dollars === undefined) return new Map();
  prices.delete("USD");
  return new Map(
    [...prices].flatMap(([quote, price]) =>
      price === undefined
        ? []
        : [[quote, { rate: price.price / dollars.price, shared: price.shared && dollars.shared }] as const],
    ),
  );
}

/** Units of each currency for one USD, of one venue included. */
export function listRates(crossRates: ReadonlyMap<string, CrossRate>): ReadonlyMap<string, number> {
  return new Map([...crossRates].map(([quote, { rate }]) => [quote, rate]));
}

/** The median of prices that another supports, or the only price; never one between two camps. */
function findPrice(prices: readonly number[]): { price: number; shared: boolean } | undefined {
  const [first, ...more] = prices;
  if (first !== undefined && more.length === 0) return { price: first, shared: false };
  const supported = prices.filter((price, at) => prices.some((other, to) => to !== at && isNear(price, other, AGREE)));
  const isOneCamp = Math.max(...supported) <= Math.min(...supported) * AGREE ** 2;
  return supported.length > 0 && isOneCamp ? { price: median(supported), shared: true } : undefined;
}
