import { capShares, lowerMedian, lowerWeightedMedian, type Weighted, weightedMad } from "../../../lib/stats.ts";
import { PRICE_RULES } from "../rules/price.ts";
import type { PricedTicker } from "./ticker-price.ts";
import { boundVolume, type VenuePrice } from "./venue-price.ts";

/** A venue's price, and its part in the coin's price. */
export interface VenueVote<Row = PricedTicker> extends VenuePrice<Row> {
  kept: boolean;
  /** Share in the price; 0 where not kept. */
  weight: number;
  /**
   * What counts of its volume in USD of 24 hours: at most the limit, an estimate where it reports
   * none; `null` without a price.
   */
  countedUsd: number | null;
  /** Why it was left out; `null` where kept or without a price. */
  reason: string | null;
}

export interface AggregatedPrice<Row = PricedTicker> {
  /** `null` without venues. */
  price: number | null;
  /** In the order of the input. */
  votes: readonly VenueVote<Row>[];
  /** Venues in the price. */
  kept: number;
  /** The least trust among them. */
  trust: number;
  /** Their volume in USD of 24 hours, as far as they report it. */
  volumeUsd: number;
  /** USD of 24 hours up to which the volume of one venue counts; infinite without venues. */
  clipUsd: number;
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

/** A venue with a price. */
interface Candidate {
  venue: VenuePrice<unknown>;
  trust: number;
  priceUsd: number;
  /** Bounded; an estimate where the venue reports none. */
  volumeUsd: number;
}

/**
 * One price from the venues' prices. Near-equal votes find the centre; venues outside of a band
 * around it are left out; the rest is averaged by trust and clipped volume, with caps. Where too
 * many venues oppose this price, a reference price decides which venues count; without one the
 * price is disputed. Prices are positive and finite, in USD; each venue appears once; the order
 * does not matter. `references`: fresh prices of the same thing from other sources. `deciding`:
 * those that are new enough to decide. After the price moved, an older one agrees with a venue that
 * has not traded since.
 */
export function aggregatePrice<Row>(
  venues: readonly VenuePrice<Row>[],
  references: readonly number[] = [],
  band: Band = PRICE_RULES.band,
  deciding: readonly number[] = references,
): AggregatedPrice<Row> {
  const candidates = buildCandidates(venues);
  if (candidates.length === 0) {
    const votes = venues.map((venue) => ({ ...venue, kept: false, weight: 0, countedUsd: null, reason: null }));
    const nothing = { price: null, kept: 0, trust: 1, volumeUsd: 0, clipUsd: Number.POSITIVE_INFINITY };
    return { ...nothing, votes, confirmed: false, disputed: false };
  }
  const clip = computeVolumeClip(candidates);
  const central = chooseCentral(candidates, clip, band);
  const found = keepVenues(venues, { candidates, kept: central, clip }, OFF_CENTRE);
  const isNearOne = (prices: readonly number[]) =>
    prices.some((reference) => isWithinShare(reference, found.price, band.widest));
  const confirmed = isNearOne(references);
  if (isNearOne(deciding) || !isOpposed(candidates, central, found.price, band))
    return { ...found, confirmed, disputed: false };
  const supported = chooseSupported(candidates, deciding, band);
  return supported.length === 0
    ? { ...found, confirmed, disputed: true }
    : { ...keepVenues(venues, { candidates, kept: supported, clip }, OFF_REFERENCE), confirmed: true, disputed: false };
}

/** In the order of their ids, so that sums and ties never depend on the order of the input. */
function buildCandidates(venues: readonly VenuePrice<unknown>[]): Candidate[] {
  const known = venues.flatMap(({ priceUsd, volumeUsd }) => (priceUsd === null ? [] : (volumeUsd ?? [])));
  const unknown = known.length === 0 ? 0 : PRICE_RULES.unknownVolumeShare * lowerMedian(known);
  const candidates: Candidate[] = [];
  for (const venue of venues) {
    const { trust, priceUsd, volumeUsd } = venue;
    if (priceUsd !== null) candidates.push({ venue, trust, priceUsd, volumeUsd: boundVolume(volumeUsd ?? unknown) });
  }
  return candidates.sort((a, b) => (a.venue.venue < b.venue.venue ? -1 : 1));
}

/** The venues within the band around the centre. Two venues that agree are both kept. */
function chooseCentral(candidates: readonly Candidate[], clip: number, { narrowest, widest }: Band): Candidate[] {
  const votes = voteOnCentre(candidates, clip);
  const centre = lowerWeightedMedian(votes);
  const spread = (PRICE_RULES.bandInMads * weightedMad(votes, centre)) / centre;
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

/** The kept venues' mean price and their votes. */
function keepVenues<Row>(
  venues: readonly VenuePrice<Row>[],
  { candidates, kept, clip }: { candidates: readonly Candidate[]; kept: readonly Candidate[]; clip: number },
  reason: string,
): Omit<AggregatedPrice<Row>, "confirmed" | "disputed"> & { price: number } {
  const weighed = voteOnPrice(kept, clip);
  const weightOf = new Map(weighed.map(({ venue, weight }) => [venue, weight]));
  const countedOf = new Map(candidates.map(({ venue, volumeUsd }) => [venue, Math.min(volumeUsd, clip)]));
  return {
    price: weighed.reduce((sum, { value, weight }) => sum + weight * value, 0),
    votes: venues.map((venue) => {
      const weight = weightOf.get(venue);
      const { venue: id, trust, priceUsd, volumeUsd, tickers } = venue;
      const isKept = weight !== undefined;
      return {
        venue: id,
        trust,
        priceUsd,
        volumeUsd,
        tickers,
        kept: isKept,
        weight: weight ?? 0,
        countedUsd: countedOf.get(venue) ?? null,
        reason: isKept || priceUsd === null ? null : reason,
      };
    }),
    kept: kept.length,
    trust: kept.reduce((least, { trust }) => Math.min(least, trust), 1),
    volumeUsd: kept.reduce((sum, { venue }) => sum + (venue.volumeUsd ?? 0), 0),
    clipUsd: clip,
  };
}

/**
 * The volume above which more volume adds no weight, and nothing to the coin's volume. With an even
 * number of venues the smaller of the two middle volumes decides: otherwise half of the venues
 * could raise the limit.
 */
function computeVolumeClip(venues: readonly Candidate[]): number {
  return PRICE_RULES.volumeClip * lowerMedian(venues.map(({ volumeUsd }) => volumeUsd));
}

/** The price of a venue, and its share in the decision. */
interface Vote extends Weighted {
  venue: Candidate["venue"];
  isTrusted: boolean;
}

function castVotes(candidates: readonly Candidate[], weigh: (candidate: Candidate) => number): Vote[] {
  return candidates.map((candidate) => {
    const { venue, priceUsd, trust } = candidate;
    return { venue, value: priceUsd, weight: weigh(candidate), isTrusted: trust >= 1 };
  });
}

/**
 * The votes on the centre, summing to 1. Any two of five or more venues hold less
 * than half of the votes, whatever volume they report.
 */
function voteOnCentre(venues: readonly Candidate[], clip: number): Vote[] {
  const votes = castVotes(venues, ({ trust, volumeUsd }) => trust * Math.sqrt(Math.min(volumeUsd, clip)));
  return capVotes(votes, PRICE_RULES.centreCap / venues.length);
}

/** The shares of the kept venues in the price, summing to 1. */
function voteOnPrice(kept: readonly Candidate[], clip: number): Vote[] {
  const votes = castVotes(kept, ({ trust, volumeUsd }) => trust * Math.min(volumeUsd, clip));
  return capVotes(votes, Math.max(PRICE_RULES.priceCap, PRICE_RULES.centreCap / kept.length));
}

/** The votes as capped shares of 1, with the cap on all venues that are not fully trusted. */
function capVotes(votes: readonly Vote[], cap: number): Vote[] {
  const shares = capShares(votes, cap);
  const trusted = shares.filter(({ isTrusted }) => isTrusted).length;
  const others = sumWeights(shares.filter(({ isTrusted }) => !isTrusted));
  if (trusted < PRICE_RULES.trustedQuorum || others <= PRICE_RULES.groupCap) return scaleToOne(shares);
  // Each group is capped by itself, so that one venue cannot hold the whole share of its group.
  const shareGroup = (isTrusted: boolean, count: number, whole: number): Map<Vote["venue"], number> => {
    const own = votes.map((vote) => (vote.isTrusted === isTrusted ? vote : { ...vote, weight: 0 }));
    const capped = capShares(own, PRICE_RULES.centreCap / count);
    return new Map(capped.flatMap((vote) => (vote.isTrusted === isTrusted ? [[vote.venue, vote.weight * whole]] : [])));
  };
  const low = shareGroup(false, votes.length - trusted, PRICE_RULES.groupCap);
  const high = shareGroup(true, trusted, 1 - PRICE_RULES.groupCap);
  return scaleToOne(votes.map((vote) => ({ ...vote, weight: low.get(vote.venue) ?? high.get(vote.venue) ?? 0 })));
}

function scaleToOne(votes: readonly Vote[]): Vote[] {
  const total = sumWeights(votes);
  return votes.map((vote) => ({ ...vote, weight: vote.weight / total }));
}

function sumWeights(votes: readonly Vote[]): number {
  let total = 0;
  for (const { weight } of votes) total += weight;
  return total;
}
