import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dropOutliers, joinSeries } from "../../../build/crypto/backfill/join.ts";
import type { UsdPoint } from "../../../build/crypto/backfill/series-store.ts";
import type { SpotReference } from "../../../build/crypto/backfill/spot-reference.ts";
import { DAY_MS, HOUR_MS } from "../../../build/lib/time.ts";
import { createRandom } from "../../fixtures/random.ts";

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

const level = (change: number, before: number, after: number) => steps(400, (step) => (step < change ? before : after));
const twoGaps = hundred(400, [50, 390]);
const wideGap = hundred(10, [3, 4, 5, 6, 7]);
/** Two missing steps. */
const GAP = [null, null];
const HUNDRED = points({ 1: 100, 2: 110 });

describe("a series joined to our prices", () => {
  it("has eight digits, of large and of small prices", () => {
    const prices = (level: number) => {
      const series = points({ 1: 3 * level, 2: 3.1 * level });
      return join(series, { 1: 3.01 * level }).map(({ price }) => price);
    };
    expect(prices(1)).toEqual([3.1103333]);
    expect(prices(1e-9)).toEqual([3.1103333e-9]);
    expect(prices(1e9)).toEqual([3_110_333_300]);
  });

  it.each<[string, readonly UsdPoint[], Prices, Prices]>([
    [
      "is scaled by the shared steps and fills only missing ones",
      points({ 1: 100, 2: 110, 3: 120, 4: 130 }),
      { 1: 101, 4: 131.3 },
      { 2: 111.1, 3: 121.2 },
    ],
    ["is used below 2 % above our price", HUNDRED, { 1: 101.9 }, { 2: 112.09 }],
    ["is used below 2 % below our price", HUNDRED, { 1: 98.1 }, { 2: 107.91 }],
    ["is refused from 2 % above our price", HUNDRED, { 1: 102.01 }, {}],
    ["is refused from 2 % below our price", HUNDRED, { 1: 97.9 }, {}],
    ["is refused far off our price", HUNDRED, { 1: 1 }, {}],
    ["tolerates one odd point of ours", steps(6, () => 100), { 0: 100, 1: 100, 2: 100, 3: 140 }, { 4: 100, 5: 100 }],
    [
      "is refused if most steps around a gap disagree",
      steps(26, (step) => (step < 14 ? 103 : 100)),
      hundred(20, []),
      {},
    ],
    [
      "is compared at more steps if more are missing",
      steps(430, (step) => (step < 100 ? 250 - step * 1.5 : step < 125 ? 100 : 60)),
      Object.fromEntries(Array.from({ length: 330 }, (_, step) => [step + 100, 100])),
      {},
    ],
    ["fills the gap at our level, not the one after a jump", level(210, 100, 180), twoGaps, { 50: 100 }],
    ["fills the gap at our level, not the one before a change", level(210, 105, 100), twoGaps, { 390: 100 }],
    ["fills gaps at two levels within 2 %", level(210, 101.5, 100), twoGaps, { 50: 100, 390: 100 }],
    ["fills no gap off our level", level(210, 150, 110), twoGaps, {}],
    ["is refused if one side of the gap disagrees", steps(10, (step) => (step < 5 ? 100 : 103)), wideGap, {}],
    [
      "is refused if it moves at other times than our price",
      points({ 1: 104, 2: 100, 3: 104, 4: 100, 5: 104, 6: 100, 7: 104 }),
      { 1: 100, 2: 104, 3: 100, 4: 104, 5: 100, 6: 104 },
      {},
    ],
    ["adds nothing where nothing is missing", points({ 1: 100 }), { 1: 500 }, {}],
    ["may be empty", [], {}, {}],
  ])("%s", (_, series, ours, added) => {
    expect(join(series, ours)).toEqual(points(added));
  });

  it.each([1.01, 1.015])("is used if the sides of a gap differ by a factor of %d", (factor) => {
    expect(
      join(
        steps(10, (step) => (step < 5 ? 100 : 100 * factor)),
        wideGap,
      ),
    ).toHaveLength(5);
  });
});

