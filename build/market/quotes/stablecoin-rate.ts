import { groupBy } from "../../lib/collections.ts";
import { lowerWeightedMedian } from "../../lib/stats.ts";
import { aggregatePrice, type Band } from "../price/aggregate-price.ts";
import { aggregateVenue } from "../price/venue-price.ts";
import type { OrientedEdge } from "./quote-edge.ts";
import { countVenues, type QuoteRate, renderPercent, renderRate, suspendRate } from "./quote-rate.ts";

/**
 * Evidence of what a stablecoin is worth. `direct`: its books against its peg, on venues that hold
 * that currency. `implied`: the price of an anchor over its price in the stablecoin. `cross`: its
 * books against other stablecoins, used only where there is none of the two above.
 */
export interface StablecoinEdge extends OrientedEdge {
  from: "direct" | "implied" | "cross";
}

/**
 * Stablecoins trade much closer together than coins: with five venues, two of them move no rate by
 * more (rule 5.12).
 */
const STABLE_NARROWEST = 0.0025;
const STABLE_WIDEST = 0.005;
const STABLE_BAND: Band = { narrowest: STABLE_NARROWEST, widest: STABLE_WIDEST };
/** With fewer venues there is no safe majority: one that lies further off suspends the rate. */
const MAJORITY_VENUES = 5;
const FEW_AGREE = 0.01;
const FEW_BAND: Band = { narrowest: FEW_AGREE, widest: FEW_AGREE };
/** A rate needs so many venues, or so many USD of 24 hours on one (rule 5.3). */
const ENOUGH_VENUES = 2;
const ENOUGH_VOLUME_USD = 1_000_000;
/** Direct and implied rates further apart are flagged (rule 5.3). */
const FLAG_APART = 0.005;
/** Further off its peg a stablecoin needs proof (rule 5.3): … */
const DEPEG = 0.02;
/** … direct and implied rates that agree this closely. */
const DEPEG_AGREES = 0.01;
/** Venues named in a message. */
const NAMED = 5;

interface VenueRate {
  venue: string;
  trust: number;
  priceUsd: number;
  volumeUsd: number | null;
  edges: readonly StablecoinEdge[];
  /** Of each edge in the venue's rate. */
  shares: readonly number[];
}

/**
 * Rules 5.3 (step 3) and 5.12 of the methodology: one near-equal vote per venue on what a
 * stablecoin is worth, never its peg. `pegUsd`, the peg in USD, only tells when a rate needs proof.
 * `undefined` where no book has any volume.
 */
export function solveStablecoinRate(
  code: string,
  edges: readonly StablecoinEdge[],
  pegUsd: number,
): QuoteRate | undefined {
  const traded = edges.filter(({ volumeUsd }) => volumeUsd !== null && volumeUsd > 0);
  const primary = traded.filter(({ from }) => from !== "cross");
  const used = primary.length > 0 ? primary : traded;
  if (used.length === 0) return undefined;
  const venues = aggregateVenues(used);
  const { price, votes, kept, disputed } = aggregatePrice(
    venues,
    [],
    venues.length < MAJORITY_VENUES ? FEW_BAND : STABLE_BAND,
  );
  const usd = price!;
  const weigh = (weightOf: (at: number) => number) =>
    venues.flatMap(({ edges: own, shares }, at) =>
      own.map((edge, index) => ({ edge, weight: weightOf(at) * shares[index]! })),
    );
  // Proof of a lost peg comes from every venue, also from those outside of the narrow band.
  const equal = weigh(() => 1);
  const direct = computeMedian(equal, ({ from, priceUsd }) => (from === "direct" ? priceUsd : null));
  const implied = computeMedian(equal, ({ from, priceUsd }) => (from === "implied" ? priceUsd : null));
  const apart = direct === null || implied === null ? null : direct / implied - 1;
  const measured = describe(usd, kept, direct, implied, apart);
  const doubt = disputed ? `the venues disagree: ${renderVenues(venues)}` : findDoubt(venues, usd, apart, pegUsd);
  if (doubt !== null) return suspendRate(code, "stablecoin", kept, `${measured}: ${doubt}.`);
  return {
    code,
    kind: "stablecoin",
    usd,
    usd24hAgo: computeRate24hAgo(
      usd,
      weigh((at) => (votes[at]!.kept ? 1 : 0)),
    ),
    status: apart !== null && Math.abs(apart) > FLAG_APART ? "flagged" : "accepted",
    venues: kept,
    message: `${measured}.`,
  };
}

