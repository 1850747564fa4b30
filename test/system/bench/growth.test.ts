import { describe, expect, it } from "vitest";
import { fitExponent, tabulateGrowth } from "./growth.ts";

describe("growth", () => {
  const sizes = [1_000, 2_500, 10_000];

  it.each([0, 0.5, 1, 2])("finds the exponent %s again", (exponent) => {
    expect(fitExponent(sizes.map((size) => [size, 7 * size ** exponent] as const))).toBeCloseTo(exponent, 10);
  });

  it("has a row for each cost, and no table for one size", () => {
    expect(tabulateGrowth(sizes, { s: [1, 2.5, 10] })[0]?.rows).toEqual([["s", "1.0", "2.5", "10.0", "1.00"]]);
    expect(tabulateGrowth([1_000], { s: [1] })).toEqual([]);
  });
});