describe("a series without any shared step", () => {
  it.each([
    [50.5, 50, [50.5]],
    [52, 50, []],
    [50, 0, []],
  ])("is scaled by the current price: ours %d, theirs %d", (ours, theirs, added) => {
    expect(join(points({ 1: 50 }), {}, { timeMs: 2, ours, theirs }).map(({ price }) => price)).toEqual(added);
  });

  it("is refused without a current price", () => {
    expect(join(points({ 1: 100 }), {})).toEqual([]);
  });

  it.each<[number, number, number]>([
    ...[50, 54, 46].map((price) => [price, 4, 3] as [number, number, number]),
    ...[500, 0.05, 75, 56, 45].map((price) => [price, 4, 0] as [number, number, number]),
    [50, 10, 3],
    [50, 11, 0],
  ])("must lead to its source's current price: %d at step %i", (price, timeMs, count) => {
    const series = points({ 1: price, 2: price, 3: price });
    expect(join(series, {}, { timeMs, ours: 50, theirs: 50 })).toHaveLength(count);
  });

  it.each([
    [61, 1],
    [63, 0],
  ])("may move by 25 %% in a day: from %d", (price, count) => {
    const later = { timeMs: DAY_MS + HOUR_MS, ours: 50, theirs: 50 };
    expect(joinSeries([{ timeMs: 0, price }], () => undefined, later, DAY_MS)).toHaveLength(count);
  });
});

describe("how far a series is followed", () => {
  const follow = (prices: Prices, step: number, stepMs: number) => {
    const series = points(prices).map(({ timeMs, price }) => ({ timeMs: timeMs * stepMs, price }));
    const joined = joinSeries(series, (timeMs) => (timeMs === step * stepMs ? 1 : undefined), undefined, stepMs);
    return joined.map(({ timeMs }) => timeMs / stepMs);
  };
  const list = (prices: readonly number[]): Prices => ({ ...prices });

  it.each<[string, Prices, number, number, number[]]>([
    ["where another coin had the code", list([80, 80, 80, 1, 1, 1]), 5, DAY_MS, [3, 4]],
    ["at a factor above 5 in a day", list([25.6, 25.6, 5, 5, 1, 1, 1, 1, 25.6, 25.6]), 5, DAY_MS, [2, 3, 4, 6, 7]],
    ["at a factor above 3 in an hour", list([2.9, 2.9, 1, 1, 3.1, 3.1]), 2, HOUR_MS, [0, 1, 3]],
    ["at a break of more than 60 steps", { 0: 1, 61: 1, 122: 1, 184: 1 }, 61, DAY_MS, [0, 122]],
  ])("ends %s", (_, prices, step, stepMs, added) => {
    expect(follow(prices, step, stepMs)).toEqual(added);
  });

  it("starts only at steps that agree with our prices", () => {
    const series = points({ 1: 100, 2: 100, 3: 100, 4: 1e300, 5: 1e300, 6: 1e300, 7: 1e300 });
    expect(join(series, { 1: 100, 2: 100, 3: 100, 4: 100, 6: 100 })).toEqual([]);
  });
});

it.each<[string, (number | null)[], (number | null)[]]>([
  ["up is dropped", [10, 11, 40, 11, 10], [10, 11, 11, 10]],
  ["down is dropped", [10, 11, 3, 11, 10], [10, 11, 11, 10]],
  ["above 1.5x is dropped, at 1.5x kept", [10, 10, 15.1, 10, 10, 15, 10], [10, 10, 10, 10, 15, 10]],
  ["at every step leaves nothing", [10, 20, 10, 20, 10, 20], []],
  ["that stays is kept", [10, 10, 40, 40], [10, 10, 40, 40]],
  ["that stays for two steps is kept", [10, 10, 40, 40, 10, 10], [10, 10, 40, 40, 10, 10]],
  ["between neighbours that disagree is kept", [10, 10, 16, 12.1, 12.1], [10, 10, 16, 12.1, 12.1]],
  ["of a rising market is kept", [1, 1, 2, 4, 8, 8], [1, 1, 2, 4, 8, 8]],
  ["at the start is dropped", [40, 10, 10], [10, 10]],
  ["at the end is dropped", [10, 10, 40], [10, 10]],
  ["that the current price confirms is kept", [10, 10, 40, 38], [10, 10, 40, 38]],
  ["four steps from its neighbours is kept", [10, 10, ...GAP, null, 40, null, ...GAP, 10], [10, 10, 40, 10]],
  ["three steps from its neighbours is dropped", [10, 10, ...GAP, 40, ...GAP, 10, 10], [10, 10, 10, 10]],
])("a single price %s", (_, prices, kept) => {
  const hours = prices.flatMap((price, hour) => (price === null ? [] : [{ timeMs: hour * HOUR_MS, price }]));
  expect(dropOutliers(hours, HOUR_MS).map(({ price }) => price)).toEqual(kept);
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
        const filled = new Map(joined.map((point) => [point.timeMs, point.price]));
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
        for (const point of rest) expect(Math.abs(point.price / truth[point.timeMs]! - 1)).toBeLessThan(0.02);
      }),
      { numRuns: 100 },
    );
  });
});
