import { type FaultReport, reportFaults } from "../../fault-report.ts";
import { createRandom } from "../../fixtures/random.ts";
import { readSeed } from "../../seed.ts";

export const SEED = readSeed();

/**
 * Hashes seed and labels to a whole number: a fault draws the same numbers everywhere in one
 * build.
 */
export function hashSeed(...parts: readonly (string | number)[]): number {
  let hash = 0x811c9dc5;
  for (const character of parts.join("/")) hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193);
  return hash >>> 0;
}

export interface Draws {
  (): number;
  pick<T>(from: readonly T[]): T;
  sample<T>(from: readonly T[], count: number): T[];
}

export function openDraws(...seed: readonly (string | number)[]): Draws {
  const random = createRandom(hashSeed(...seed)).next;
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  const sample = <T>(from: readonly T[], count: number): T[] => {
    const left = [...from];
    return Array.from({ length: Math.min(count, left.length) }, () =>
      left.splice(Math.floor(random() * left.length), 1),
    ).flat();
  };
  return Object.assign(random, { pick, sample });
}

/** Stores the count and seed of a run. A failed run stores none. */
export const recordTries = (report: FaultReport): Promise<void> => reportFaults({ ...report, seed: SEED });
