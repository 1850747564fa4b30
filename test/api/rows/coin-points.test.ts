import { describe, expect, it } from "vitest";
import { readCoinPoints } from "../../../build/api/rows/coin-points.ts";
import type { History, Series } from "../../../build/history/history.ts";
import { HOUR_MS } from "../../../build/lib/time.ts";

const times = Array.from({ length: 10 }, (_, hour) => hour * HOUR_MS);

/** Hours whose price is their number; those before `ownFrom` are from elsewhere. Counts how often it is read. */
function makeHistory(ownFrom = 0): History & { reads: number } {
  return {
    reads: 0,
    series(_coinId, _interval, fromMs, toMs): Series {
      this.reads += 1;
      const own = times.filter((time) => time >= fromMs && time <= toMs);
      const origins = own.map((time) => (time < ownFrom * HOUR_MS ? "kraken" : null));
      return {
        times: own,
        prices: own.map((time) => time / HOUR_MS + 1),
        marketCaps: own.map(() => null),
        totalVolumes: own.map((time) => time),
        ...(origins.some((origin) => origin !== null) && { origins }),
      };
    },
  };
}

const hours = (from: number, to: number, longest = 0) => ({
  fromMs: from * HOUR_MS,
  toMs: to * HOUR_MS,
  longestMs: longest * HOUR_MS,
});

describe("readCoinPoints", () => {
  it.each([0, 3, 9, 20])("gives from hour %s on what the series has from there on, read once", (from) => {
    const history = makeHistory(5);
    readCoinPoints(history, "a", "1h", hours(0, 9));
    const points = readCoinPoints(history, "a", "1h", hours(from, 9));
    const { prices, marketCaps, totalVolumes } = points;
    expect(history.reads).toBe(1);
    const expected = makeHistory(5).series("a", "1h", from * HOUR_MS, 9 * HOUR_MS);
    expect(points.times).toEqual(expected.times);
    expect(points.origins).toEqual(expected.origins);
    expect(prices.values).toEqual(expected.prices);
    expect(prices.times).toEqual(expected.times);
    expect(marketCaps.values).toEqual(expected.marketCaps);
    expect(totalVolumes.values).toEqual(expected.totalVolumes);
  });

  it("reads again for another coin, another interval, another end and an earlier beginning", () => {
    const history = makeHistory();
    const read = (id: string, interval: "1h" | "1d", from: number, to: number) =>
      readCoinPoints(history, id, interval, hours(from, to, 2)).prices.times.length;
    expect(read("a", "1h", 4, 9)).toBe(6);
    expect(read("a", "1d", 4, 9)).toBe(6);
    expect(read("a", "1h", 4, 8)).toBe(5);
    expect(read("a", "1h", 1, 8)).toBe(8);
    expect(history.reads).toBe(4);
    expect(read("b", "1h", 4, 8)).toBe(5);
    expect(read("a", "1h", 4, 8)).toBe(5);
    expect(history.reads).toBe(6);
  });
});