function aggregateVenues(edges: readonly StablecoinEdge[]): VenueRate[] {
  return [...groupBy(edges, ({ venue }) => venue)].map(([venue, own]) => {
    const { priceUsd, volumeUsd, shares } = aggregateVenue(own);
    return { venue, trust: own[0]!.trust, priceUsd, volumeUsd, edges: own, shares };
  });
}

/** Why the rate must not be used, or `null`. */
function findDoubt(venues: readonly VenueRate[], usd: number, apart: number | null, pegUsd: number): string | null {
  const volumeUsd = venues.reduce((sum, venue) => sum + (venue.volumeUsd ?? 0), 0);
  if (venues.length < ENOUGH_VENUES && volumeUsd < ENOUGH_VOLUME_USD) {
    return `one venue, ${venues[0]!.venue}, with ${Math.round(volumeUsd)} USD traded is too little`;
  }
  const off = venues.filter(({ priceUsd }) => Math.abs(priceUsd / usd - 1) > FEW_AGREE);
  if (venues.length < MAJORITY_VENUES && off.length > 0) {
    return `fewer than ${MAJORITY_VENUES} venues, and they disagree: ${renderVenues(venues)}`;
  }
  if (Math.abs(usd / pegUsd - 1) <= DEPEG) return null;
  const proven = venues.length >= ENOUGH_VENUES && apart !== null && Math.abs(apart) <= DEPEG_AGREES;
  return proven ? null : `${renderPercent(usd / pegUsd - 1)} off its peg without proof: ${renderVenues(venues)}`;
}

function renderVenues(venues: readonly VenueRate[]): string {
  return venues
    .map(({ venue, priceUsd }) => `${venue} ${renderRate(priceUsd)}`)
    .sort()
    .slice(0, NAMED)
    .join(", ");
}

/** The weighted median of what `read` finds in the edges; `null` where it finds nothing. */
function computeMedian(
  edges: readonly { edge: StablecoinEdge; weight: number }[],
  read: (edge: StablecoinEdge) => number | null,
): number | null {
  const found = edges.flatMap(({ edge, weight }) => {
    const value = weight > 0 ? read(edge) : null;
    return value === null ? [] : [{ value, weight }];
  });
  if (found.length === 0) return null;
  return lowerWeightedMedian(
    found.map(({ value }) => value),
    found.map(({ weight }) => weight),
  );
}

/**
 * Rule 5.12 of the methodology: the rate of 24 hours ago by what direct books moved since their
 * opens, one vote per venue in the rate. Implied rates divide opens of different minutes, which is wrong by some basis points: as
 * much as a large coin moves on a quiet day. Direct books need two venues, or one that trades a lot
 * and that the implied rates confirm; otherwise every book counts.
 */
function computeRate24hAgo(usd: number, edges: readonly { edge: StablecoinEdge; weight: number }[]): number | null {
  // The distance of a book from the others cancels out.
  const read = ({ priceUsd, priceUsd24hAgo }: StablecoinEdge) =>
    priceUsd24hAgo === null ? null : (usd * priceUsd24hAgo) / priceUsd;
  const books = edges.filter(({ edge, weight }) => weight > 0 && edge.from === "direct" && read(edge) !== null);
  const [all, direct] = [computeMedian(edges, read), computeMedian(books, read)];
  if (direct === null || new Set(books.map(({ edge }) => edge.venue)).size >= ENOUGH_VENUES) return direct ?? all;
  const traded = books.reduce((sum, { edge }) => sum + edge.volumeUsd!, 0);
  const implied = computeMedian(edges, (edge) => (edge.from === "direct" ? null : read(edge)));
  const confirmed = implied !== null && Math.abs(direct / implied - 1) <= FLAG_APART;
  return traded >= ENOUGH_VOLUME_USD && confirmed ? direct : all;
}

function describe(
  usd: number,
  venues: number,
  direct: number | null,
  implied: number | null,
  apart: number | null,
): string {
  const parts = [`${countVenues(venues)}: ${renderRate(usd)} USD`];
  if (direct !== null) parts.push(`direct ${renderRate(direct)}`);
  if (implied !== null) parts.push(`implied ${renderRate(implied)}`);
  if (apart !== null) parts.push(`${renderPercent(apart)} apart`);
  return parts.join(", ");
}
