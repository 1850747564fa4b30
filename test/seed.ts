/** The seed of random input. It is fixed, so that failures repeat; `SEED` overrides it. */
export function readSeed(usual = 20_261_120): number {
  const seed = Number(process.env["SEED"] ?? usual);
  if (!Number.isSafeInteger(seed)) throw new Error(`SEED must be an integer, not ${process.env["SEED"]}`);
  return seed;
}

/** The number of attempts: small in every run of the tests, times `COUNT` where it is set. */
export function scale(usual: number): number {
  const times = Number(process.env["COUNT"] ?? 1);
  if (!(times > 0)) throw new Error(`COUNT must be above zero, not ${process.env["COUNT"]}`);
  return Math.ceil(usual * times);
}

/**
 * One in `every` of a list, from one that the seed and `from` choose; with `COUNT` as large, all of
 * it.
 */
export function sample<Item>(list: readonly Item[], every: number, from = 0): Item[] {
  const step = Math.max(1, Math.round(every / scale(1)));
  return list.filter((_, at) => (at + from + readSeed()) % step === 0);
}
