import { describe, expect, it } from "vitest";
import { type Anchor, joinSeries as joinAt, type UsdPoint } from "../../build/backfill/join.ts";
import type { KnownPrice } from "../../build/backfill/known-series.ts";
import { DAY_MS, HOUR_MS } from "../../build/lib/time.ts";

const points = (prices: Record<number, number>): UsdPoint[] =>
  Object.entries(prices).map(([timeMs, price]) => ({ timeMs: Number(timeMs), price }));
const own = (prices: Record<number, number>) => (timeMs: number) => known(prices, timeMs, true);
const known = (prices: Record<number, number>, timeMs: number, isOwn: boolean): KnownPrice | undefined => {
  const price = prices[timeMs];
  return price === undefined ? undefined : { price, own: isOwn };
};

function joinSeries(series: readonly UsdPoint[], find: Parameters<typeof joinAt>[1], anchor: Anchor | undefined) {
  const joined = joinAt(series, find, anchor, 1);
  return "reason" in joined ? joined : { points: joined.points };
}

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

  it("asks all of our own prices, and not only those at the join, whether it is the same course", () => {
    const ours = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [at, 100]));
    const alike = points(Object.fromEntries(Array.from({ length: 26 }, (_, at) => [at, at < 14 ? 103 : 100])));
    expect(joinSeries(alike, own(ours), undefined)).toEqual({
      reason: "it is off the course of our price in 14 of 20 steps",
    });
    const filled = (timeMs: number) => known(ours, timeMs, false);
    expect(joinSeries(alike, filled, undefined)).toHaveProperty("points");
  });

  describe("where several stretches are missing", () => {
    const days = (price: (day: number) => number) =>
      Object.fromEntries(Array.from({ length: 400 }, (_, day) => [day, price(day)]));
    const without = (prices: Record<number, number>, missing: readonly number[]) => {
      const { ...rest } = prices;
      for (const day of missing) delete rest[day];
      return rest;
    };
    const join = (theirs: (day: number) => number, isOwn = true) => {
      const ours = without(
        days(() => 100),
        [50, 390],
      );
      return joinSeries(points(days(theirs)), (timeMs) => known(ours, timeMs, isOwn), undefined);
    };

    it.each([true, false])(
      "fills none where it is off our price beside it, though it fits elsewhere: own %s",
      (isOwn) => {
        expect(join((day) => (day < 210 ? 100 : 180), isOwn)).toEqual({ points: points({ 50: 100 }) });
        expect(join((day) => (day < 210 ? 105 : 100), isOwn)).toEqual({ points: points({ 390: 100 }) });
      },
    );

    it.each([true, false])("scales each by what is beside it: own %s", (isOwn) => {
      const joined = join((day) => (day < 210 ? 101.5 : 100), isOwn);
      expect(joined).toEqual({ points: points({ 50: 100, 390: 100 }) });
    });

    it("says of the newest why none is filled", () => {
      expect(join((day) => (day < 210 ? 150 : 110))).toEqual({ reason: "it is 9.1 % off our price at the join" });
    });
  });

  it("asks more of our own prices, the more are missing", () => {
    const ours = (timeMs: number) => (timeMs < 100 ? undefined : { price: 100, own: true });
    const told = (day: number) => (day < 100 ? 250 - day * 1.5 : day < 125 ? 100 : 60);
    const series = points(Object.fromEntries(Array.from({ length: 430 }, (_, day) => [day, told(day)])));
    expect(joinSeries(series, ours, undefined)).toEqual({
      reason: "it is off the course of our price in 175 of 200 steps",
    });
  });

  it("reaches only what it fills of the missing", () => {
    const missing = [6, 7, 21, 22];
    const price = (step: number) => (step < 6 ? 1 : 10);
    const joined = joinAt(
      points(Object.fromEntries(Array.from({ length: 41 }, (_, step) => [step, price(step)]))),
      (step) => (missing.includes(step) ? undefined : { price: price(step), own: step < 8 || step > 20 }),
      undefined,
      1,
    );
    if ("reason" in joined) throw new Error(joined.reason);
    const filled = joined.points.map(({ timeMs }) => timeMs);
    expect(missing.filter((step) => joined.reached.has(step))).toEqual(filled);
  });

  it("goes on from no step that is off our course", () => {
    const series = points({ 1: 100, 2: 100, 3: 100, 4: 1e300, 5: 1e300, 6: 1e300, 7: 1e300 });
    const ours = own({ 1: 100, 2: 100, 3: 100, 4: 100, 6: 100 });
    expect(joinSeries(series, ours, undefined)).toEqual({ points: [] });
  });

  it("compares with our own points before points that were filled in earlier", () => {
    const find = (timeMs: number) => known({ 1: 150 }, timeMs, false) ?? known({ 4: 101 }, timeMs, true);
    expect(joinSeries(points({ 1: 100, 2: 100, 4: 100 }), find, undefined)).toEqual({ points: points({ 2: 101 }) });
    const filledOnly = (timeMs: number) => known({ 1: 101 }, timeMs, false);
    expect(joinSeries(points({ 1: 100, 2: 100 }), filledOnly, undefined)).toEqual({ points: points({ 2: 101 }) });
  });

  it("compares with the prices beside each run, own or filled in, and with both where both are", () => {
    const off = (day: number) => (day < 200 ? 1.8 : 1);
    const told = Array.from({ length: 400 }, (_, day) => ({ timeMs: day, price: 100 * off(day) }));
    const isMissing = (day: number) => day === 50 || day === 390;
    const joinSince = (ownFrom: number) =>
      joinSeries(told, (day) => (isMissing(day) ? undefined : { price: 100, own: day >= ownFrom }), undefined);
    for (const ownFrom of [0, 60, 340, 1_000])
      expect(joinSince(ownFrom)).toEqual({ points: [{ timeMs: 390, price: 100 }] });
  });

  it("has to agree on both sides of what is missing, where both are known", () => {
    const told = (factor: number) =>
      Array.from({ length: 10 }, (_, step) => ({ timeMs: step, price: step < 5 ? 100 : 100 * factor }));
    const known = (step: number) => (step < 3 || step > 7 ? { price: 100, own: true } : undefined);
    expect(joinSeries(told(1.29), known, undefined)).toEqual({
      reason: "it is off the course of our price on one side of what is missing",
    });
    expect(joinSeries(told(1.01), known, undefined)).toMatchObject({ points: { length: 5 } });
  });

  it("compares at the moment of the build where the series share no step, and uses nothing without any price of ours", () => {
    const join = (price: number, ours: number, theirs: number) =>
      joinSeries(points({ 1: price }), own({}), { timeMs: 2, ours, theirs });
    expect(join(50, 50.5, 50)).toEqual({ points: points({ 1: 50.5 }) });
    expect(join(50, 52, 50)).toHaveProperty("reason");
    expect(join(50, 50, 0)).toHaveProperty("reason");
    expect(joinSeries(points({ 1: 100 }), own({}), undefined)).toEqual({
      reason: "there is no price of ours to join it to",
    });
  });

  it("believes no series that does not lead to what its origin tells of the moment", () => {
    const join = (price: number, timeMs = 4) =>
      joinSeries(points({ 1: price, 2: price, 3: price }), own({}), { timeMs, ours: 50, theirs: 50 });
    for (const price of [50, 54, 46]) expect(join(price)).toHaveProperty("points");
    for (const price of [500, 0.05, 75, 56, 45]) {
      const reason = expect.stringMatching(/^its last price is .* % off what its origin tells now$/);
      expect(join(price)).toEqual({ reason });
    }
    expect(join(50, 10)).toHaveProperty("points");
    expect(join(50, 11)).toEqual({ reason: "it ends 7 steps ago" });
    const day = [{ timeMs: 0, price: 61 }];
    const later = { timeMs: DAY_MS + HOUR_MS, ours: 50, theirs: 50 };
    expect(joinAt(day, () => undefined, later, DAY_MS)).toHaveProperty("points");
    expect(joinAt([{ timeMs: 0, price: 63 }], () => undefined, later, DAY_MS)).toHaveProperty("reason");
  });

  it("uses nothing where no two prices are like each other", () => {
    const series = points({ 1: 100, 2: 200, 3: 100, 4: 200 });
    expect(joinSeries(series, own({ 1: 100, 3: 100 }), undefined)).toEqual({
      reason: "none of its prices is like the one beside it",
    });
  });

  it("uses nothing that moves at other times than our price, though it is right on the whole", () => {
    const ours = own({ 1: 100, 2: 104, 3: 100, 4: 104, 5: 100, 6: 104 });
    const moved = points({ 1: 104, 2: 100, 3: 104, 4: 100, 5: 104, 6: 100, 7: 104 });
    expect(joinSeries(moved, ours, undefined)).toEqual({
      reason: "it is off the course of our price in 6 of 6 steps",
    });
    const moving = points({ 1: 100, 2: 104, 3: 100, 4: 104, 5: 100, 6: 104, 7: 100 });
    expect(joinSeries(moving, ours, undefined)).toEqual({ points: points({ 7: 100 }) });
  });

  it("adds nothing where nothing is missing", () => {
    expect(joinSeries(points({ 1: 100 }), own({ 1: 500 }), undefined)).toEqual({ points: [] });
    expect(joinSeries([], own({}), undefined)).toEqual({ points: [] });
  });
});

