import { describe, expect, it } from "vitest";
import {
  computeChangeFromOpens,
  computeChangeFromSamples,
} from "../../../../build/crypto/market/aggregate/price-change.ts";

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
const T = 10 * DAY;

describe("computeChangeFromSamples", () => {
  it("compares with the sample nearest to 24 hours ago", () => {
    const samples: [number, number][] = [
      [T - DAY - 15 * MINUTE, 90],
      [T - DAY + 5 * MINUTE, 100],
      [T - DAY + 60 * MINUTE, 120],
    ];
    expect(computeChangeFromSamples(105, T, samples)).toBeCloseTo(5, 12);
    expect(computeChangeFromSamples(105, T, samples.toReversed())).toBeCloseTo(5, 12);
  });

  it("interpolates between neighbours up to 90 minutes apart", () => {
    const samples: [number, number][] = [
      [T - DAY - 30 * MINUTE, 100],
      [T - DAY + 60 * MINUTE, 130],
    ];
    expect(computeChangeFromSamples(121, T, samples)).toBeCloseTo(10, 12);
  });

  it("knows prices of less than a dollar", () => {
    expect(computeChangeFromSamples(0.0011, T, [[T - DAY, 0.001]])).toBeCloseTo(10, 9);
  });

  it("is unknown across a wider gap or before the first sample", () => {
    const gap: [number, number][] = [
      [T - DAY - 31 * MINUTE, 100],
      [T - DAY + 60 * MINUTE, 130],
    ];
    expect(computeChangeFromSamples(121, T, gap)).toBeNull();
    expect(computeChangeFromSamples(121, T, [[T - DAY + 21 * MINUTE, 100]])).toBeNull();
    expect(computeChangeFromSamples(121, T, [])).toBeNull();
  });

  it("ignores samples that are not prices", () => {
    expect(
      computeChangeFromSamples(110, T, [
        [T - DAY, 0],
        [T - DAY + MINUTE, Number.NaN],
        [T - DAY - MINUTE, 100],
      ]),
    ).toBeCloseTo(10, 12);
  });
});

describe("computeChangeFromOpens", () => {
  const opened = (shares: number[], ...growths: number[]) => ({
    kept: true,
    tickers: growths.map((growth, at) => ({
      row: { priceUsd: growth, priceUsd24hAgo: 1 },
      share: shares[at] ?? Number.NaN,
    })),
  });
  const venue = (growth: number) => opened([1], growth);

  it("is the weighted median of a venue's tickers, then the median of the venues", () => {
    expect(computeChangeFromOpens([opened([5, 3, 1], 1.02, 1.03, 9)])).toBeCloseTo(2, 12);
    expect(computeChangeFromOpens([venue(1.02), venue(1.025), venue(1.021)])).toBeCloseTo(2.1, 12);
    expect(computeChangeFromOpens([])).toBeNull();
    const unknown = { ...venue(9), tickers: [{ row: { priceUsd: 9, priceUsd24hAgo: null }, share: 1 }] };
    for (const other of [unknown, { ...venue(9), kept: false }, opened([0], 9)])
      expect(computeChangeFromOpens([other, venue(1.02)])).toBeCloseTo(2, 12);
  });

  it("does not follow one venue of three", () => {
    for (const lie of [0.5, 0.95, 1.05, 2]) {
      const change = computeChangeFromOpens([venue(1.02 * lie), venue(1.02), venue(1.022)]);
      expect(change).toBeGreaterThanOrEqual(2 - 1e-9);
      expect(change).toBeLessThanOrEqual(2.2 + 1e-9);
    }
  });

  it("is unknown where no majority of the venues agrees", () => {
    expect(computeChangeFromOpens([venue(1.02), venue(1.07)])).toBeNull();
    expect(computeChangeFromOpens([venue(1.02), venue(1.02), venue(1.07), venue(1.07)])).toBeNull();
    expect(computeChangeFromOpens([venue(1.02), venue(1.02), venue(1.02), venue(1.07), venue(1.07)])).toBeCloseTo(2);
  });
});
