/** What one venue says it traded of a coin in 24 hours. */
export interface VenueVolume {
  trust: number;
  /** `null` where it tells none. */
  volumeUsd: number | null;
}

export interface SummedVolume {
  /** `null` where no venue tells a volume that is believed. */
  volumeUsd: number | null;
  /** Per venue, in the order of the input. */
  counted: boolean[];
}

/** More than this many times what the trusted venues trade together … */
const TRUSTED_MULTIPLE = 5;
/** … is not believed from this size on, in USD: below it a coin may simply live on one small venue. */
const DOUBTED_FROM_USD = 10e6;
/** No venue trades more of one coin in a day, in USD; one reported 19.5 billion on a tokenised share. */
const MOST_VOLUME_USD = 50e9;

/** Less than a dollar of trade weighs like a dollar. */
const LEAST_VOLUME_USD = 1;

/** A venue's claim as a weight: within what can be true, so that no claim leaves what floating point can hold. */
export function boundVolume(volumeUsd: number): number {
  return Math.min(Math.max(volumeUsd, LEAST_VOLUME_USD), MOST_VOLUME_USD);
}

/** Rule 5.6 of the methodology: the sum of what the venues traded, without implausible figures. Trust 1 is tier 1. */
export function sumVolumes(venues: readonly VenueVolume[]): SummedVolume {
  let trusted = 0;
  for (const { trust, volumeUsd } of venues) {
    if (trust >= 1 && volumeUsd !== null && volumeUsd <= MOST_VOLUME_USD) trusted += volumeUsd;
  }
  let sum = 0;
  let any = false;
  const counted = venues.map(({ volumeUsd }) => {
    if (volumeUsd === null) return false;
    const doubted = volumeUsd > TRUSTED_MULTIPLE * trusted && volumeUsd > DOUBTED_FROM_USD;
    if (doubted || volumeUsd > MOST_VOLUME_USD) return false;
    sum += volumeUsd;
    any = true;
    return true;
  });
  return { volumeUsd: any ? sum : null, counted };
}
