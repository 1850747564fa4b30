import { describe, expect, it } from "vitest";
import {
  formatAge,
  formatCount,
  formatExact,
  formatMoney,
  formatPercent,
  formatPrice,
  formatTime,
} from "../../public/js/format.js";

describe("a number on a page", () => {
  it.each([
    [87519.6412, "$87,519.64"],
    [1, "$1.00"],
    [0.99963, "$0.9996"],
    [0.0021271, "$0.002127"],
    [0.0000000123456, "$0.00000001235"],
    [0, "$0.00"],
    [-2.5, "−$2.50"],
    [null, "–"],
    [Number.NaN, "–"],
  ])("is a price: %s is %s", (value, text) => expect(formatPrice(value)).toBe(text));

  it.each([
    [3.0265e12, "$3.03T"],
    [27_479_466_446, "$27.5B"],
    [999_960_000, "$1.00B"],
    [999_400_000, "$999M"],
    [12_340, "$12.3K"],
    [512.4, "$512"],
    [9.999, "$10.00"],
    [-4_000_000, "−$4.00M"],
    [undefined, "–"],
  ])("is a sum: %s is %s", (value, text) => expect(formatMoney(value)).toBe(text));

  it("is a percentage with the sign that is asked for, and none on nothing", () => {
    expect(formatPercent(2.5)).toBe("2.50%");
    expect(formatPercent(2.5, { signed: true })).toBe("+2.50%");
    expect(formatPercent(-1234.567, { signed: true, decimals: 1 })).toBe("−1,234.6%");
    expect(formatPercent(-0.001, { signed: true })).toBe("0.00%");
    expect(formatPercent(null)).toBe("–");
  });

  it("is exact where it stands for itself", () => {
    expect(formatExact(1234567.000891)).toBe("1,234,567.000891");
    expect(formatExact(1.5e-9)).toBe("1.5e-9");
    expect(formatExact(null)).toBe("unknown");
    expect(formatCount(17060)).toBe("17,060");
  });

  it("is a time in UTC, or an age in the largest unit that says enough", () => {
    expect(formatTime("2026-11-20T09:15:00Z")).toBe("2026-11-20 09:15 UTC");
    expect(formatAge(60_000)).toBe("1 minute");
    expect(formatAge(3 * 3_600_000)).toBe("3 hours");
    expect(formatAge(72 * 3_600_000)).toBe("3 days");
    expect(formatAge(-5)).toBe("0 minutes");
  });
});
