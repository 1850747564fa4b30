import type { BenchTable } from "./result.ts";

/** The sizes of a benchmark, in coins, ascending: `BENCH_COINS=1000,2500,10000`. */
export function readSizes(usual: string): readonly number[] {
  return (process.env["BENCH_COINS"] ?? usual)
    .split(",")
    .map(Number)
    .sort((a, b) => a - b);
}

/**
 * The exponent with which a cost grows with the size, by least squares over the logarithms: 1 is as
 * fast as the size, 0 not at all.
 */
export function fitExponent(points: readonly (readonly [size: number, cost: number])[]): number {
  const logs = points.map(([size, cost]) => [Math.log(size), Math.log(cost)] as const);
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const middle = mean(logs.map(([x]) => x));
  const height = mean(logs.map(([, y]) => y));
  const covariance = mean(logs.map(([x, y]) => (x - middle) * (y - height)));
  return covariance / mean(logs.map(([x]) => (x - middle) ** 2));
}

/** One row for each cost: its values by size, and the exponent. No table for one size. */
export function tabulateGrowth(
  sizes: readonly number[],
  costs: Readonly<Record<string, readonly number[]>>,
): BenchTable[] {
  if (sizes.length < 2) return [];
  return [
    {
      title: "Growth from size to size: 1 is as fast as the number of coins",
      columns: ["of", ...sizes.map((coins) => `${coins} coins`), "exponent"],
      rows: Object.entries(costs).map(([what, values]) => [
        what,
        ...values.map((value) => value.toFixed(1)),
        fitExponent(sizes.map((size, at) => [size, values[at] ?? Number.NaN] as const)).toFixed(2),
      ]),
    },
  ];
}
