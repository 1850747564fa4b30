import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LONGEST_NUMBER, writeNumber } from "../../../build/lib/json/write-number.ts";
import { renderNumber, roundNumber } from "../../../build/lib/numbers.ts";

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

  it("writes what the text of the rounded number is, around every power of ten", () => {
    for (let power = -12; power <= 22; power += 1) {
      const exact = Number(`1e${power}`);
      const neighbours = [exact * (1 - 1e-12), exact * (1 - 2 ** -53), exact, exact * (1 + 2 ** -52), exact * 1.5];
      for (const value of neighbours) expect(write(value)).toBe(renderNumber(value));
    }
  });

  it("writes what the text of the rounded number is, whatever the number", () => {
    const any = fc.double({ noNaN: true, noDefaultInfinity: true });
    const usual = fc.tuple(fc.double({ min: -8, max: 17, noNaN: true }), fc.boolean());
    const numbers = fc.oneof(
      any,
      usual.map(([power, negative]) => (negative ? -1 : 1) * 10 ** power),
    );
    fc.assert(
      fc.property(numbers, fc.integer({ min: 1, max: 15 }), (value, digits) => {
        for (const one of [value, roundNumber(value), Number(value.toPrecision(digits))]) {
          // The largest number of all, with fewer digits, is no number.
          if (Number.isFinite(one)) expect(write(one)).toBe(renderNumber(one));
        }
      }),
      { numRuns: 20_000 },
    );
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY])("refuses %s", (value) => {
    expect(() => write(value)).toThrow(RangeError);
  });
});
