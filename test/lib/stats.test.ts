import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  capShares,
  computeStudentQuantile,
  keepFinite,
  lowerMedian,
  lowerWeightedMedian,
  median,
  percentageChange,
  percentageOf,
  weightedMad,
} from "../../build/lib/stats.ts";

const weight = fc.double({ min: 0, max: 1e9, noNaN: true });

const weigh = (values: readonly number[], weights: readonly number[]) =>
  values.map((value, at) => ({ value, weight: weights[at] ?? Number.NaN }));

describe("lowerWeightedMedian", () => {
  it("is the value where half of the weight is reached", () => {
    expect(lowerWeightedMedian(weigh([3, 1, 2], [1, 1, 1]))).toBe(2);
    expect(lowerWeightedMedian(weigh([3, 1, 2], [5, 1, 1]))).toBe(3);
  });

  it("is the lower of two equal halves, never their mean", () => {
    expect(lowerWeightedMedian(weigh([107, 100], [1, 1]))).toBe(100);
  });

  it("ignores rounding noise when shares are exactly a half", () => {
    expect(lowerWeightedMedian(weigh([100, 100, 107, 107], [0.1 + 0.2, 0.2, 0.3, 0.2]))).toBe(100);
  });

  it("counts values equally if all weights are zero", () => {
    expect(lowerWeightedMedian(weigh([5, 1, 3], [0, 0, 0]))).toBe(3);
  });

  it("refuses an empty list", () => {
    expect(() => lowerWeightedMedian(weigh([], []))).toThrow(RangeError);
  });

  it("is one of the values with weight, whatever the order", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.double({ min: 1e-9, max: 1e9, noNaN: true }), weight), { minLength: 1 }),
        (rows) => {
          const points = rows.map(([value, w]) => ({ value, weight: w }));
          const found = lowerWeightedMedian(points);
          expect(points.map(({ value }) => value)).toContain(found);
          expect(lowerWeightedMedian(points.toReversed())).toBe(found);
        },
      ),
    );
  });
});

describe("weightedMad", () => {
  it("is the weighted median of the distances", () => {
    expect(weightedMad(weigh([90, 100, 101], [1, 1, 1]), 100)).toBe(1);
    expect(weightedMad(weigh([90, 100, 101], [9, 1, 1]), 100)).toBe(10);
  });
});

describe("median and lowerMedian", () => {
  it("differ only for an even number of values", () => {
    expect(median([5, 1, 3])).toBe(3);
    expect(lowerMedian([5, 1, 3])).toBe(3);
    expect(median([1, 2, 3, 10])).toBe(2.5);
    expect(lowerMedian([1, 2, 3, 10])).toBe(2);
  });

  it("refuse an empty list", () => {
    expect(() => median([])).toThrow(RangeError);
    expect(() => lowerMedian([])).toThrow(RangeError);
  });
});

/** The capped shares of some weights. */
const capped = (weights: readonly number[], cap: number): number[] =>
  capShares(
    weights.map((one) => ({ weight: one })),
    cap,
  ).map((row) => row.weight);

describe("capShares", () => {
  it("gives what exceeds the cap to the others in proportion", () => {
    expect(capped([80, 10, 10], 0.5)).toEqual([0.5, 0.25, 0.25]);
  });

  it("caps a share again that the excess of others raised", () => {
    const shares = capped([100, 40, 10, 10], 0.4);
    expect(shares[0]).toBe(0.4);
    expect(shares[1]).toBeCloseTo(0.4, 12);
    expect(shares[2]).toBeCloseTo(0.1, 12);
  });

  it("has equal shares if the cap cannot be met", () => {
    expect(capped([1000, 1], 0.35)).toEqual([0.5, 0.5]);
    expect(capped([7], 0.35)).toEqual([1]);
  });

  it("has no share for a zero weight, and equal shares if all are zero", () => {
    expect(capped([0, 5, 5], 0.6)).toEqual([0, 0.5, 0.5]);
    expect(capped([0, 0], 0.6)).toEqual([0.5, 0.5]);
  });

  it("sums to 1, keeps the cap where it can be met, and keeps the order of the weights", () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 1e12, noNaN: true }), { minLength: 1, maxLength: 15 }),
        fc.double({ min: 0.05, max: 1.2, noNaN: true }),
        (weights, cap) => {
          const shares = capped(weights, cap);
          expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
          const total = weights.reduce((sum, weight) => sum + weight, 0);
          const counted = weights.filter((weight) => weight > total * 1e-15 || total === 0).length;
          const feasible = Math.max(cap, 1 / counted);
          for (const share of shares) expect(share).toBeLessThanOrEqual(feasible * (1 + 1e-9));
          const order = weights.map((_, index) => index).sort((a, b) => weights[a]! - weights[b]!);
          for (let index = 1; index < order.length; index += 1) {
            expect(shares[order[index]!]!).toBeGreaterThanOrEqual(shares[order[index - 1]!]! * (1 - 1e-9));
          }
        },
      ),
    );
  });
});

const finite = fc.double({ noNaN: true, noDefaultInfinity: true });

describe("percentages", () => {
  it("are in percent units", () => {
    expect(percentageOf(1, 8)).toBe(12.5);
    expect(percentageChange(80, 82)).toBeCloseTo(2.5, 12);
    expect(percentageChange(100, 0)).toBe(-100);
  });

  it("are null if a side is null or the divisor is not positive", () => {
    expect(percentageOf(null, 1)).toBeNull();
    expect(percentageOf(1, 0)).toBeNull();
    expect(percentageChange(0, 1)).toBeNull();
    expect(percentageChange(-1, 1)).toBeNull();
    expect(percentageChange(1, null)).toBeNull();
  });

  it("are always finite or null", () => {
    expect(percentageChange(5e-324, 1)).toBeNull();
    expect(percentageOf(1e308, 1e-308)).toBeNull();
    fc.assert(
      fc.property(finite, finite, (a, b) => {
        for (const value of [percentageOf(a, b), percentageChange(a, b)]) {
          if (value !== null) expect(Number.isFinite(value)).toBe(true);
        }
      }),
    );
    expect(keepFinite(Number.NaN)).toBeNull();
  });
});

it("knows the quantiles of Student's t within one percent from three degrees of freedom on", () => {
  const TABLE = [
    [3, 3.182],
    [4, 2.776],
    [5, 2.571],
    [10, 2.228],
    [30, 2.042],
  ] as const;
  for (const [degrees, quantile] of TABLE)
    expect(Math.abs(computeStudentQuantile(degrees) / quantile - 1), String(degrees)).toBeLessThan(0.01);
});