describe("how far a series is followed from the join", () => {
  const days = (count: number, priceOf: (day: number) => number) =>
    Array.from({ length: count }, (_, day) => ({ timeMs: day * DAY_MS, price: priceOf(day) }));
  const at = (day: number) => (timeMs: number) => (timeMs === day * DAY_MS ? { price: 1, own: true } : undefined);
  const join = (series: readonly UsdPoint[], day: number, stepMs = DAY_MS) => {
    const joined = joinAt(series, at(day), undefined, stepMs);
    return "reason" in joined ? joined.reason : joined.points.map(({ timeMs }) => timeMs / stepMs);
  };

  it("ends where another coin had the code before, however long the answer", () => {
    const added = join(
      days(1_000, (day) => (day < 500 ? 80 : 1)),
      999,
    );
    expect(added).toHaveLength(499);
    expect(added.at(0)).toBe(500);
  });

  it("ends at a jump on either side of the join, and takes a step of just that size", () => {
    const series = days(10, (day) => (day < 2 || day > 7 ? 25.6 : day < 4 ? 5 : 1));
    expect(join(series, 5)).toEqual([2, 3, 4, 6, 7]);
  });

  it("takes three times as much in an hour and not more", () => {
    const hours = [2.9, 2.9, 1, 1, 3.1, 3.1].map((price, hour) => ({ timeMs: hour * HOUR_MS, price }));
    const find = (timeMs: number) => (timeMs === 2 * HOUR_MS ? { price: 1, own: true } : undefined);
    expect(joinAt(hours, find, undefined, HOUR_MS)).toMatchObject({ points: [hours[0], hours[1], hours[3]] });
  });

  it("ends at a hole of more than sixty steps", () => {
    const series = [0, 61, 122, 184].map((day) => ({ timeMs: day * DAY_MS, price: 1 }));
    expect(join(series, 61)).toEqual([0, 122]);
  });

  it("begins at the last point where only the moment of the build is shared", () => {
    const series = days(6, (day) => (day < 3 ? 80 : 1));
    const joined = joinAt(series, () => undefined, { timeMs: 6 * DAY_MS, ours: 1, theirs: 1 }, DAY_MS);
    expect(joined).toMatchObject({ points: series.slice(3) });
  });
});
