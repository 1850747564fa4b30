/** Deterministic noise: pure functions of a seed, a label and a time. */

/** A well-mixed 32-bit integer for a text (FNV-1a with a final avalanche). */
export function hashText(text: string, seed: number): number {
  let hash = (seed ^ 0x811c9dc5) | 0;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return mix(hash);
}

/** A well-mixed 32-bit integer for an integer; neighbours have nothing in common. */
export function mix(value: number): number {
  let hash = value | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** The hash as a number in [0, 1). */
export function toUnit(hash: number): number {
  return (hash >>> 0) / 0x1_0000_0000;
}

/**
 * Smooth value noise in [-1, 1]: random values at the integers, joined by Perlin's quintic fade.
 */
export function smoothNoise(key: number, x: number): number {
  const cell = Math.floor(x);
  const within = x - cell;
  const fade = within * within * within * (within * (within * 6 - 15) + 10);
  const left = latticeValue(key, cell);
  return left + (latticeValue(key, cell + 1) - left) * fade;
}

function latticeValue(key: number, cell: number): number {
  return toUnit(mix(key ^ Math.imul(cell, 0x9e3779b1))) * 2 - 1;
}
