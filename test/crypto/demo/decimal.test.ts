import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { renderDecimal, renderFixed, trimNumber } from "../../../build/crypto/demo/venue-book.ts";

describe("decimal texts", () => {
  it("never has an exponent or superfluous zeros", () => {
    expect(renderDecimal(1.4e-12)).toBe("0.0000000000014");
    expect(renderDecimal(88_000)).toBe("88000");
    expect(renderDecimal(1000)).toBe("1000");
    expect(renderDecimal(-0.25)).toBe("-0.25");
    expect(renderDecimal(0)).toBe("0");
    expect(renderDecimal(2 ** 80)).toBe("1208925819614629174706176");
  });

  it("brings every price and volume back to seven digits", () => {
    const value = fc.double({ min: 1e-14, max: 1e20, noNaN: true });
    fc.assert(
      fc.property(value, (number) => {
        const text = renderDecimal(number);
        expect(text).toMatch(/^\d+(\.\d*[1-9])?$/);
        expect(Math.abs(Number(text) / number - 1)).toBeLessThan(1e-7);
      }),
    );
  });

  it("keeps a fixed number of decimals where a venue does", () => {
    expect(renderFixed(0, 8)).toBe("0.00000000");
    expect(renderFixed(12.345678901, 8)).toBe("12.34567890");
    expect(trimNumber(0.1234567891)).toBe(0.12345679);
  });
});
