/** A seeded source of random numbers, so that a simulation is the same in every run. */
export interface Random {
  /** Uniform in [0, 1). */
  next(): number;
  /** Uniform in the exponent. */
  logUniform(low: number, high: number): number;
  pick<T>(values: readonly T[]): T;
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  // mulberry32: 32 bits of state are plenty for a few thousand draws.
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    logUniform: (low, high) => Math.exp(Math.log(low) + next() * (Math.log(high) - Math.log(low))),
    pick: (values) => values[Math.floor(next() * values.length)]!,
  };
}
