import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CANDLE_REQUESTS_PER_DAY, computeCandleRequests } from "../../../build/crypto/candles/candle-budget.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../build/lib/time.ts";

const DAY = Date.UTC(2026, 10, 20);

describe("the requests of a build", () => {
  it("are 10 or 12 where a day has 48 builds, and 500 in the day", () => {
    const builds = Array.from({ length: 48 }, (_, at) => DAY + (at + 1) * 30 * MINUTE_MS);
    const requests = builds.map((at) => computeCandleRequests(at - 30 * MINUTE_MS, at));
    expect(new Set(requests)).toEqual(new Set([10, 12]));
    expect(requests.reduce((sum, one) => sum + one, 0)).toBe(500);
  });

  it("never exceed the day's, at any distances", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: DAY_MS })), (distances) => {
        let [timeMs, sum] = [DAY, 0];
        for (const distance of distances) {
          sum += computeCandleRequests(timeMs, timeMs + distance);
          timeMs += distance;
        }
        expect(sum).toBeLessThanOrEqual(2 + (CANDLE_REQUESTS_PER_DAY * (timeMs - DAY)) / DAY_MS);
      }),
    );
  });

  it("catch up with a quarter of a day after a pause, and on a first build", () => {
    expect(computeCandleRequests(DAY - 20 * DAY_MS, DAY)).toBe(124);
    expect(computeCandleRequests(undefined, DAY)).toBe(124);
    expect(computeCandleRequests(DAY - 3 * HOUR_MS, DAY)).toBe(64);
    expect(computeCandleRequests(DAY, DAY)).toBe(0);
  });
});
