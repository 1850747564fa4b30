import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CANDLE_RULES, decideRange, findScale } from "../../../build/crypto/candles/range-rules.ts";

const OWN = { high: 102, low: 98 };
const near = (value: number) => expect.closeTo(value, 9);

describe("decideRange", () => {
  it("is that of our own prices without venues", () => {
    expect(decideRange(OWN, [])).toEqual({ high: 102, low: near(98) });
  });

  it("is that of one venue, at most 3 % outside our own prices", () => {
    expect(decideRange(OWN, [{ high: 104, low: 97 }])).toEqual({ high: 104, low: near(97) });
    expect(decideRange(OWN, [{ high: 150, low: 1 }])).toEqual({ high: near(102 * 1.03), low: near(98 / 1.03) });
  });

  it("is the lower high and the higher low of two venues", () => {
    const venues = [
      { high: 104, low: 96 },
      { high: 103, low: 97 },
    ];
    expect(decideRange(OWN, venues)).toEqual({ high: 103, low: near(97) });
  });

  it("may be further outside where two venues agree within 1 %", () => {
    const crash = [
      { high: 102, low: 80 },
      { high: 102, low: 80.5 },
    ];
    expect(decideRange(OWN, crash).low).toEqual(near(80.5));
    const apart = [
      { high: 102, low: 80 },
      { high: 102, low: 82 },
    ];
    expect(decideRange(OWN, apart).low).toEqual(near(98 / 1.03));
    const broken = [
      { high: 1_000, low: 98 },
      { high: 1_000, low: 98 },
    ];
    expect(decideRange(OWN, broken).high).toEqual(near(102 * 1.03));
  });

  it("never lies within our own prices", () => {
    expect(decideRange(OWN, [{ high: 100, low: 99 }])).toEqual({ high: 102, low: near(98) });
  });

  it("moves by 3 % at most, whatever one of two venues says", () => {
    const value = fc.double({ min: 1e-6, max: 1e6, noNaN: true });
    const honest = fc.record({ high: fc.double({ min: 102, max: 105 }), low: fc.double({ min: 95, max: 98 }) });
    fc.assert(
      fc.property(honest, value, value, (venue, high, low) => {
        const alone = decideRange(OWN, [venue]);
        const both = decideRange(OWN, [venue, { high, low }]);
        // A lie can only narrow the range, and never below our own prices.
        expect(both.high).toBeLessThanOrEqual(alone.high * (1 + 1e-12));
        expect(both.high).toBeGreaterThanOrEqual(OWN.high);
        expect(both.low).toBeGreaterThanOrEqual(alone.low * (1 - 1e-12));
        expect(both.low).toBeLessThanOrEqual(OWN.low * (1 + 1e-12));
        const lied = decideRange(OWN, [{ high, low }]);
        expect(lied.high).toBeLessThanOrEqual(OWN.high * CANDLE_RULES.maxOutside * (1 + 1e-12));
        expect(lied.low).toBeGreaterThanOrEqual((OWN.low / CANDLE_RULES.maxOutside) * (1 - 1e-12));
      }),
    );
  });
});

describe("findScale", () => {
  const repeat = (ratio: number, length: number) => Array.from({ length }, () => ratio);

  it("is the median ratio of the shared hours", () => {
    expect(findScale([...repeat(1.01, 5), 0.9, 1.02])).toBe(1.01);
  });

  it.each([
    ["too few hours", repeat(1, 5)],
    ["prices 2 % off", repeat(1.02, 24)],
    ["prices of another unit", repeat(1_000, 24)],
    ["hours that disagree", [...repeat(1, 12), ...repeat(0.9, 6), ...repeat(1.1, 6)]],
    ["ratios that are no numbers", repeat(Number.NaN, 24)],
  ])("does not exist with %s", (_, ratios) => {
    expect(findScale(ratios)).toBeUndefined();
  });
});
