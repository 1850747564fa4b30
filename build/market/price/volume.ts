import { VOLUME_RULES } from "../rules.ts";
export interface SummedVolume {
  /** `null` where no venue reports a volume that counts. */
  volumeUsd: number | null;
  /** Per venue, in the order of the input. */
  counted: boolean[];
}

/**
 * A claimed volume as a weight: within what can be true, so that no claim exceeds floating point.
 */
export function boundVolume(volumeUsd: number): number {
  return Math.min(Math.max(volumeUsd, VOLUME_RULES.leastUsd), VOLUME_RULES.mostUsd);
}

/**
 * Rules 5.6 and 5.12 of the methodology: the sum of what the venues traded, without implausible
 * figures. A venue is compared with the others and with the reference, never with itself. `volumes`
 * in USD, `null` where a venue reports none; `referenceUsd`: the reference's volume of the coin on
 * all venues.
 */
export function sumVolumes(volumes: readonly (number | null)[], referenceUsd: number | null = null): SummedVolume {
  const possible = volumes.map((volume) => (volume !== null && volume <= VOLUME_RULES.mostUsd ? volume : null));
  const most = VOLUME_RULES.referenceMultiple * (referenceUsd ?? 0);
  const fitting = possible.map((volume) => (volume !== null && volume <= most ? volume : null));
  // A reference that no venue fits is the odd one out; two inflated volumes must not confirm each
  // other.
  const compared = fitting.some((volume) => volume !== null) ? fitting : possible;
  const total = addUp(compared);
  const counted = possible.map((volume, index) => {
    if (volume === null) return false;
    if (fitting[index] !== null) return true;
    const othersUsd = total - (compared[index] ?? 0);
    return othersUsd > 0 ? volume <= VOLUME_RULES.othersMultiple * othersUsd : most <= 0;
  });
  const used = possible.filter((_, index) => counted[index]);
  return { volumeUsd: used.length === 0 ? null : addUp(used), counted };
}

function addUp(volumes: readonly (number | null)[]): number {
  return volumes.reduce<number>((sum, volumeUsd) => (volumeUsd === null ? sum : sum + volumeUsd), 0);
}
