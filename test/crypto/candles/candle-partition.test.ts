import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isCandlePartition } from "../../../build/crypto/candles/candle-document.ts";
import {
  type CandlePartition,
  type CandleRange,
  createCandlePartition,
  listRanges,
  mergeCandles,
  OBSERVED,
} from "../../../build/crypto/candles/candle-partition.ts";
import { HOUR_MS } from "../../../build/lib/time.ts";

const IDS = ["bitcoin", "constructor", "__proto__"];
const range = fc.record({
  timeMs: fc.integer({ min: 0, max: 30 }).map((hour) => hour * HOUR_MS),
  high: fc.integer({ min: 1, max: 1_000 }),
  low: fc.integer({ min: 1, max: 1_000 }),
  open: fc.option(fc.integer({ min: 1, max: 1_000 })),
  origin: fc.constantFrom(OBSERVED, "kraken", "binance+kraken"),
});
const ranges = fc.uniqueArray(range, { selector: ({ timeMs }) => timeMs, maxLength: 12 });
const partition = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...IDS), ranges), { selector: ([id]) => id })
  .map((all) => createCandlePartition(new Map(all)));
const sorted = (all: readonly CandleRange[]) => all.toSorted((a, b) => a.timeMs - b.timeMs);

describe("createCandlePartition", () => {
  it("keeps every range of every coin", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.tuple(fc.constantFrom(...IDS), ranges), { selector: ([id]) => id }), (all) => {
        const created = createCandlePartition(new Map(all));
        expect(isCandlePartition(JSON.parse(JSON.stringify(created)))).toBe(true);
        for (const [id, own] of all) expect(listRanges(created, id)).toEqual(sorted(own));
      }),
    );
  });

  it("rounds to eight digits", () => {
    const one = { timeMs: 0, high: 1 / 3, low: 2e-9 / 3, open: null, origin: OBSERVED };
    expect(listRanges(createCandlePartition(new Map([["x", [one]]])), "x")).toEqual([
      { ...one, high: 0.33333333, low: 6.6666667e-10 },
    ]);
  });
});

describe("mergeCandles", () => {
  const one = (origin: string, high: number): CandlePartition =>
    createCandlePartition(new Map([["x", [{ timeMs: 0, high, low: 1, open: null, origin }]]]));
  const merged = (a: CandlePartition, b: CandlePartition) => listRanges(mergeCandles(a, b), "x")[0];

  it("prefers candles of venues to observed ones, and two venues to one", () => {
    expect(merged(one("kraken", 2), one(OBSERVED, 3))?.high).toBe(2);
    expect(merged(one(OBSERVED, 3), one("kraken", 2))?.high).toBe(2);
    expect(merged(one("binance+kraken", 2), one("okx", 3))?.high).toBe(2);
    expect(merged(one("okx", 3), one("binance+kraken", 2))?.high).toBe(2);
    expect(merged(one("kraken", 2), one("okx", 3))?.high).toBe(3);
  });

  it("is associative and changes nothing when repeated", () => {
    fc.assert(
      fc.property(partition, partition, partition, (a, b, c) => {
        expect(mergeCandles(mergeCandles(a, b), c)).toEqual(mergeCandles(a, mergeCandles(b, c)));
        expect(mergeCandles(mergeCandles(a, b), b)).toEqual(mergeCandles(a, b));
      }),
    );
  });
});

describe("isCandlePartition", () => {
  const valid = createCandlePartition(
    new Map([["x", [{ timeMs: 0, high: 2, low: 1, open: 1, origin: "kraken" }]]]),
  ) as unknown as Record<string, Record<string, object>>;

  it.each([
    ["a list", []],
    ["times that do not ascend", { ...valid, times: [1, 1] }],
    ["columns of another length", { ...valid, coins: { x: { ...valid["coins"]!["x"], highs: [] } } }],
    ["a price of zero", { ...valid, coins: { x: { ...valid["coins"]!["x"], lows: [0] } } }],
    ["an unknown label", { ...valid, coins: { x: { ...valid["coins"]!["x"], origins: [1] } } }],
    ["an open of text", { ...valid, coins: { x: { ...valid["coins"]!["x"], opens: ["1"] } } }],
  ])("refuses %s", (_, value) => {
    expect(isCandlePartition(valid)).toBe(true);
    expect(isCandlePartition(value)).toBe(false);
  });
});
