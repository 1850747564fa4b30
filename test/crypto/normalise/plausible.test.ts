import { expect, it } from "vitest";
import { acceptRecord } from "../../../build/crypto/normalise/accept.ts";
import { acceptVolumes } from "../../../build/crypto/normalise/plausible.ts";
import { RECORDS } from "./records.ts";

const accept = (last: number, baseVolume: number | null, quoteVolume: number | null, open24h: number | null = null) =>
  acceptVolumes({ ...RECORDS.ticker, last, baseVolume, quoteVolume, open24h });

it("volumes fit a price if their quotient is near it", () => {
  expect(accept(100, 10, 1_000)).toBe(true);
  expect(accept(100, 10, 2_000)).toBe(true);
  expect(accept(100, 10, 2_001)).toBe(false);
  expect(accept(100, 10, 499)).toBe(false);
});

it("exchanged volumes fit only a price near 1", () => {
  expect(accept(100, 1_000, 10)).toBe(false);
  expect(accept(0.01, 10, 1_000)).toBe(false);
  expect(accept(1.2, 12, 10)).toBe(true);
});

it("a coin that multiplied within the day may have traded anywhere between", () => {
  expect(accept(100, 10, 100)).toBe(false);
  expect(accept(100, 10, 100, 8)).toBe(true);
  expect(accept(8, 10, 900, 100)).toBe(true);
});

it("volumes fit any price if one of the two is missing or nothing was traded", () => {
  for (const [base, quote] of [
    [null, 5],
    [5, null],
    [0, 5],
    [5, 0],
  ] as const) {
    expect(accept(100, base, quote)).toBe(true);
  }
});

it("a listing whose volumes contradict its price is left out, without a fault", () => {
  const book = { ...RECORDS.ticker, last: 100, baseVolume: 1_000, quoteVolume: 10, open24h: null, tradeTimeMs: null };
  expect(acceptRecord("ticker", book, { now: Date.UTC(2026, 10, 20) })).toMatchObject({
    reason: "volumes contradict the price",
    fault: false,
  });
});
