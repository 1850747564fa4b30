import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { keepFinite, percentageChange, percentageOf } from "../../build/lib/stats.ts";
import { readSeed } from "../seed.ts";

fc.configureGlobal({ seed: readSeed() });

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
