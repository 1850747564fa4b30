import { capShares, lowerMedian, lowerWeightedMedian, weightedMad } from "../../lib/stats.ts";
import { PRICE_RULES } from "../rules.ts";
import { boundVolume, type VenuePrice } from "./venue-price.ts";

/** The result for one venue. */
export interface VenueVote {
  venue: string;
  kept: boolean;
  /** Share in the price; 0 where not kept. */
  weight: number;
  /** Why it was left out; `null` where kept or without a price. */
  reason: string | null;
}

export interface AggregatedPrice {
  /** `null` without venues. */
  price: number | null;
  /** In the order of the input. */
  votes: readonly VenueVote[];
  /** Venues in the price. */
  kept: number;
  /** The least trust among them. */
  trust: number;
  /** Their volume in USD of 24 hours, as far as they report it. */
  volumeUsd: number;
  /** A reference price lies close to this price. */
  confirmed: boolean;
  /** Too many venues oppose the price, and no reference confirms it. */
  disputed: boolean;
}

/** How far from the centre a venue may lie, as shares of the centre. */
export interface Band {
  /** Even where all other venues agree exactly. */
  narrowest: number;
  /** A venue further off a price opposes it; a reference further off does not confirm it. */
  widest: number;
}

export const OFF_CENTRE = "off the median of the venues";
export const OFF_REFERENCE = "off the reference price that decides between the venues";

interface Candidate {
  venue: string;
  trust: number;
  priceUsd: number;
  /** Bounded; an estimate where the venue reports none. */
  volumeUsd: number;
  reportedUsd: number | null;
  vote: VenueVote;
}

/**
 * Rules 5.5 and 5.12: one price from the venues' prices. Near-equal votes find the centre; venues
 * outside of a band around it are left out; the rest is averaged by trust and clipped volume, with
 * caps. Where too many venues oppose this price, a reference price decides which venues count;
 * without one the price is disputed. Prices are positive and finite, in USD; each venue appears
 * once; the order does not matter. `references`: fresh prices of the same thing from other sources.
 */
export function aggregatePrice(
  venues: readonly VenuePrice[],
  references: readonly number[] = [],
  band: Band = PRICE_RULES.band,
): AggregatedPrice {
  const votes = venues.map(({ venue }): VenueVote => ({ venue, kept: false, weight: 0, reason: null }));
  const candidates = buildCandidates(venues, votes);
  if (candidates.length === 0) {
    return { price: null, votes, kept: 0, trust: 1, volumeUsd: 0, confirmed: false, disputed: false };
  }
  const clip = computeVolumeClip(candidates);
  const central = chooseCentral(candidates, clip, band);
  const price = computeMean(central, clip);
  const confirmed = references.some((reference) => isWithinShare(reference, price, band.widest));
  if (confirmed || !isOpposed(candidates, central, price, band)) {
    return { ...keepVenues(candidates, central, clip, OFF_CENTRE), price, votes, confirmed, disputed: false };
  }
  const supported = chooseSupported(candidates, references, band);
  const disputed = supported.length === 0;
  const chosen = disputed ? central : supported;
  const kept = keepVenues(candidates, chosen, clip, disputed ? OFF_CENTRE : OFF_REFERENCE);
  return { ...kept, price: computeMean(chosen, clip), votes, confirmed: !disputed, disputed };
}

/** In the order of their ids, so that sums and ties never depend on the order of the input. */
function buildCandidates(venues: readonly VenuePrice[], votes: readonly VenueVote[]): Candidate[] {
  const candidates: Candidate[] = [];
  const known: number[] = [];
  venues.forEach(({ venue, trust, priceUsd, volumeUsd }, index) => {
    if (priceUsd === null) return;
    if (volumeUsd !== null) known.push(volumeUsd);
    candidates.push({ venue, trust, priceUsd, volumeUsd: 0, reportedUsd: volumeUsd, vote: votes[index]! });
  });
  const unknown = known.length === 0 ? 0 : PRICE_RULES.unknownVolumeShare * lowerMedian(known);
  for (const candidate of candidates) candidate.volumeUsd = boundVolume(candidate.reportedUsd ?? unknown);
  return candidates.sort((a, b) => (a.venue < b.venue ? -1 : 1));
}

/** The venues within the band around the centre. Two venues that agree are both kept. */
function chooseCentral(candidates: readonly Candidate[], clip: number, { narrowest, widest }: Band): Candidate[] {
  const prices = candidates.map(({ priceUsd }) => priceUsd);
  const weights = computeCentreWeights(candidates, clip);
  const centre = lowerWeightedMedian(prices, weights);
  const spread = (PRICE_RULES.bandInMads * weightedMad(prices, weights, centre)) / centre;
  const width = candidates.length === 2 ? widest : Math.min(Math.max(spread, narrowest), widest);
  return candidates.filter(({ priceUsd }) => isWithinShare(priceUsd, centre, width));
}

