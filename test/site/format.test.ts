import { describe, expect, it } from "vitest";
import { describeFreshness } from "../../public/js/describe-freshness.js";
import {
  formatAge,
  formatBytes,
  formatCount,
  formatExact,
  formatMoney,
  formatPercent,
  formatPrice,
  formatTime,
} from "../../public/js/format.js";

describe("number formats", () => {
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
  ])("format %s as the price %s", (value, text) => expect(formatPrice(value)).toBe(text));

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
  ])("format %s as the sum %s", (value, text) => expect(formatMoney(value)).toBe(text));

  it("format percentages with an optional sign, and zero without a sign", () => {
    expect(formatPercent(2.5)).toBe("2.50%");
    expect(formatPercent(2.5, { signed: true })).toBe("+2.50%");
    expect(formatPercent(-1234.567, { signed: true, decimals: 1 })).toBe("−1,234.6%");
    expect(formatPercent(-0.001, { signed: true })).toBe("0.00%");
    expect(formatPercent(null)).toBe("–");
  });

  it("keep all digits of exact numbers", () => {
    expect(formatExact(1234567.000891)).toBe("1,234,567.000891");
    expect(formatExact(1.5e-9)).toBe("1.5e-9");
    expect(formatExact(null)).toBe("unknown");
    expect(formatCount(17060)).toBe("17,060");
  });

  it("format times in UTC and ages in one unit", () => {
    expect(formatTime("2026-11-20T09:15:00Z")).toBe("2026-11-20 09:15 UTC");
    expect(formatAge(60_000)).toBe("1 minute");
    expect(formatAge(3 * 3_600_000)).toBe("3 hours");
    expect(formatAge(72 * 3_600_000)).toBe("3 days");
    expect(formatAge(-5)).toBe("0 minutes");
  });
});

describe("the freshness of a page", () => {
  const at = (iso: string) => Date.parse(`${iso}Z`);
  const RATES = {
    updatedMs: at("2026-11-20T00:00:00"),
    nextMs: at("2026-11-23T21:00:00"),
    expiresMs: at("2026-11-24T03:00:00"),
    stale: false,
  };

  it("shows the time for today, date and time otherwise, and only the date for midnight", () => {
    const prices = {
      ...RATES,
      updatedMs: at("2026-11-20T09:15:00"),
      nextMs: at("2026-11-20T09:45:00"),
      expiresMs: at("2026-11-20T10:15:00"),
    };
    expect(describeFreshness(prices, at("2026-11-20T09:20:00"))).toEqual({
      isStale: false,
      text: "Data of 09:15 UTC · next expected 09:45 UTC",
    });
    expect(describeFreshness(RATES, at("2026-11-22T12:00:00"))).toEqual({
      isStale: false,
      text: "Data of 2026-11-20 · next expected 2026-11-23 21:00 UTC",
    });
  });

  it("is first expected, then overdue", () => {
    expect(describeFreshness(RATES, at("2026-11-23T22:00:00"))).toMatchObject({
      isStale: false,
      text: "Data of 2026-11-20 · next expected any minute",
    });
    expect(describeFreshness(RATES, at("2026-11-24T04:00:00"))).toEqual({
      isStale: true,
      text: "Data of 2026-11-20 · 4 days old · newer data is overdue",
    });
  });

  it("mentions an earlier response of a source", () => {
    expect(describeFreshness({ ...RATES, stale: true }, at("2026-11-20T12:00:00"))).toEqual({
      isStale: true,
      text: "Data of 2026-11-20 · uses an earlier response of a source",
    });
  });
});

it.each([
  [0, "0 bytes"],
  [999, "999 bytes"],
  [67_890, "67.9 kB"],
  [999_700, "1.0 MB"],
  [26_000_000, "26.0 MB"],
  [null, "–"],
])("formats %s bytes as %s", (bytes, text) => expect(formatBytes(bytes)).toBe(text));
