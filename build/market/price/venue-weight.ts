import { capShares, lowerMedian } from "../../lib/stats.ts";
import { PRICE_RULES } from "../rules.ts";
import { boundVolume } from "./volume.ts";

/** A venue as the weights see it: its volume is known, or was estimated by `completeVolumes`. */
export interface WeighedVenue {
  trust: number;
  volumeUsd: number;
}

/** The volumes for weighing: an unknown one counts as small, an absurd one is bounded. */
export function completeVolumes(volumes: readonly (number | null)[]): number[] {
  const known = volumes.filter((volume) => volume !== null);
  const unknown = known.length === 0 ? 0 : PRICE_RULES.unknownVolumeShare * lowerMedian(known);
  return volumes.map((volume) => boundVolume(volume ?? unknown));
}

/**
 * The volume above which more volume adds no weight. With an even number of venues the smaller of
 * the two middle volumes decides: otherwise half of the venues could raise the limit.
 */
export function computeVolumeClip(venues: readonly WeighedVenue[]): number {
  return PRICE_RULES.volumeClip * lowerMedian(venues.map((venue) => venue.volumeUsd));
}

/**
 * w0 of rule 5.5 of the methodology: the votes on the centre, summing to 1. Any two of five or more
 * venues hold less than half of the votes, whatever volume they claim.
 */
export function computeCentreWeights(venues: readonly WeighedVenue[], clip: number): number[] {
  const votes = venues.map((venue) => venue.trust * Math.sqrt(Math.min(venue.volumeUsd, clip)));
  return computeShares(venues, votes, PRICE_RULES.centreCap / venues.length);
}

/** w of rule 5.5 of the methodology: the shares of the kept venues in the price, summing to 1. */
export function computePriceWeights(kept: readonly WeighedVenue[], clip: number): number[] {
  const votes = kept.map((venue) => venue.trust * Math.min(venue.volumeUsd, clip));
  return computeShares(kept, votes, Math.max(PRICE_RULES.priceCap, PRICE_RULES.centreCap / kept.length));
}

/**
 * The votes as capped shares of 1, with the cap on the group of venues that are not fully trusted.
 */
function computeShares(venues: readonly WeighedVenue[], votes: readonly number[], cap: number): number[] {
  const shares = capShares(votes, cap);
  const isTrusted = venues.map(({ trust }) => trust >= 1);
  let trusted = 0;
  let others = 0;
  for (let index = 0; index < venues.length; index += 1) {
    if (isTrusted[index]) trusted += 1;
    else others += shares[index]!;
  }
  if (trusted < PRICE_RULES.trustedQuorum || others <= PRICE_RULES.groupCap) return normalise(shares);
  // Each group is capped by itself, so that one venue cannot hold the whole share of its group.
  const shareGroup = (member: boolean, whole: number): number[] => {
    const own = votes.map((vote, index) => (isTrusted[index] === member ? vote : 0));
    const count = member ? trusted : venues.length - trusted;
    return capShares(own, PRICE_RULES.centreCap / count).map((share, index) =>
      isTrusted[index] === member ? share * whole : 0,
    );
  };
  const low = shareGroup(false, PRICE_RULES.groupCap);
  const high = shareGroup(true, 1 - PRICE_RULES.groupCap);
  return normalise(low.map((share, index) => share + high[index]!));
}

function normalise(shares: readonly number[]): number[] {
  let total = 0;
  for (const share of shares) total += share;
  return shares.map((share) => share / total);
}
