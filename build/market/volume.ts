export interface SummedVolume {
  /** `null` where no venue reports a volume that counts. */
  volumeUsd: number | null;
  /** Per venue, in the order of the input. */
  counted: boolean[];
}

/**
 * A volume counts only up to this many times what the reference reports for all venues together, this
 * one included, …
 */
const REFERENCE_MULTIPLE = 2;
/** … or this many times what the other venues report: a coin may live on one venue. */
const OTHERS_MULTIPLE = 5;
/** No venue trades more of one coin in a day, in USD; one reported 19.5 billion on a tokenised share. */
const MOST_VOLUME_USD = 50e9;

/** Less than a dollar of trade weighs like a dollar. */
const LEAST_VOLUME_USD = 1;

/** A claimed volume as a weight: within what can be true, so that no claim exceeds floating point. */
export function boundVolume(volumeUsd: number): number {
  return Math.min(Math.max(volumeUsd, LEAST_VOLUME_USD), MOST_VOLUME_USD);
}

/**
 * Rules 5.6 and 5.12 of the methodology: the sum of what the venues traded, without implausible
 * figures. A venue is compared with the others and with the reference, never with itself. `volumes` in
 * USD, `null` where a venue reports none; `referenceUsd`: the reference's volume of the coin on all
 * venues.
 */
export function sumVolumes(volumes: readonly (number | null)[], referenceUsd: number | null = null): SummedVolume {
  const possible = volumes.map((volume) => (volume !== null && volume <= MOST_VOLUME_USD ? volume : null));
  const all = addUp(possible);
  const counted = possible.map((volume) => volume !== null && isPlausible(volume, all - volume, referenceUsd));
  const used = possible.filter((_, index) => counted[index]);
  return { volumeUsd: used.length === 0 ? null : addUp(used), counted };
}

/** True where nothing else reports a volume to compare with. */
function isPlausible(volumeUsd: number, othersUsd: number, referenceUsd: number | null): boolean {
  const reportedUsd = referenceUsd ?? 0;
  if (reportedUsd <= 0 && othersUsd <= 0) return true;
  return volumeUsd <= Math.max(REFERENCE_MULTIPLE * reportedUsd, OTHERS_MULTIPLE * othersUsd);
}

function addUp(volumes: readonly (number | null)[]): number {
  return volumes.reduce<number>((sum, volumeUsd) => (volumeUsd === null ? sum : sum + volumeUsd), 0);
}
