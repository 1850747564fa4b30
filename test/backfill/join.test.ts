import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dropOutliers, joinSeries } from "../../build/backfill/join.ts";
import type { UsdPoint } from "../../build/backfill/series-store.ts";
import type { SpotReference } from "../../build/backfill/spot-reference.ts";
import { DAY_MS, HOUR_MS } from "../../build/lib/time.ts";
import { createRandom } from "../fixtures/random.ts";

type Prices = Readonly<Record<number, number>>;

const points = (prices: Prices): UsdPoint[] =>
  Object.entries(prices).map(([timeMs, price]) => ({ timeMs: Number(timeMs), price }));
const steps = (count: number, price: (step: number) => number): UsdPoint[] =>
  Array.from({ length: count }, (_, step) => ({ timeMs: step, price: price(step) }));
const join = (series: readonly UsdPoint[], ours: Prices, spot?: SpotReference) =>
  joinSeries(series, (timeMs) => ours[timeMs], spot, 1);
/** Our prices of 100 but for the missing steps. */
const hundred = (count: number, missing: readonly number[]): Prices =>
  Object.fromEntries(
    Array.from({ length: count }, (_, step) => [step, 100]).filter(([step]) => !missing.includes(step!)),
  );

describe("joining a series to our prices", () => {
  it("scales it by the shared steps and adds only missing ones", () => {
    const joined = join(points({ 1: 100, 2: 110, 3: 120, 4: 130 }), { 1: 101, 4: 131.3 });
    expect(joined).toEqual({ points: points({ 2: 111.1, 3: 121.2 }) });
  });

  it("accepts a difference below 2 % and refuses 2 % or more, in either direction", () => {
    for (const ours of [101.9, 98.1]) expect(join(points({ 1: 100, 2: 110 }), { 1: ours })).toHaveProperty("points");
    for (const ours of [102.01, 97.9, 150, 1])
      expect(join(points({ 1: 100, 2: 110 }), { 1: ours })).toHaveProperty("reason");
    expect(join(points({ 1: 100, 2: 110 }), { 1: 103 })).toEqual({ reason: "it is 3.0 % off our price" });
  });

  it("tolerates one odd point of ours", () => {
    const joined = join(points({ 1: 100, 2: 100, 3: 100, 4: 100, 5: 100 }), { 1: 100, 2: 100, 3: 140 });
    expect(joined).toEqual({ points: points({ 4: 100, 5: 100 }) });
  });

  it("refuses a series that agrees at the gap but not in most steps around it", () => {
    const series = steps(26, (step) => (step < 14 ? 103 : 100));
    const reason = "it is off our price in most steps around the gap";
    expect(join(series, hundred(20, []))).toEqual({ reason });
  });

  it("compares more steps when more are missing", () => {
    const series = steps(430, (step) => (step < 100 ? 250 - step * 1.5 : step < 125 ? 100 : 60));
    const ours = Object.fromEntries(Array.from({ length: 330 }, (_, step) => [step + 100, 100]));
    expect(join(series, ours)).toEqual({ reason: "it is off our price in most steps around the gap" });
  });

  it("judges each gap by the steps beside it: a venue may leave our course between two gaps", () => {
    const ours = hundred(400, [50, 390]);
    const joined = (price: (day: number) => number) => join(steps(400, price), ours);
    expect(joined((day) => (day < 210 ? 100 : 180))).toEqual({ points: points({ 50: 100 }) });
    expect(joined((day) => (day < 210 ? 105 : 100))).toEqual({ points: points({ 390: 100 }) });
    expect(joined((day) => (day < 210 ? 101.5 : 100))).toEqual({ points: points({ 50: 100, 390: 100 }) });
    expect(joined((day) => (day < 210 ? 150 : 110))).toEqual({ reason: "it is 9.1 % off our price" });
  });

  it("requires agreement on both sides of a gap", () => {
    const reason = "it is off our price on one side of the gap";
    const series = (factor: number) => steps(10, (step) => (step < 5 ? 100 : 100 * factor));
    expect(join(series(1.01), hundred(10, [3, 4, 5, 6, 7]))).toMatchObject({ points: { length: 5 } });
    expect(join(series(1.015), hundred(10, [3, 4, 5, 6, 7]))).toHaveProperty("points");
    expect(join(series(1.03), hundred(10, [3, 4, 5, 6, 7]))).toEqual({ reason });
  });

  it("refuses a series that moves at other times than our price", () => {
    const ours = { 1: 100, 2: 104, 3: 100, 4: 104, 5: 100, 6: 104 };
    const moved = points({ 1: 104, 2: 100, 3: 104, 4: 100, 5: 104, 6: 100, 7: 104 });
    expect(join(moved, ours)).toHaveProperty("reason");
    expect(join(points({ ...ours, 7: 100 }), ours)).toEqual({ points: points({ 7: 100 }) });
  });

  it("refuses one price over days, unless it is a dollar", () => {
    const spot = (price: number) => ({ timeMs: 60, ours: price, theirs: price });
    expect(
      join(
        steps(60, () => 5),
        {},
        spot(5),
      ),
    ).toEqual({ reason: "its price never changes" });
    expect(
      join(
        steps(60, (step) => (step < 59 ? 5 : 5.01)),
        {},
        spot(5.01),
      ),
    ).toMatchObject({ points: { length: 60 } });
    expect(
      join(
        steps(60, () => 1),
        {},
        spot(1),
      ),
    ).toMatchObject({ points: { length: 60 } });
  });

  it("adds nothing where nothing is missing", () => {
    expect(join(points({ 1: 100 }), { 1: 500 })).toEqual({ points: [] });
    expect(join([], {})).toEqual({ points: [] });
  });
});

