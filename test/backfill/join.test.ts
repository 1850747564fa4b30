import { describe, expect, it } from "vitest";
import { joinSeries, type UsdPoint } from "../../build/backfill/join.ts";
import type { KnownPrice } from "../../build/backfill/known-series.ts";

const points = (prices: Record<number, number>): UsdPoint[] =>
  Object.entries(prices).map(([timeMs, price]) => ({ timeMs: Number(timeMs), price }));
const own = (prices: Record<number, number>) => (timeMs: number) => known(prices, timeMs, true);
const known = (prices: Record<number, number>, timeMs: number, isOwn: boolean): KnownPrice | undefined => {
  const price = prices[timeMs];
  return price === undefined ? undefined : { price, own: isOwn };
};

describe("joining a series to our price", () => {
  it("scales it to our price where both have one, and adds only what is missing", () => {
    const joined = joinSeries(points({ 1: 100, 2: 110, 3: 120, 4: 130 }), own({ 1: 101, 4: 131.3 }), undefined);
    expect(joined).toEqual({ points: points({ 2: 111.1, 3: 121.2 }) });
  });

  it("uses it below 2 % and not at 2 % or above, in either direction", () => {
    expect(joinSeries(points({ 1: 100, 2: 110 }), own({ 1: 101.9 }), undefined)).toHaveProperty("points");
    expect(joinSeries(points({ 1: 100, 2: 110 }), own({ 1: 98.1 }), undefined)).toHaveProperty("points");
    for (const ours of [102.01, 97.9, 150, 1]) {
      expect(joinSeries(points({ 1: 100, 2: 110 }), own({ 1: ours }), undefined)).toHaveProperty("reason");
    }
    expect(joinSeries(points({ 1: 100, 2: 110 }), own({ 1: 103 }), undefined)).toEqual({
      reason: "it is 3.0 % off our price at the join",
    });
  });

  it("is not misled by one odd point of ours", () => {
    const joined = joinSeries(
      points({ 1: 100, 2: 100, 3: 100, 4: 100, 5: 100 }),
      own({ 1: 100, 2: 100, 3: 140 }),
      undefined,
    );
    expect(joined).toEqual({ points: points({ 4: 100, 5: 100 }) });
  });

  it("compares with our own points before points that were filled in earlier", () => {
    const find = (timeMs: number) => known({ 1: 150 }, timeMs, false) ?? known({ 4: 101 }, timeMs, true);
    expect(joinSeries(points({ 1: 100, 2: 100, 4: 100 }), find, undefined)).toEqual({ points: points({ 2: 101 }) });
    const filledOnly = (timeMs: number) => known({ 1: 101 }, timeMs, false);
    expect(joinSeries(points({ 1: 100, 2: 100 }), filledOnly, undefined)).toEqual({ points: points({ 2: 101 }) });
  });

  it("compares at the moment of the build where the series share no step, and uses nothing without any price of ours", () => {
    expect(joinSeries(points({ 1: 100 }), own({}), { ours: 50.5, theirs: 50 })).toEqual({ points: points({ 1: 101 }) });
    expect(joinSeries(points({ 1: 100 }), own({}), { ours: 52, theirs: 50 })).toHaveProperty("reason");
    expect(joinSeries(points({ 1: 100 }), own({}), { ours: 52, theirs: 0 })).toHaveProperty("reason");
    expect(joinSeries(points({ 1: 100 }), own({}), undefined)).toEqual({
      reason: "there is no price of ours to join it to",
    });
  });

  it("adds nothing where nothing is missing", () => {
    expect(joinSeries(points({ 1: 100 }), own({ 1: 500 }), undefined)).toEqual({ points: [] });
    expect(joinSeries([], own({}), undefined)).toEqual({ points: [] });
  });
});
