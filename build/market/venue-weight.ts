import { capShares, lowerMedian } from "../lib/stats.ts";
import { boundVolume } from "./volume.ts";

/** A venue as the weights see it: its volume is known, or was estimated by `completeVolumes`. */
export interface WeighedVenue {
  trust: number;
  volumeUsd: number;
}

/** No venue votes with more than this many times the middle volume: invented volume buys nothing (rule 5.5). */
const VOLUME_CLIP = 10;
/** Votes on the centre are near-equal: no more than this many times an equal share (rule 5.5). */
const CENTRE_CAP = 1.2;
/** The largest share of one venue in a price, where there are enough of them (rule 5.5). */
const PRICE_CAP = 0.35;
/** Venues that are not fully trusted hold at most this together, while the trusted ones have something to say (rule 5.5). */
const GROUP_CAP = 0.45;
/** What counts as having something to say, in USD of 24 hours: two venues with this, … */
const TRUSTED_VENUE_USD = 10_000;
/** … or together this. */
const TRUSTED_TOTAL_USD = 250_000;
/** A venue that tells no volume votes as if it had this share of the middle one. */
const UNKNOWN_VOLUME_SHARE = 0.01;

/** The volumes for weighing: an unknown one is taken as small beside the middle of the known ones, an absurd one is bounded. */
export function completeVolumes(volumes: readonly (number | null)[]): number[] {
  const known = volumes.filter((volume) => volume !== null);
  const unknown = known.length === 0 ? 0 : UNKNOWN_VOLUME_SHARE * lowerMedian(known);
  return volumes.map((volume) => boundVolume(volume ?? unknown));
}

/**
 * The volume above which a venue of this company is not believed: with an even number of venues the smaller of the two
 * middle ones decides, since otherwise half of the venues could lift it.
 */
export function computeVolumeClip(venues: readonly WeighedVenue[]): number {
  return VOLUME_CLIP * lowerMedian(venues.map((venue) => venue.volumeUsd));
}

/** w0 of rule 5.5 of the methodology: the votes on the centre, summing to 1. */
export function computeCentreWeights(venues: readonly WeighedVenue[], clip: number): number[] {
  const votes = venues.map((venue) => venue.trust * Math.sqrt(Math.min(venue.volumeUsd, clip)));
  return capGroup(venues, capShares(votes, CENTRE_CAP / venues.length));
}

/** w of rule 5.5 of the methodology: the shares of the kept venues in the price, summing to 1. */
export function computePriceWeights(kept: readonly WeighedVenue[], clip: number): number[] {
  const votes = kept.map((venue) => venue.trust * Math.min(venue.volumeUsd, clip));
  const shares = capGroup(kept, capShares(votes, Math.max(PRICE_CAP, CENTRE_CAP / kept.length)));
  let total = 0;
  for (const share of shares) total += share;
  return shares.map((share) => share / total);
}

function capGroup(venues: readonly WeighedVenue[], shares: number[]): number[] {
  let trustedVenues = 0;
  let trustedUsd = 0;
  let others = 0;
  let total = 0;
  for (let index = 0; index < venues.length; index += 1) {
    const { trust, volumeUsd } = venues[index]!;
    total += shares[index]!;
    if (trust < 1) others += shares[index]!;
    else {
      trustedUsd += volumeUsd;
      if (volumeUsd >= TRUSTED_VENUE_USD) trustedVenues += 1;
    }
  }
  const trusted = total - others;
  const speaks = trustedVenues >= 2 || trustedUsd >= TRUSTED_TOTAL_USD;
  if (!speaks || trusted <= 0 || others <= GROUP_CAP * total) return shares;
  return shares.map((share, index) =>
    venues[index]!.trust < 1 ? (share / others) * GROUP_CAP : (share / trusted) * (1 - GROUP_CAP),
  );
}
