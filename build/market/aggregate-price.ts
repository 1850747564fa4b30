import { lowerWeightedMedian, median, weightedMad } from "../lib/stats.ts";
import type { VenuePrice } from "./venue-price.ts";
import {
  completeVolumes,
  computeCentreWeights,
  computePriceWeights,
  computeVolumeClip,
  type WeighedVenue,
} from "./venue-weight.ts";

/** What became of one venue's price. */
export interface VenueVote {
  venue: string;
  kept: boolean;
  /** Share in the price; 0 where not kept. */
  weight: number;
  /** Why it was left out; `null` where kept. */
  reason: string | null;
  /** Left out because of its price: it has to come closer than others before it counts again. */
  deviates: boolean;
}

export interface AggregatedPrice {
  /** `null` where no venue has one. */
  price: number | null;
  /** In the order of the input. */
  votes: readonly VenueVote[];
  /** Venues that voted on the centre. */
  n: number;
  /** Venues that the price rests on. */
  kept: number;
  /** The venues do not agree well enough to publish a move on this alone. */
  contested: boolean;
}

/** A venue below this share of the largest trusted one is a stale book, not an opinion. */
const TINY = 0.02;
/** Two venues that differ by more contradict each other. */
const PAIR_AGREES = 0.05;
/** The narrowest and the widest band around the centre. */
const NARROWEST = 0.01;
const WIDEST = 0.08;
/** The band in standard deviations; 1.4826 turns the MAD of a normal distribution into one. */
const BAND = 4 * 1.4826;
/** A price on which fewer than this share of the votes agree is contested … */
const AGREEING_SHARE = 0.6;
/** … and so is one that the unweighted median does not confirm this closely. */
const MEDIAN_AGREES = 0.02;

export const TINY_VENUE = "volume below 2 % of the largest trusted venue";
export const OFF_CENTRE = "off the median of the venues";
export const NOT_YET_BACK = "excluded before and not yet close enough to the median";
export const OVERRULED = "contradicted by a venue that is trusted more";

interface Candidate extends WeighedVenue {
  venue: string;
  priceUsd: number;
  vote: VenueVote;
}

/**
 * Rule 5.5 of the methodology: one price from the venues' prices. Near-equal votes find the centre, what lies outside of
 * a band around it is left out, and the rest is averaged by trust and volume with caps. A venue in `previouslyExcluded`
 * has to be within half of the band to count again. Prices are positive and finite, a venue appears once; the order does
 * not matter.
 */
export function aggregatePrice(
  venues: readonly VenuePrice[],
  previouslyExcluded: ReadonlySet<string>,
): AggregatedPrice {
  const votes = venues.map(
    ({ venue }): VenueVote => ({ venue, kept: false, weight: 0, reason: null, deviates: false }),
  );
  const candidates = findCandidates(venues, votes);
  const n = candidates.length;
  if (n === 0) return { price: null, votes, n, kept: 0, contested: false };
  if (n === 1) return settle(candidates, candidates, votes, false);
  return n === 2 ? aggregatePair(candidates, votes) : aggregateMany(candidates, votes, previouslyExcluded);
}

/** In the order of their ids, so that sums and ties never depend on the order of arrival. */
function findCandidates(venues: readonly VenuePrice[], votes: readonly VenueVote[]): Candidate[] {
  const volumes = completeVolumes(venues.map((venue) => venue.volumeUsd));
  let largestTrusted = 0;
  for (let index = 0; index < venues.length; index += 1) {
    if (venues[index]!.trust >= 1) largestTrusted = Math.max(largestTrusted, volumes[index]!);
  }
  const candidates: Candidate[] = [];
  for (let index = 0; index < venues.length; index += 1) {
    const { venue, trust, priceUsd } = venues[index]!;
    const volumeUsd = volumes[index]!;
    const vote = votes[index]!;
    if (trust < 1 && volumeUsd < TINY * largestTrusted) vote.reason = TINY_VENUE;
    else candidates.push({ venue, trust, priceUsd, volumeUsd, vote });
  }
  return candidates.sort((a, b) => (a.venue < b.venue ? -1 : 1));
}

function aggregatePair(pair: readonly Candidate[], votes: readonly VenueVote[]): AggregatedPrice {
  const [a, b] = [pair[0]!, pair[1]!];
  const apart = Math.max(a.priceUsd, b.priceUsd) / Math.min(a.priceUsd, b.priceUsd) - 1;
  if (apart <= PAIR_AGREES) return settle(pair, pair, votes, false);
  const firstWins = a.trust === b.trust ? a.volumeUsd >= b.volumeUsd : a.trust > b.trust;
  leaveOut((firstWins ? b : a).vote, OVERRULED);
  return settle(pair, [firstWins ? a : b], votes, true);
}

function aggregateMany(
  candidates: readonly Candidate[],
  votes: readonly VenueVote[],
  previouslyExcluded: ReadonlySet<string>,
): AggregatedPrice {
  const prices = candidates.map((candidate) => candidate.priceUsd);
  const clip = computeVolumeClip(candidates);
  const weights = computeCentreWeights(candidates, clip);
  const centre = lowerWeightedMedian(prices, weights);
  const spread = weightedMad(prices, weights, centre);
  const band = Math.min(Math.max((BAND * spread) / centre, NARROWEST), WIDEST);
  let agreeing = 0;
  const kept = candidates.filter((candidate, index) => {
    const distance = Math.abs(candidate.priceUsd / centre - 1);
    const returning = previouslyExcluded.has(candidate.venue);
    if (distance <= (returning ? band / 2 : band)) {
      agreeing += weights[index]!;
      return true;
    }
    leaveOut(candidate.vote, distance <= band ? NOT_YET_BACK : OFF_CENTRE);
    return false;
  });
  const contested = agreeing < AGREEING_SHARE - 1e-9 || Math.abs(median(prices) / centre - 1) > MEDIAN_AGREES;
  return settle(candidates, kept, votes, contested);
}

function leaveOut(vote: VenueVote, reason: string): void {
  vote.reason = reason;
  vote.deviates = true;
}

function settle(
  candidates: readonly Candidate[],
  kept: readonly Candidate[],
  votes: readonly VenueVote[],
  contested: boolean,
): AggregatedPrice {
  const weights = computePriceWeights(kept, computeVolumeClip(candidates));
  let price = 0;
  for (let index = 0; index < kept.length; index += 1) {
    const { vote, priceUsd } = kept[index]!;
    vote.kept = true;
    vote.weight = weights[index]!;
    price += weights[index]! * priceUsd;
  }
  return { price, votes, n: candidates.length, kept: kept.length, contested };
}
