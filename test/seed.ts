/** The seed of random input. It is fixed, so that failures repeat; `SEED` overrides it. */
export function readSeed(usual = 20_261_120): number {
  const seed = Number(process.env["SEED"] ?? usual);
  if (!Number.isSafeInteger(seed)) throw new Error(`SEED must be an integer, not ${process.env["SEED"]}`);
  return seed;
}
