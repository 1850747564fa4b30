import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { keepFinite, percentageChange, percentageOf, roundNumber } from "../../build/lib/numbers.ts";

const finite = fc.double({ noNaN: true, noDefaultInfinity: true });

describe("roundNumber", () => {
  it("is what toPrecision says, also where a thirteenth digit of five decides", () => {
    const digits = fc.integer({ min: 1e11, max: 1e12 - 1 });
    const power = fc.integer({ min: -40, max: 30 });
    const tails = fc.constantFrom("", "5", "4999", "5001", "49999999", "50000001");
    fc.assert(
      fc.property(digits, power, tails, fc.boolean(), (head, exponent, tail, negative) => {
        const value = Number(`${negative ? "-" : ""}${head}${tail}e${exponent}`);
        const whole = Number.isInteger(value) && Math.abs(value) < 1e12;
        expect(roundNumber(value)).toBe(whole ? value : Number(value.toPrecision(12)));
      }),
      { numRuns: 20_000 },
    );
  });

  it("keeps tiny prices", () => {
    expect(roundNumber(1e-12)).toBe(1e-12);
    expect(roundNumber(1.234_567_890_123_45e-12)).toBe(1.234_567_890_12e-12);
    expect(roundNumber(5e-324)).toBe(5e-324);
  });

  it("stays within half a unit of the twelfth digit, has no more digits, and changes nothing the second time", () => {
    fc.assert(
      fc.property(finite, (value) => {
        const rounded = roundNumber(value);
        expect(Math.abs(rounded - value)).toBeLessThanOrEqual(Math.abs(value) * 5.1e-12);
        expect(roundNumber(rounded)).toBe(rounded);
        expect(rounded.toExponential().replace(/e.*|[.-]/g, "").length).toBeLessThanOrEqual(12);
      }),
    );
  });

  it("has no negative zero", () => {
    expect(Object.is(roundNumber(-0), 0)).toBe(true);
  });
});

describe("percentages", () => {
  it("are in percent units", () => {
    expect(percentageOf(1, 8)).toBe(12.5);
    expect(percentageChange(80, 82)).toBeCloseTo(2.5, 12);
    expect(percentageChange(100, 0)).toBe(-100);
  });

  it("are unknown where a side is unknown or there is nothing to divide by", () => {
    expect(percentageOf(null, 1)).toBeNull();
    expect(percentageOf(1, 0)).toBeNull();
    expect(percentageChange(0, 1)).toBeNull();
    expect(percentageChange(-1, 1)).toBeNull();
    expect(percentageChange(1, null)).toBeNull();
  });

  it("are always finite or unknown, so that no answer fails for an absurd number", () => {
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
