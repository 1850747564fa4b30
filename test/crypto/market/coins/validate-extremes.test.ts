import { describe, expect, it } from "vitest";
import {
  collectExtremes,
  type ExtremeEvidence,
  type PastDays,
  validateExtremes,
} from "../../../../build/crypto/market/coins/validate-extremes.ts";
import type { Dataset } from "../../../../build/crypto/normalise/record.ts";
import { DAY_MS } from "../../../../build/lib/time.ts";
import { coin, dataset } from "../small-market.ts";

const PEAK = Date.UTC(2021, 4, 10);
const LATER = Date.UTC(2026, 4, 10);
const LITECOIN = coin("litecoin", "LTC", 80, {
  athUsd: 410,
  athTimeMs: PEAK,
  atlUsd: 1.15,
  atlTimeMs: Date.UTC(2015, 0, 14),
  circulatingSupply: 7.6e7,
});

/** Our days since 2020: 100 USD, at the peak 370. */
const DAYS: PastDays = {
  highest: 370,
  lowest: 40,
  between: (fromMs, toMs) => (toMs < Date.UTC(2020, 0) ? [] : fromMs <= PEAK && PEAK <= toMs ? [90, 370] : [100, 100]),
};
const NO_OTHERS = { high: [], low: [] };
const judge = (row: Partial<typeof LITECOIN>, evidence: Partial<ExtremeEvidence> = {}) => {
  const known = { priceUsd: 80, circulatingSupply: 7.6e7, days: null, others: NO_OTHERS, ...evidence };
  const { athUsd, athTimeMs, atlUsd } = validateExtremes({ ...LITECOIN, ...row }, known);
  return { athUsd, athTimeMs, atlUsd };
};
const high = (priceUsd: number, timeMs: number | null = PEAK) => ({ priceUsd, timeMs });

describe("an all-time high or low of a list", () => {
  it("is published where our own days confirm it, or lie after it", () => {
    expect(judge({}, { days: DAYS })).toEqual({ athUsd: 410, athTimeMs: PEAK, atlUsd: 1.15 });
    // The first day of a coin is wild.
    expect(judge({ athUsd: 3_000 }, { days: DAYS }).athUsd).toBe(3_000);
  });

  it.each([
    ["our days around its time are far below it", { athUsd: 4_100 }],
    ["our days around its time were ordinary", { athUsd: 4_100, athTimeMs: LATER }],
    ["one of our own days passed it", { athUsd: 240 }],
  ])("is not published where %s", (_, row) => {
    expect(judge(row, { days: DAYS })).toEqual({ athUsd: null, athTimeMs: null, atlUsd: 1.15 });
  });

  it("is not published where a low lies above our own days, or far below those around it", () => {
    expect(judge({ atlUsd: 65, atlTimeMs: PEAK }, { days: DAYS }).atlUsd).toBeNull();
    expect(judge({ atlUsd: 0.001, atlTimeMs: LATER }, { days: DAYS }).atlUsd).toBeNull();
    expect(judge({ atlUsd: 30, atlTimeMs: LATER }, { days: DAYS }).atlUsd).toBe(30);
  });

  it("is worth less than all money on earth, and within reach of the price, on a first build too", () => {
    expect(judge({ athUsd: 1e9 }).athUsd).toBeNull();
    expect(judge({ athUsd: 1e9 }, { circulatingSupply: null }).athUsd).toBeNull();
    expect(judge({ atlUsd: 1e-9 }).atlUsd).toBeNull();
    // Terra Classic fell by a factor of two million, while its supply grew.
    const terra = { priceUsd: 6.24e-5, circulatingSupply: 5.5e12 };
    expect(judge({ athUsd: 119.18 }, terra).athUsd).toBe(119.18);
  });

  it("of two lists is the one that our days confirm, else that on which they agree, else none", () => {
    const wrong = { athUsd: 40_000 };
    const others = { high: [high(412)], low: [] };
    expect(judge(wrong, { days: DAYS, others }).athUsd).toBe(412);
    expect(judge({}, { others }).athUsd).toBe(410);
    expect(judge(wrong, { others }).athUsd).toBeNull();
    expect(judge(wrong, { others: { high: [high(412), high(405)], low: [] } }).athUsd).toBe(412);
    expect(judge({ athUsd: 1e9 }, { others }).athUsd).toBe(412);
  });

  it("of other lists is that of the same coin, and never the row's own again", () => {
    const rows = (source: string, ...records: (typeof LITECOIN)[]) =>
      dataset("coin", source, records) as Dataset<"coin">;
    const find = collectExtremes([
      rows("coingecko", LITECOIN),
      rows("coinpaprika", { ...LITECOIN, athUsd: 412, atlUsd: null }, { ...LITECOIN, symbol: "OTHER", athUsd: 7 }),
    ]);
    expect(find(LITECOIN)).toEqual({ high: [high(412)], low: [] });
    expect(find({ ...LITECOIN, athUsd: null }).high).toEqual([high(410), high(412)]);
  });

  it("is compared with days within a day and a half", () => {
    const between = (fromMs: number, toMs: number) => [(toMs - fromMs) / DAY_MS];
    expect(judge({ athUsd: 29 }, { priceUsd: 20, days: { highest: 20, lowest: 1, between } }).athUsd).toBe(29);
    expect(judge({ athUsd: 31 }, { priceUsd: 20, days: { highest: 20, lowest: 1, between } }).athUsd).toBeNull();
  });
});