describe("a series without any shared step", () => {
  it("is scaled by the current price, and refused without one", () => {
    const at = (ours: number, theirs: number) => join(points({ 1: 50 }), {}, { timeMs: 2, ours, theirs });
    expect(at(50.5, 50)).toEqual({ points: points({ 1: 50.5 }) });
    expect(at(52, 50)).toHaveProperty("reason");
    expect(at(50, 0)).toHaveProperty("reason");
    expect(join(points({ 1: 100 }), {})).toEqual({ reason: "it has no step in common with our prices" });
  });

  it("must lead to its source's current price", () => {
    const at = (price: number, timeMs = 4) =>
      join(points({ 1: price, 2: price, 3: price }), {}, { timeMs, ours: 50, theirs: 50 });
    for (const price of [50, 54, 46]) expect(at(price)).toHaveProperty("points");
    for (const price of [500, 0.05, 75, 56, 45]) {
      const reason = expect.stringMatching(/^its last price is .* % off its source's current price$/);
      expect(at(price)).toEqual({ reason });
    }
    expect(at(50, 10)).toHaveProperty("points");
    expect(at(50, 11)).toEqual({ reason: "it ends 7 steps ago" });
    const later = { timeMs: DAY_MS + HOUR_MS, ours: 50, theirs: 50 };
    for (const [price, result] of [
      [61, "points"],
      [63, "reason"],
    ] as const)
      expect(joinSeries([{ timeMs: 0, price }], () => undefined, later, DAY_MS)).toHaveProperty(result);
  });
});

describe("how far a series is followed", () => {
  const days = (count: number, priceOf: (day: number) => number) =>
    Array.from({ length: count }, (_, day) => ({ timeMs: day * DAY_MS, price: priceOf(day) }));
  const follow = (series: readonly UsdPoint[], day: number, stepMs = DAY_MS) => {
    const joined = joinSeries(series, (timeMs) => (timeMs === day * stepMs ? 1 : undefined), undefined, stepMs);
    return "reason" in joined ? joined.reason : joined.points.map(({ timeMs }) => timeMs / stepMs);
  };

  it("ends where another coin had the code before", () => {
    const added = follow(
      days(1_000, (day) => (day < 500 ? 80 : 1)),
      999,
    );
    expect([added.length, added.at(0)]).toEqual([499, 500]);
  });

  it("ends at a jump of more than 5 in a day, or 3 in an hour", () => {
    const series = days(10, (day) => (day < 2 || day > 7 ? 25.6 : day < 4 ? 5 : 1));
    expect(follow(series, 5)).toEqual([2, 3, 4, 6, 7]);
    const hours = [2.9, 2.9, 1, 1, 3.1, 3.1].map((price, hour) => ({ timeMs: hour * HOUR_MS, price }));
    expect(follow(hours, 2, HOUR_MS)).toEqual([0, 1, 3]);
  });

  it("ends at a break of more than 60 steps", () => {
    const series = [0, 61, 122, 184].map((day) => ({ timeMs: day * DAY_MS, price: 1 }));
    expect(follow(series, 61)).toEqual([0, 122]);
  });

  it("starts only at steps that agree with our prices", () => {
    const series = points({ 1: 100, 2: 100, 3: 100, 4: 1e300, 5: 1e300, 6: 1e300, 7: 1e300 });
    const joined = join(series, { 1: 100, 2: 100, 3: 100, 4: 100, 6: 100 });
    expect("points" in joined ? joined.points : []).toEqual([]);
  });
});

describe("outliers", () => {
  const hours = (prices: readonly (number | null)[]) =>
    prices.flatMap((price, hour) => (price === null ? [] : [{ timeMs: hour * HOUR_MS, price }]));
  const drop = (prices: readonly (number | null)[], now?: number) => {
    const next = now === undefined ? undefined : { timeMs: prices.length * HOUR_MS, price: now };
    return dropOutliers(hours(prices), next, HOUR_MS).map(({ price }) => price);
  };

  it("are single prices, up or down, and are dropped", () => {
    expect(drop([10, 11, 40, 11, 10])).toEqual([10, 11, 11, 10]);
    expect(drop([10, 11, 3, 11, 10])).toEqual([10, 11, 11, 10]);
    expect(drop([10, 10, 15.1, 10, 10, 15, 10])).toEqual([10, 10, 10, 10, 15, 10]);
    expect(drop([10, 20, 10, 20, 10, 20])).toEqual([]);
  });

  it("are not prices that stay, nor those of a moving market", () => {
    for (const prices of [
      [10, 10, 40, 40],
      [10, 10, 40, 40, 10, 10],
      [10, 10, 16, 12.1, 12.1],
      [1, 1, 2, 4, 8, 8],
    ])
      expect(drop(prices)).toEqual(prices);
  });

  it("at an end are dropped unless the current price confirms them", () => {
    expect(drop([40, 10, 10])).toEqual([10, 10]);
    expect(drop([10, 10, 40])).toEqual([10, 10]);
    expect(drop([10, 10, 40], 38)).toEqual([10, 10, 40]);
  });

  it("are compared with prices at most three steps away", () => {
    expect(drop([10, 10, null, null, null, 40, null, null, null, 10, 10])).toEqual([10, 10, 40, 10, 10]);
    expect(drop([10, 10, null, null, 40, null, null, 10, 10])).toEqual([10, 10, 10, 10]);
  });
});

describe("a series that leaves our course and comes back", () => {
  const STEPS = 300;
  /** Steps that are compared on each side of a gap. */
  const NEAR = 6;
  /** No step that is compared is further away. */
  const FAR = 100;
  /** Gaps of one to six steps, apart from each other, none at an end. */
  const gaps = fc
    .uniqueArray(fc.integer({ min: 0, max: 13 }), { minLength: 1, maxLength: 6 })
    .chain((places) =>
      fc.tuple(
        ...places.map((place) =>
          fc.integer({ min: 1, max: 6 }).map((length) => ({ from: 16 + place * 20, to: 16 + place * 20 + length })),
        ),
      ),
    );
  /** From each of these steps on, the series has so many times our price. */
  const levels = fc.array(
    fc.record({
      from: fc.integer({ min: 0, max: STEPS }),
      factor: fc.constantFrom(1, 1.005, 0.99, 1.04, 0.9, 1.8, 0.5),
    }),
    { maxLength: 3 },
  );

  it("fills gaps at our level, no others, and never a price 2 % off", () => {
    fc.assert(
      fc.property(gaps, levels, fc.integer(), (missing, changes, seed) => {
        const random = createRandom(seed);
        let price = 100;
        const truth = Array.from({ length: STEPS }, () => {
          price *= 1 + (random.next() - 0.5) / 500;
          return price;
        });
        const ordered = [...changes].sort((a, b) => a.from - b.from);
        const factorAt = (step: number) => ordered.findLast(({ from }) => from <= step)?.factor ?? 1;
        const isMissing = (step: number) => missing.some(({ from, to }) => step >= from && step < to);
        const find = (step: number) => (isMissing(step) ? undefined : truth[step]);
        const liar = steps(STEPS, (step) => truth[step]! * factorAt(step));
        const joined = joinSeries(liar, find, undefined, 1);
        const filled = new Map(("points" in joined ? joined.points : []).map((point) => [point.timeMs, point.price]));
        for (const { from, to } of missing) {
          const levelsWithin = (count: number) =>
            new Set(Array.from({ length: to - from + 2 * count }, (_, at) => factorAt(from - count + at)));
          const around = [...levelsWithin(NEAR)];
          if (around.length > 1) continue;
          const isOurs = Math.abs(around[0]! - 1) < 0.02;
          for (let step = from; step < to; step += 1) {
            if (!isOurs) expect(filled.has(step)).toBe(false);
            else if (levelsWithin(FAR).size === 1) expect(filled.has(step)).toBe(true);
            if (filled.has(step)) expect(Math.abs(filled.get(step)! / truth[step]! - 1)).toBeLessThan(0.005);
          }
        }
        // The truth fills what the liar left, and is not confused by what the liar filled.
        const rest = joinSeries(
          steps(STEPS, (step) => truth[step]!),
          (step) => filled.get(step) ?? find(step),
          undefined,
          1,
        );
        for (const point of "points" in rest ? rest.points : [])
          expect(Math.abs(point.price / truth[point.timeMs]! - 1)).toBeLessThan(0.02);
      }),
      { numRuns: 300 },
    );
  });
});
