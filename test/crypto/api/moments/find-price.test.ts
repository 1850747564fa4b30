import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { describeNoPrice, findPrice, type PriceSeries } from "../../../../build/crypto/api/moments/find-price.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../../build/lib/time.ts";

const NOON = Date.UTC(2026, 8, 1, 12);

function makeSeries(
  resolution: PriceSeries["resolution"],
  points: readonly (readonly [number, number | null])[],
  own: Partial<PriceSeries> = {},
): PriceSeries {
  const stepMs = { "5m": 5 * MINUTE_MS, "1h": HOUR_MS, "1d": DAY_MS }[resolution];
  const prices = points.map(([, price]) => price);
  return { resolution, stepMs, intervalMs: stepMs, times: points.map(([time]) => time), prices, ...own };
}

const hours = makeSeries("1h", [
  [NOON - 2 * HOUR_MS, 10],
  [NOON - HOUR_MS, 11],
]);

describe("the price of a moment", () => {
  it("is that of an hour only once the hour has ended", () => {
    expect(findPrice([hours], NOON - 1).found).toMatchObject({ price: 10, countsFromMs: NOON - HOUR_MS });
    expect(findPrice([hours], NOON).found).toMatchObject({ price: 11, countsFromMs: NOON });
  });

  it("is the newest of all series, and at the end of an hour that of the hour", () => {
    const samples = makeSeries("5m", [
      [NOON - 5 * MINUTE_MS, 11.5],
      [NOON + 5 * MINUTE_MS, 12],
    ]);
    expect(findPrice([hours, samples], NOON).found).toMatchObject({ price: 11, series: { resolution: "1h" } });
    expect(findPrice([hours, samples], NOON + 9 * MINUTE_MS).found).toMatchObject({ price: 11 });
    expect(findPrice([hours, samples], NOON + 10 * MINUTE_MS).found).toMatchObject({
      price: 12,
      series: { resolution: "5m" },
    });
  });

  it("is unknown beyond two intervals of the series, and then the neighbours are named", () => {
    expect(findPrice([hours], NOON + 2 * HOUR_MS).found?.price).toBe(11);
    const late = findPrice([hours], NOON + 2 * HOUR_MS + 1);
    expect(late.found).toBeUndefined();
    expect(describeNoPrice("BTC", NOON + 3 * HOUR_MS, late)).toBe(
      "There is no price of BTC at 2026-09-01T15:00:00Z: the nearest price before it is of 2026-09-01T12:00:00Z (1h), no price after it is known",
    );
    const early = findPrice([hours], NOON - 3 * HOUR_MS);
    expect(early.found).toBeUndefined();
    expect(early.after).toMatchObject({ price: 10, countsFromMs: NOON - HOUR_MS });
  });

  it("is the newest one or none: no older price of a coarser series takes its place", () => {
    const days = makeSeries("1d", [[NOON - 36 * HOUR_MS, 9]]);
    expect(findPrice([hours, days], NOON + 2 * HOUR_MS).found).toMatchObject({ price: 11, countsFromMs: NOON });
    const late = findPrice([hours, days], NOON + 2 * HOUR_MS + 1);
    expect(late.found).toBeUndefined();
    expect(late.before).toMatchObject({ price: 11, countsFromMs: NOON });
    expect(findPrice([days], NOON + 36 * HOUR_MS).found).toMatchObject({ price: 9 });
    expect(findPrice([days], NOON + 36 * HOUR_MS + 1).found).toBeUndefined();
  });

  it("of points between hours is new enough for two hours, or two steps where builds are rarer", () => {
    const known = 12;
    const samples = makeSeries("5m", [[NOON + 5 * MINUTE_MS, known]]);
    const end = NOON + 10 * MINUTE_MS;
    expect(findPrice([hours, samples], end + 2 * HOUR_MS).found).toMatchObject({ price: known });
    expect(findPrice([hours, samples], end + 2 * HOUR_MS + 1).found).toBeUndefined();
    const rare = { ...samples, intervalMs: 6 * HOUR_MS };
    expect(findPrice([hours, rare], end + 12 * HOUR_MS).found).toMatchObject({ price: known });
    expect(findPrice([hours, rare], end + 12 * HOUR_MS + 1).found).toBeUndefined();
  });

  it("in the running step counts from when it was observed", () => {
    const observedMs = NOON + 6 * MINUTE_MS + 36_000;
    const samples = makeSeries(
      "5m",
      [
        [NOON, 12],
        [NOON + 5 * MINUTE_MS, 13],
      ],
      { newestMs: observedMs },
    );
    expect(findPrice([hours, samples], observedMs - 1).found).toMatchObject({
      price: 12,
      countsFromMs: NOON + 5 * MINUTE_MS,
    });
    const { found, after } = findPrice([hours, samples], observedMs);
    expect([found?.price, found?.countsFromMs, after]).toEqual([13, observedMs, undefined]);
    // The step has ended since.
    const later = { ...samples, newestMs: NOON + HOUR_MS };
    expect(findPrice([hours, later], NOON + 10 * MINUTE_MS - 1).found?.price).toBe(12);
    expect(findPrice([hours, later], NOON + 10 * MINUTE_MS).found?.countsFromMs).toBe(NOON + 10 * MINUTE_MS);
  });

  it("passes over points without a price", () => {
    const gap = makeSeries("1h", [
      [NOON - 2 * HOUR_MS, 10],
      [NOON - HOUR_MS, null],
    ]);
    expect(findPrice([gap], NOON).found).toMatchObject({ price: 10 });
  });

  it("is never from the future, nor older than any other price that was known", () => {
    const series = fc
      .uniqueArray(fc.integer({ min: -50, max: 50 }), { minLength: 1, maxLength: 40 })
      .map((steps) => steps.sort((a, b) => a - b));
    fc.assert(
      fc.property(series, series, fc.integer({ min: -60 * 60, max: 60 * 60 }), (inHours, inSteps, minutes) => {
        const known = [
          makeSeries(
            "1h",
            inHours.map((step) => [NOON + step * HOUR_MS, step] as const),
          ),
          makeSeries(
            "5m",
            inSteps.map((step) => [NOON + step * 5 * MINUTE_MS, step] as const),
          ),
        ];
        const timeMs = NOON + minutes * MINUTE_MS;
        const ends = known.flatMap(({ times, stepMs }) => times.map((time) => time + stepMs));
        const newestMs = Math.max(...ends.filter((endMs) => endMs <= timeMs));
        const { found } = findPrice(known, timeMs);
        expect(found?.countsFromMs).toBe(timeMs - newestMs <= 2 * HOUR_MS ? newestMs : undefined);
      }),
    );
  });
});
