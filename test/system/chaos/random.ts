/**
 * Hashes seed and labels to a whole number: a fault draws the same numbers everywhere in one
 * build.
 */
export function hashSeed(...parts: readonly (string | number)[]): number {
  let hash = 0x811c9dc5;
  for (const character of parts.join("/")) hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193);
  return hash >>> 0;
}

/** `SEED` from the environment, or the default. */
export const SEED = Number(process.env["SEED"] ?? 20_261_120);

/** Multiplies by `COUNT` from the environment. */
export const TIMES = Math.max(0.01, Number(process.env["COUNT"] ?? 1));
