import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CandleRange } from "../../../build/crypto/candles/candle-partition.ts";
import { joinCandles } from "../../../build/crypto/candles/join-candles.ts";

const rangeAt = (timeMs: number, own: Partial<CandleRange> = {}): CandleRange => ({
  timeMs,
  high: 12,
  low: 8,
  open: null,
  origin: "kraken",
  ...own,
});
const findIn = (ranges: readonly CandleRange[]) => (timeMs: number) => ranges.find((one) => one.timeMs === timeMs);

describe("joinCandles", () => {
  it("opens with the close of the step before, and else with the first known price of the step", () => {
    const series = { times: [0, 1, 3, 5], prices: [10, 11, 9, 10] };
    const ranges = [rangeAt(0, { open: 9.5 }), rangeAt(1, { open: 7 }), rangeAt(3, { open: 9.8 })];
    const { opens } = joinCandles(series, 1, findIn(ranges), () => [8.5, 9.5]);
    expect(opens).toEqual([9.5, 10, 9.8, 8.5]);
  });

  it("has the range of our own samples where none is stored", () => {
    const { highs, lows, origins } = joinCandles({ times: [0], prices: [10] }, 1, findIn([]), () => [9, 13, 10]);
    expect({ highs, lows, origins }).toEqual({ highs: [13], lows: [9], origins: ["observed"] });
  });

  it("has no candle where only another source's price is known", () => {
    const series = { times: [0, 1, 2], prices: [10, 11, 12], origins: ["coingecko", "kraken", null] };
    const { times, opens } = joinCandles(series, 1, findIn([rangeAt(1, { open: 9 })]));
    expect(times).toEqual([1, 2]);
    // The first open is not the copied price of the step before.
    expect(opens).toEqual([9, 11]);
  });

  it("opens with the price before, of whatever source, where the range rests on it", () => {
    const series = { times: [0, 1], prices: [10, 11], origins: ["kraken", "kraken"] };
    expect(joinCandles(series, 1, findIn([rangeAt(1)])).opens).toEqual([10]);
  });

  it("opens with our own price of a step without a candle", () => {
    const series = { times: [0, 1, 2], prices: [10, 11, 12], origins: ["coingecko", null, null] };
    const { times, opens } = joinCandles(series, 1, findIn([rangeAt(0), rangeAt(2)]), () => undefined);
    expect({ times, opens }).toEqual({ times: [0, 2], opens: [10, 11] });
  });

  it("never has a price outside high and low", () => {
    const price = fc.double({ min: 1e-9, max: 1e9, noNaN: true });
    const step = fc.record({ price, range: fc.option(fc.tuple(price, price)), samples: fc.array(price) });
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const ranges = steps.flatMap(({ range }, timeMs) =>
          range === null ? [] : [rangeAt(timeMs, { high: range[0], low: range[1] })],
        );
        const series = { times: [...steps.keys()], prices: steps.map(({ price: close }) => close) };
        const candles = joinCandles(series, 1, findIn(ranges), (timeMs) => steps[timeMs]?.samples ?? []);
        expect(candles.closes).toEqual(series.prices);
        for (const [at, high] of candles.highs.entries()) {
          const [open = 0, close = 0, low = 0] = [candles.opens[at], candles.closes[at], candles.lows[at]];
          expect(high).toBeGreaterThanOrEqual(Math.max(open, close));
          expect(low).toBeLessThanOrEqual(Math.min(open, close));
        }
      }),
    );
  });
});
