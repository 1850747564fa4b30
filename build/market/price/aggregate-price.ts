import { lowerWeightedMedian, weightedMad } from "../../lib/stats.ts";
import { PRICE_RULES } from "../rules.ts";
import type { VenuePrice } from "./venue-price.ts";
import {
  completeVolumes,
  computeCentreWeights,
  computePriceWeights,
  computeVolumeClip,
  type WeighedVenue,
} from "./venue-weight.ts";

/** The result for one venue. */
export interface VenueVote {
  venue: string;
  kept: boolean;
  /** Share in the price; 0 where not kept. */
  weight: number;
  /** Why it was left out; `null` where kept. */
  reason: string | null;
}

export interface AggregatedPrice {
  /** `null` without venues. */
  price: number | null;
  /** In the order of the input. */
  votes: readonly VenueVote[];
  /** Venues that voted. */
  n: number;
  /** Venues in the price. */
  kept: number;
  /** A reference price lies close to this price. */
  confirmed: boolean;
  /** Too many venues oppose the price, and no reference confirms it. */
  disputed: boolean;
}

/** How far from the centre a venue may lie, as shares of the centre. */
export interface Band {
  /** Even where all other venues agree exactly. */
  narrowest: number;
  /**
   * However far the venues differ. Further off a price, a venue opposes it; a reference does not
   * confirm it.
   */
  widest: number;
}

export const OFF_CENTRE = "off the median of the venues";
export const OFF_REFERENCE = "off the reference price that decides between the venues";

interface Candidate extends WeighedVenue {
  venue: string;
  priceUsd: number;
  vote: VenueVote;
}

/**
 * Rules 5.5 and 5.12 of the methodology: one price from the venues' prices. Near-equal votes find
 * the centre; venues outside of a band around it are left out; the rest is averaged by trust and
 * clipped volume, with caps. Where too many venues oppose this price, a reference price decides
 * which venues count; without one the price is disputed. Prices are positive and finite, in USD;
 * each venue appears once; the order does not matter. `references`: fresh prices of the same thing
 * from other sources.
 */
export function aggregatePrice(
  venues: readonly VenuePrice[],
  references: readonly number[] = [],
  band: Band = PRICE_RULES.band,
): AggregatedPrice {
  const votes = venues.map(({ venue }): VenueVote => ({ venue, kept: false, weight: 0, reason: null }));
  const candidates = buildCandidates(venues, votes);
  const n = candidates.length;
  if (n === 0) return { price: null, votes, n, kept: 0, confirmed: false, disputed: false };
  const clip = computeVolumeClip(candidates);
  const central = chooseCentral(candidates, clip, band);
  const price = computeMean(central, clip);
  const confirmed = isConfirmed(price, references, band);
  if (confirmed || !isOpposed(candidates, central, price, band)) {
    return {
      price,
      votes: record(votes, candidates, central, clip, OFF_CENTRE),
      n,
      kept: central.length,
      confirmed,
      disputed: false,
    };
  }
  const supported = chooseSupported(candidates, references, band);
  const disputed = supported.length === 0;
  const chosen = disputed ? central : supported;
  return {
    price: computeMean(chosen, clip),
    votes: record(votes, candidates, chosen, clip, disputed ? OFF_CENTRE : OFF_REFERENCE),
    n,
    kept: chosen.length,
    confirmed: !disputed,
    disputed,
  };
}

/** Whether a reference lies within the widest band of the price. */
function isConfirmed(price: number, references: readonly number[], { widest }: Band): boolean {
  return references.some((reference) => isNear(reference, price, widest));
}

/** In the order of their ids, so that sums and ties never depend on the order of arrival. */
function buildCandidates(venues: readonly VenuePrice[], votes: readonly VenueVote[]): Candidate[] {
  const volumes = completeVolumes(venues.map((venue) => venue.volumeUsd));
  return venues
    .map(({ venue, trust, priceUsd }, index) => ({
      venue,
      trust,
      priceUsd,
      volumeUsd: volumes[index]!,
      vote: votes[index]!,
    }))
    .sort((a, b) => (a.venue < b.venue ? -1 : 1));
}

/** The venues within the band around the centre. Two venues that agree are both kept. */
function chooseCentral(candidates: readonly Candidate[], clip: number, { narrowest, widest }: Band): Candidate[] {
  const prices = candidates.map(({ priceUsd }) => priceUsd);
  const weights = computeCentreWeights(candidates, clip);
  const centre = lowerWeightedMedian(prices, weights);
  const spread = (PRICE_RULES.bandInMads * weightedMad(prices, weights, centre)) / centre;
  const width = candidates.length === 2 ? widest : Math.min(Math.max(spread, narrowest), widest);
  return candidates.filter(({ priceUsd }) => isNear(priceUsd, centre, width));
}

/**
 * Whether the venues off the price are too many: at least as many as it rests on, or any at all
 * against fewer than three, which may be two liars against the only honest venue.
 */
function isOpposed(all: readonly Candidate[], kept: readonly Candidate[], price: number, { widest }: Band): boolean {
  const opposing = all.filter((candidate) => !kept.includes(candidate) && !isNear(candidate.priceUsd, price, widest));
  return opposing.length > 0 && (kept.length < PRICE_RULES.safeVenues || opposing.length >= kept.length);
}

/** The venues around the reference price that most venues are near to; the first of equals. */
function chooseSupported(
  candidates: readonly Candidate[],
  references: readonly number[],
  { widest }: Band,
): readonly Candidate[] {
  let best: readonly Candidate[] = [];
  for (const reference of references) {
    const near = candidates.filter(({ priceUsd }) => isNear(priceUsd, reference, widest));
    if (near.length > best.length) best = near;
  }
  return best;
}

function isNear(price: number, from: number, share: number): boolean {
  return Math.abs(price / from - 1) <= share;
}

function computeMean(kept: readonly Candidate[], clip: number): number {
  const weights = computePriceWeights(kept, clip);
  return kept.reduce((sum, { priceUsd }, index) => sum + weights[index]! * priceUsd, 0);
}

/** Writes into the votes which venues the price rests on. */
function record(
  votes: readonly VenueVote[],
  candidates: readonly Candidate[],
  kept: readonly Candidate[],
  clip: number,
  reason: string,
): readonly VenueVote[] {
  for (const { vote } of candidates) vote.reason = reason;
  const weights = computePriceWeights(kept, clip);
  kept.forEach(({ vote }, index) => {
    vote.kept = true;
    vote.weight = weights[index]!;
    vote.reason = null;
  });
  return votes;
}
