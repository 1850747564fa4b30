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

  it("is the newest one in a gap, where only a coarser series is new enough", () => {
    const days = makeSeries("1d", [[NOON - 36 * HOUR_MS, 9]]);
    expect(findPrice([hours, days], NOON + 5 * HOUR_MS).found).toMatchObject({ price: 11, countsFromMs: NOON });
    const samples = makeSeries("5m", [[NOON + 5 * MINUTE_MS, 12]]);
    expect(findPrice([hours, samples], NOON + 90 * MINUTE_MS).found).toMatchObject({ price: 12 });
    expect(findPrice([hours, days], NOON + 37 * HOUR_MS).found).toBeUndefined();
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
        const ends = known.flatMap(({ times, stepMs }) =>
          times.map((time) => ({ endMs: time + stepMs, stepMs })).filter(({ endMs }) => endMs <= timeMs),
        );
        const isKnown = ends.some(({ endMs, stepMs }) => timeMs - endMs <= 2 * stepMs);
        const { found } = findPrice(known, timeMs);
        expect(found?.countsFromMs).toBe(isKnown ? Math.max(...ends.map(({ endMs }) => endMs)) : undefined);
      }),
    );
  });
});
