/** Numbers in [0, 1) that follow from the seed alone (mulberry32 of Tommy Ettinger, public domain). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A whole number from the seed and labels: the same fault draws the same everywhere in one build. */
export function hashSeed(...parts: readonly (string | number)[]): number {
  let hash = 0x811c9dc5;
  for (const character of parts.join("/")) hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193);
  return hash >>> 0;
}

/** `SEED` of the environment, else the one that every run has. */
export const SEED = Number(process.env["SEED"] ?? 20_261_120);

/** `COUNT` of the environment multiplied: how much more than usual is tried. */
export const TIMES = Math.max(0.01, Number(process.env["COUNT"] ?? 1));
