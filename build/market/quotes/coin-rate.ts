import { groupBy } from "../../lib/collections.ts";
import { computeChangeFromOpens } from "../coins/change.ts";
import { aggregatePrice } from "../price/aggregate-price.ts";
import { aggregateVenue } from "../price/venue-price.ts";
import type { OrientedEdge } from "./quote-edge.ts";
import { countVenues, type QuoteRate, renderRate, suspendRate } from "./quote-rate.ts";

/**
 * One venue alone sets the rate of a quote coin only with this much traded, in USD of 24 hours
 * (rule 5.3).
 */
const SINGLE_VENUE_USD = 1_000_000;

/**
 * Rule 5.3 of the methodology, step 2: the price of an anchor by the USD books of venues that hold
 * dollars, by rule 5.5. A reference decides where the venues disagree; without one the rate is
 * suspended, and with it everything that is priced through the anchor.
 */
export function solveAnchorRate(
  code: string,
  dollarBooks: readonly OrientedEdge[],
  references: readonly number[],
): QuoteRate {
  const found = aggregateEdges(dollarBooks, references);
  if (found === null) return suspendRate(code, "coin", 0, `No venue has a live dollar book of ${code}.`);
  const { usd, usd24hAgo, venues, disputed } = found;
  const message = `${countVenues(venues)} with dollar books: ${renderRate(usd)} USD`;
  if (disputed) return suspendRate(code, "coin", venues, `${message}; other venues disagree.`);
  const status = venues < 2 ? "flagged" : "accepted";
  return { code, kind: "coin", usd, usd24hAgo, status, venues, message: `${message}.` };
}

/**
 * Rule 5.3 of the methodology, step 4: the price of another quote coin by its books against solved
 * quotes, in either direction, by rule 5.5. `undefined` where it has none.
 */
export function solveCoinRate(code: string, edges: readonly OrientedEdge[]): QuoteRate | undefined {
  const found = aggregateEdges(edges);
  if (found === null) return undefined;
  const { usd, usd24hAgo, venues, disputed, volumeUsd } = found;
  const message = `${countVenues(venues)}: ${renderRate(usd)} USD`;
  if (disputed) return suspendRate(code, "coin", venues, `${message}; other venues disagree.`);
  if (venues < 2 && volumeUsd < SINGLE_VENUE_USD) {
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
  const venues = [...groupBy(edges, (edge) => edge.venue)].map(([venue, books]) => {
    const { trust } = books[0]!;
    return { venue, trust, books, ...aggregateVenue(books) };
  });
  const { price, votes, kept, disputed } = aggregatePrice(venues, references);
  if (price === null) return null;
  const moved: { growths: number[]; weights: number[] }[] = [];
  let volume = 0;
  venues.forEach(({ volumeUsd, shares, books }, index) => {
    const vote = votes[index]!;
    if (!vote.kept) return;
    volume += volumeUsd ?? 0;
    const growths: number[] = [];
    const weights: number[] = [];
    books.forEach(({ priceUsd, priceUsd24hAgo }, book) => {
      if (priceUsd24hAgo === null || shares[book] === 0) return;
      growths.push(priceUsd / priceUsd24hAgo);
      weights.push(shares[book]!);
    });
    moved.push({ growths, weights });
  });
  const change = computeChangeFromOpens(moved);
  return {
    usd: price,
    usd24hAgo: change === null ? null : price / (1 + change / 100),
    venues: kept,
    volumeUsd: volume,
    disputed,
  };
}
