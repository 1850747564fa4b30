import { describe, expect, it } from "vitest";
import { ignored, rejected } from "../../../../build/crypto/normalise/record.ts";
import { acceptCandles, type Candle } from "../../../../build/crypto/sources/kit/candle-feed.ts";
import { DAY_MS, HOUR_MS } from "../../../../build/lib/time.ts";

const DAY = Date.UTC(2026, 10, 10);
const context = { now: DAY + 30 * DAY_MS, fromMs: DAY, toMs: DAY + 10 * DAY_MS };
const candle = (index: number, change: Partial<Candle> = {}): Candle => ({
  timeMs: DAY + index * DAY_MS,
  open: 100 + index,
  high: 101 + index,
  low: 99 + index,
  close: 100 + index,
  baseVolume: 1,
  quoteVolume: null,
  ...change,
});

describe("the candles of an answer", () => {
  it("come in the order of time, each interval once", () => {
    const rows = [candle(3), candle(1), candle(2), candle(1)];
    expect(acceptCandles(rows, DAY_MS, context)).toEqual([candle(1), candle(2), candle(3)]);
  });

  it("are left out where they were not requested", () => {
    const range = { ...context, fromMs: candle(1).timeMs, toMs: candle(2).timeMs };
    expect(acceptCandles([candle(0), candle(1), candle(2)], DAY_MS, range)).toEqual([candle(1)]);
  });

  it("of one interval are left out when they contradict each other", () => {
    const others = [1, 2, 3, 4].map((index) => candle(index));
    for (const change of [{ close: 99 }, { baseVolume: 0 }]) {
      expect(acceptCandles([candle(0), ...others, candle(0, change), candle(0)], DAY_MS, context)).toEqual(others);
    }
    expect(() => acceptCandles([candle(0), candle(0, { close: 99 })], DAY_MS, context)).toThrow(
      "1 of 2 candles are at fault: two different candles of one interval",
    );
  });

  it("without a trade are left out, because their price is of another interval", () => {
    const rows = [candle(1), candle(2, { baseVolume: 0 }), candle(3, { baseVolume: null })];
    expect(acceptCandles(rows, DAY_MS, context).map(({ timeMs }) => timeMs)).toEqual([
      candle(1).timeMs,
      candle(3).timeMs,
    ]);
  });

  it("include a closed interval at the moment of its end and not before", () => {
    const end = candle(1).timeMs + DAY_MS;
    expect(acceptCandles([candle(1)], DAY_MS, { ...context, now: end })).toHaveLength(1);
    expect(acceptCandles([candle(1)], DAY_MS, { ...context, now: end - 1 })).toHaveLength(0);
  });

  it("are distrusted when days begin at another midnight", () => {
    const shifted = [0, 1, 2].map((index) => candle(index, { timeMs: DAY + index * DAY_MS - 8 * HOUR_MS }));
    expect(() => acceptCandles(shifted, DAY_MS, context)).toThrow("off the UTC grid");
  });

  it("survive a bad row among good ones, and are distrusted above a fifth of bad ones", () => {
    const good = [0, 1, 2, 3].map((index) => candle(index));
    expect(acceptCandles([...good, rejected("malformed row")], DAY_MS, context)).toEqual(good);
    expect(() => acceptCandles([...good.slice(1), ignored("malformed row")], DAY_MS, context)).toThrow(
      "1 of 4 candles",
    );
  });
});
