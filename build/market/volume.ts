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
/**
 * A trusted venue may well be where a coin lives, so that the other venues alone do not convict it. What convicts is a volume of more than
 * this many times what the reference counts on all venues together, itself included.
 */
const REFERENCE_MULTIPLE = 2;
/** No venue trades more of one coin in a day, in USD; one reported 19.5 billion on a tokenised share. */
const MOST_VOLUME_USD = 50e9;

/** Less than a dollar of trade weighs like a dollar. */
const LEAST_VOLUME_USD = 1;

/** A venue's claim as a weight: within what can be true, so that no claim leaves what floating point can hold. */
export function boundVolume(volumeUsd: number): number {
  return Math.min(Math.max(volumeUsd, LEAST_VOLUME_USD), MOST_VOLUME_USD);
}

/**
 * Rule 5.6 of the methodology: the sum of what the venues traded, without implausible figures. Every venue is measured against the
 * others, never against itself. Trust 1 is tier 1; `referenceUsd` is the reference's volume of the coin on all venues.
 */
export function sumVolumes(venues: readonly VenueVolume[], referenceUsd: number | null = null): SummedVolume {
  const told = venues.map(({ volumeUsd }) => (volumeUsd !== null && volumeUsd <= MOST_VOLUME_USD ? volumeUsd : null));
  const all = addUp(told);
  const trusted = told.map((volumeUsd, index) => {
    if (volumeUsd === null || venues[index]!.trust < 1) return null;
    return contradictsAll(volumeUsd, all - volumeUsd, referenceUsd) ? null : volumeUsd;
  });
  const trustedUsd = addUp(trusted);
  const counted = told.map((volumeUsd, index) => {
    if (volumeUsd === null) return false;
    if (venues[index]!.trust >= 1) return trusted[index] !== null;
    return volumeUsd <= DOUBTED_FROM_USD || volumeUsd <= TRUSTED_MULTIPLE * trustedUsd;
  });
  const believed = told.filter((_, index) => counted[index]);
  return { volumeUsd: believed.length === 0 ? null : addUp(believed), counted };
}

/** A trusted venue's claim against everything else that speaks of the coin's volume; false where nothing does. */
function contradictsAll(volumeUsd: number, othersUsd: number, referenceUsd: number | null): boolean {
  if (volumeUsd <= DOUBTED_FROM_USD || volumeUsd <= TRUSTED_MULTIPLE * othersUsd) return false;
  return referenceUsd === null ? othersUsd > 0 : volumeUsd > REFERENCE_MULTIPLE * referenceUsd;
}

function addUp(volumes: readonly (number | null)[]): number {
  return volumes.reduce<number>((sum, volumeUsd) => (volumeUsd === null ? sum : sum + volumeUsd), 0);
}
