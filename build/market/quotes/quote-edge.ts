import type { Ticker } from "../../normalise/record.ts";
import type { WeighedListing } from "../price/venue-price.ts";
import { QUOTE_CODES } from "./quote-code.ts";
import type { QuoteRates } from "./quote-rate.ts";
import { type BookPrice, computeBookPrice, computeVolumeUsd } from "./ticker-price.ts";

/** All tickers of one venue. */
export interface VenueBooks {
  id: string;
  trust: number;
  /** Its USD is the dollar itself, so that its USD books may anchor it. */
  usdFiat: boolean;
  tickers: readonly Ticker[];
}

/** A live book between two quotes. */
export interface QuoteEdge {
  venue: string;
  trust: number;
  usdFiat: boolean;
  ticker: Ticker;
  book: BookPrice;
}

/** An edge seen from one of its ends: what that end is worth by it. */
export interface OrientedEdge extends WeighedListing {
  venue: string;
  trust: number;
  priceUsd: number;
  /** By the book's rolling open; `null` where it has none. */
  priceUsd24hAgo: number | null;
}

/** Code → the live books (rules 5.1 and 5.2 of the methodology) that have it at one end and another quote at the other. */
export function collectQuoteEdges(
  venues: readonly VenueBooks[],
  now: number,
): ReadonlyMap<string, readonly QuoteEdge[]> {
  const edges = new Map<string, QuoteEdge[]>();
  for (const { id: venue, trust, usdFiat, tickers } of venues) {
    for (const ticker of tickers) {
      const { base, quote, priced } = ticker;
      // Few bases are quotes: testing them first keeps the pass over all tickers cheap.
      if (!QUOTE_CODES.has(base) || !QUOTE_CODES.has(quote) || base === quote || !priced) continue;
      const book = computeBookPrice(ticker, now);
      if (typeof book === "string") continue;
      const edge: QuoteEdge = { venue, trust, usdFiat, ticker, book };
      for (const code of [base, quote]) {
        const known = edges.get(code);
        if (known === undefined) edges.set(code, [edge]);
        else known.push(edge);
      }
    }
  }
  return edges;
}

/** The code at the other end. */
export function getOtherEnd({ ticker }: QuoteEdge, code: string): string {
  return ticker.base === code ? ticker.quote : ticker.base;
}

/** What `code` is worth by a book against something with a rate; `null` where the other end has none. */
export function orientEdge(edge: QuoteEdge, code: string, rates: QuoteRates): OrientedEdge | null {
  const other = rates.get(getOtherEnd(edge, code));
  if (other === undefined || other.usd === null) return null;
  const { venue, trust, ticker, book } = edge;
  const direct = ticker.base === code;
  const priceUsd = direct ? book.price * other.usd : other.usd / book.price;
  if (!(priceUsd > 0) || !Number.isFinite(priceUsd)) return null;
  const open = ticker.open24h;
  const known = open !== null && open > 0 && other.usd24hAgo !== null;
  return {
    venue,
    trust,
    priceUsd,
    priceUsd24hAgo: known ? (direct ? open * other.usd24hAgo! : other.usd24hAgo! / open) : null,
    // Turned round, the solved end is the base, and one unit of the quote is worth what this edge says.
    volumeUsd: computeVolumeUsd(ticker, book.price, direct ? other.usd : priceUsd),
    quality: book.quality,
    freshness: book.freshness,
  };
}
