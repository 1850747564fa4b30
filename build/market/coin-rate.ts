import { groupBy } from "../lib/group-by.ts";
import { aggregatePrice } from "./aggregate-price.ts";
import { computeChangeFromOpens } from "./change.ts";
import type { OrientedEdge } from "./quote-edge.ts";
import { type QuoteRate, renderRate, suspendRate } from "./quote-rate.ts";
import { aggregateVenue } from "./venue-price.ts";

/** One venue alone sets the rate of a quote coin only with this much traded, in USD of 24 hours (rule 5.3). */
const SINGLE_VENUE_USD = 1_000_000;
const NO_VENUES: ReadonlySet<string> = new Set();

/**
 * Rule 5.3 of the methodology, step 2: the price of an anchor by the USD books of venues that hold dollars, by rule 5.5.
 * A contested one is flagged and not suspended, since everything rests on it and the gate judges its evidence.
 */
export function solveAnchorRate(code: string, dollarBooks: readonly OrientedEdge[]): QuoteRate {
  const found = aggregateEdges(dollarBooks);
  if (found === null) return suspendRate(code, "coin", 0, `No venue has a live dollar book of ${code}.`);
  const { usd, usd24hAgo, venues, contested } = found;
  const said = `${venues} venue${venues === 1 ? "" : "s"} with dollar books say ${renderRate(usd)} USD`;
  const status = contested || venues < 2 ? "flagged" : "accepted";
  return {
    code,
    kind: "coin",
    usd,
    usd24hAgo,
    status,
    venues,
    message: `${said}${contested ? ", others disagree" : ""}.`,
  };
}

/**
 * Rule 5.3 of the methodology, step 4: the price of another quote coin by its books against solved quotes, in either
 * direction, by rule 5.5. `undefined` where it has none.
 */
export function solveCoinRate(code: string, edges: readonly OrientedEdge[]): QuoteRate | undefined {
  const found = aggregateEdges(edges);
  if (found === null) return undefined;
  const { usd, usd24hAgo, venues, contested, volumeUsd } = found;
  const said = `${venues} venue${venues === 1 ? "" : "s"} say ${renderRate(usd)} USD`;
  if (contested) return suspendRate(code, "coin", venues, `${said}, others disagree.`);
  if (venues < 2 && volumeUsd < SINGLE_VENUE_USD) {
    return suspendRate(
      code,
      "coin",
      venues,
      `${said} with ${Math.round(volumeUsd)} USD traded: too little for one venue.`,
    );
  }
  return { code, kind: "coin", usd, usd24hAgo, status: "accepted", venues, message: `${said}.` };
}

interface AggregatedEdges {
  usd: number;
  usd24hAgo: number | null;
  venues: number;
  volumeUsd: number;
  contested: boolean;
}

function aggregateEdges(edges: readonly OrientedEdge[]): AggregatedEdges | null {
  const venues = [...groupBy(edges, (edge) => edge.venue)].map(([venue, books]) => {
    const { trust } = books[0]!;
    return { venue, trust, books, ...aggregateVenue(books) };
  });
  const { price, votes, kept, contested } = aggregatePrice(venues, NO_VENUES);
  if (price === null) return null;
  const growths: number[] = [];
  const weights: number[] = [];
  let volume = 0;
  venues.forEach(({ volumeUsd, shares, books }, index) => {
    const vote = votes[index]!;
    if (!vote.kept) return;
    volume += volumeUsd ?? 0;
    books.forEach(({ priceUsd, priceUsd24hAgo }, book) => {
      if (priceUsd24hAgo === null || shares[book] === 0) return;
      growths.push(priceUsd / priceUsd24hAgo);
      weights.push(vote.weight * shares[book]!);
    });
  });
  const change = computeChangeFromOpens(growths, weights);
  return {
    usd: price,
    usd24hAgo: change === null ? null : price / (1 + change / 100),
    venues: kept,
    volumeUsd: volume,
    contested,
  };
}
