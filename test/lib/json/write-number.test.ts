import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { renderNumber, roundNumber } from "../../../build/lib/json/significant-digits.ts";
import { LONGEST_NUMBER, writeNumber } from "../../../build/lib/json/write-number.ts";
import { readSeed } from "../../seed.ts";

fc.configureGlobal({ seed: readSeed() });

const finite = fc.double({ noNaN: true, noDefaultInfinity: true });
const bytes = Buffer.alloc(LONGEST_NUMBER + 3);

function write(value: number): string {
  return bytes.toString("latin1", 3, writeNumber(bytes, 3, value));
}

describe("writeNumber", () => {
  it.each([
    [0, "0"],
    [-0, "0"],
    [-1.5, "-1.5"],
    [0.1 + 0.2, "0.3"],
    [1e-6, "0.000001"],
    [9.999_999_999_99e-7, "9.99999999999e-7"],
    [9.999_999_999_99, "9.99999999999"],
    [9.999_999_999_999, "10"],
    [99_999_999_999.5, "99999999999.5"],
    [999_999_999_999, "999999999999"],
    [999_999_999_999.9, "1000000000000"],
    [1_791_000_000_000, "1791000000000"],
    [1_234_567_890_123, "1234567890120"],
    [1e21, "1e+21"],
    [-5e-324, "-5e-324"],
  ])("writes %s as %s", (value, text) => {
    expect(write(value)).toBe(text);
  });

  it("writes the rounded number around every power of ten", () => {
    for (let power = -12; power <= 22; power += 1) {
      const exact = Number(`1e${power}`);
      const neighbours = [exact * (1 - 1e-12), exact * (1 - 2 ** -53), exact, exact * (1 + 2 ** -52), exact * 1.5];
      for (const value of neighbours) expect(write(value)).toBe(renderNumber(value));
    }
  });

  it("writes the rounded number for any number", () => {
    const usual = fc.tuple(fc.double({ min: -8, max: 17, noNaN: true }), fc.boolean());
    const numbers = fc.oneof(
      finite,
      usual.map(([power, negative]) => (negative ? -1 : 1) * 10 ** power),
    );
    fc.assert(
      fc.property(numbers, fc.integer({ min: 1, max: 15 }), (value, digits) => {
        for (const one of [value, roundNumber(value), Number(value.toPrecision(digits))]) {
          // The largest double with fewer digits overflows.
          if (Number.isFinite(one)) expect(write(one)).toBe(renderNumber(one));
        }
      }),
      { numRuns: 4_000 },
    );
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY])("refuses %s", (value) => {
    expect(() => write(value)).toThrow(RangeError);
  });
});

describe("roundNumber", () => {
  it("agrees with toPrecision, also when the thirteenth digit is 5", () => {
    const digits = fc.integer({ min: 1e11, max: 1e12 - 1 });
    const power = fc.integer({ min: -40, max: 30 });
    const tails = fc.constantFrom("", "5", "4999", "5001", "49999999", "50000001");
    fc.assert(
      fc.property(digits, power, tails, fc.boolean(), (head, exponent, tail, negative) => {
        const value = Number(`${negative ? "-" : ""}${head}${tail}e${exponent}`);
        const whole = Number.isInteger(value) && Math.abs(value) < 1e12;
        expect(roundNumber(value)).toBe(whole ? value : Number(value.toPrecision(12)));
      }),
      { numRuns: 4_000 },
    );
  });

  it("keeps tiny prices", () => {
    expect(roundNumber(1e-12)).toBe(1e-12);
    expect(roundNumber(1.234_567_890_123_45e-12)).toBe(1.234_567_890_12e-12);
    expect(roundNumber(5e-324)).toBe(5e-324);
  });

  it("moves a number by at most half a unit of the twelfth digit, and is idempotent", () => {
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