/**
 * Whether the venues off the price are too many: at least as many as are in it, or any at all
 * against fewer than three, which may be two dishonest venues against the only honest one.
 */
function isOpposed(all: readonly Candidate[], kept: readonly Candidate[], price: number, { widest }: Band): boolean {
  const opposing = all.filter((one) => !kept.includes(one) && !isWithinShare(one.priceUsd, price, widest));
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
    const near = candidates.filter(({ priceUsd }) => isWithinShare(priceUsd, reference, widest));
    if (near.length > best.length) best = near;
  }
  return best;
}

function isWithinShare(price: number, from: number, share: number): boolean {
  return Math.abs(price / from - 1) <= share;
}

function computeMean(kept: readonly Candidate[], clip: number): number {
  const weights = computePriceWeights(kept, clip);
  return kept.reduce((sum, { priceUsd }, index) => sum + weights[index]! * priceUsd, 0);
}

/** Marks the kept venues in the votes, and sums up their volume. */
function keepVenues(
  candidates: readonly Candidate[],
  kept: readonly Candidate[],
  clip: number,
  reason: string,
): Pick<AggregatedPrice, "kept" | "trust" | "volumeUsd"> {
  for (const { vote } of candidates) vote.reason = reason;
  const weights = computePriceWeights(kept, clip);
  let trust = 1;
  let volumeUsd = 0;
  kept.forEach(({ vote, reportedUsd, trust: own }, index) => {
    vote.kept = true;
    vote.weight = weights[index]!;
    vote.reason = null;
    trust = Math.min(trust, own);
    volumeUsd += reportedUsd ?? 0;
  });
  return { kept: kept.length, trust, volumeUsd };
}

/**
 * The volume above which more volume adds no weight. With an even number of venues the smaller of
 * the two middle volumes decides: otherwise half of the venues could raise the limit.
 */
function computeVolumeClip(venues: readonly Candidate[]): number {
  return PRICE_RULES.volumeClip * lowerMedian(venues.map(({ volumeUsd }) => volumeUsd));
}

/**
 * w0 of rule 5.5: the votes on the centre, summing to 1. Any two of five or more venues hold less
 * than half of the votes, whatever volume they report.
 */
function computeCentreWeights(venues: readonly Candidate[], clip: number): number[] {
  const votes = venues.map(({ trust, volumeUsd }) => trust * Math.sqrt(Math.min(volumeUsd, clip)));
  return computeShares(venues, votes, PRICE_RULES.centreCap / venues.length);
}

/** w of rule 5.5: the shares of the kept venues in the price, summing to 1. */
function computePriceWeights(kept: readonly Candidate[], clip: number): number[] {
  const votes = kept.map(({ trust, volumeUsd }) => trust * Math.min(volumeUsd, clip));
  return computeShares(kept, votes, Math.max(PRICE_RULES.priceCap, PRICE_RULES.centreCap / kept.length));
}

/** The votes as capped shares of 1, with the cap on all venues that are not fully trusted. */
function computeShares(venues: readonly Candidate[], votes: readonly number[], cap: number): number[] {
  const shares = capShares(votes, cap);
  const isTrusted = venues.map(({ trust }) => trust >= 1);
  let trusted = 0;
  let others = 0;
  for (let index = 0; index < venues.length; index += 1) {
    if (isTrusted[index]) trusted += 1;
    else others += shares[index]!;
  }
  if (trusted < PRICE_RULES.trustedQuorum || others <= PRICE_RULES.groupCap) return scaleToOne(shares);
  // Each group is capped by itself, so that one venue cannot hold the whole share of its group.
  const shareGroup = (member: boolean, whole: number): number[] => {
    const own = votes.map((vote, index) => (isTrusted[index] === member ? vote : 0));
    const ownCap = PRICE_RULES.centreCap / (member ? trusted : venues.length - trusted);
    return capShares(own, ownCap).map((share, index) => (isTrusted[index] === member ? share * whole : 0));
  };
  const low = shareGroup(false, PRICE_RULES.groupCap);
  const high = shareGroup(true, 1 - PRICE_RULES.groupCap);
  return scaleToOne(low.map((share, index) => share + high[index]!));
}

function scaleToOne(shares: readonly number[]): number[] {
  let total = 0;
  for (const share of shares) total += share;
  return shares.map((share) => share / total);
}
