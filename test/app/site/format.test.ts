import { describe, expect, it } from "vitest";
import { describeDue, describeFreshness, isOverdue } from "../../../public/js/describe-freshness.js";
import {
  formatAge,
  formatBytes,
  formatCount,
  formatExact,
  formatMoney,
  formatPercent,
  formatPrice,
  formatTime,
} from "../../../public/js/format.js";

describe("number formats", () => {
  it.each([
    [87519.6412, "$87,519.64"],
    [1, "$1.0000"],
    [1.00049, "$1.0005"],
    [1.1, "$1.10"],
    [0.99963, "$0.9996"],
    [0.0021271, "$0.002127"],
    [0.0000000123456, "$0.00000001235"],
    [0, "$0.00"],
    [-2.5, "−$2.50"],
    [null, "–"],
    [Number.NaN, "–"],
  ])("format %s as the price %s", (value, text) => expect(formatPrice(value)).toBe(text));

  it("give two prices of similar size the same number of decimals", () => {
    const pair = (low: number, high: number) => [formatPrice(low, "usd", high), formatPrice(high, "usd", low)];
    expect(pair(0.98765, 1.2)).toEqual(["$0.9877", "$1.2000"]);
    expect(pair(0.0999, 0.1001)).toEqual(["$0.09990", "$0.10010"]);
    expect(pair(0.001, 90)).toEqual(["$0.001000", "$90.00"]);
  });

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

  it.each([
    [12.3, "eur", "€12.30"],
    [0.00012, "chf", "CHF\u00a00.0001200"],
    [999_999.5, "inr", "INR\u00a0999,999.50"],
    [2_213_456.78, "idr", "IDR\u00a02,213,457"],
    [2_213_456_789.12, "vnd", "VND\u00a02.213B"],
    [1, "btc", "BTC\u00a01"],
    [0.0325512345678, "btc", "BTC\u00a00.032551235"],
    [-1234567.891234, "eth", "−ETH\u00a01,234,567.9"],
  ])("format %s as a price in %s", (value, currency, text) => expect(formatPrice(value, currency)).toBe(text));

  it.each([
    [3.5e7, "gbp", "£35.0M"],
    [12.5, "btc", "BTC\u00a012.50"],
    [0.0001234, "btc", "BTC\u00a00.0001234"],
  ])("format %s as a sum in %s", (value, currency, text) => expect(formatMoney(value, currency)).toBe(text));

  it("format percentages with an optional sign, and zero without a sign", () => {
    expect([2.5, null].map((value) => formatPercent(value))).toEqual(["2.50%", "–"]);
    expect([2.5, -0.001].map((value) => formatPercent(value, { signed: true }))).toEqual(["+2.50%", "0.00%"]);
    expect(formatPercent(-1234.567, { signed: true, decimals: 1 })).toBe("−1,234.6%");
  });

  it("keep all digits of exact numbers", () => {
    expect([1234567.000891, 1.5e-9, null].map(formatExact)).toEqual(["1,234,567.000891", "1.5e-9", "unknown"]);
    expect(formatCount(17060)).toBe("17,060");
  });

  it("format times in UTC and ages in one unit", () => {
    expect(formatTime("2026-11-20T09:15:00Z")).toBe("2026-11-20 09:15 UTC");
    const ages = [-5, 60_000, 3 * 3_600_000, 72 * 3_600_000].map(formatAge);
    expect(ages).toEqual(["less than a minute", "1 minute", "3 hours", "3 days"]);
  });
});

const at = (time: string) => Date.parse(`2026-11-${time}:00Z`);
const RATES = { updatedMs: at("20T00:00"), nextMs: at("23T21:00"), expiresMs: at("24T03:00"), stale: false };
const PRICES = { ...RATES, updatedMs: at("20T09:15"), nextMs: at("20T09:45"), expiresMs: at("20T10:15") };

it.each([
  [PRICES, "20T09:20", "Data as of 09:15 UTC · next due 09:45 UTC", false],
  [RATES, "22T12:00", "Data as of 2026-11-20 · next due 2026-11-23 21:00 UTC", false],
  [RATES, "23T22:00", "Data as of 2026-11-20 · due since 21:00 UTC", false],
  [RATES, "24T04:00", "Data as of 2026-11-20 · 4 days old · newer data is overdue", true],
  [{ ...RATES, stale: true }, "20T12:00", "Data as of 2026-11-20 · uses an earlier response of a source", true],
])("describes the freshness of %j on %s", (times, now, text, isStale) => {
  expect(describeFreshness(times, at(now))).toEqual({ isStale, text });
});

it.each([
  ["20T09:20", "in 25 minutes"],
  ["20T09:45", "due less than a minute ago"],
  ["20T10:15", "due 30 minutes ago"],
  ["20T10:16", "overdue for 31 minutes"],
])("says at %s when the next build is due, with the threshold of the line", (now, text) => {
  expect(describeDue(PRICES, at(now))).toBe(text);
  expect(isOverdue(PRICES.expiresMs, at(now))).toBe(describeFreshness(PRICES, at(now)).isStale);
});

it.each([
  [0, "0 bytes"],
  [999, "999 bytes"],
  [67_890, "67.9 kB"],
  [999_700, "1.0 MB"],
  [26_000_000, "26.0 MB"],
  [null, "–"],
])("formats %s bytes as %s", (bytes, text) => expect(formatBytes(bytes)).toBe(text));
