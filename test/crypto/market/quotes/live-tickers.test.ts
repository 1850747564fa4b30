import { describe, expect, it } from "vitest";
import {
  extendRun,
  findLiveTickers,
  isUnchanged,
  type UnchangedRun,
} from "../../../../build/crypto/market/quotes/live-tickers.ts";
import type { Dataset, Ticker } from "../../../../build/crypto/normalise/record.ts";
import { HOUR_MS } from "../../../../build/lib/time.ts";
import { book, dataset, NOW } from "../small-market.ts";

const HOUR = 3_600_000;
const seen = { last: 74.62, baseVolume: 12 };

function watch(timesMs: readonly number[]): UnchangedRun {
  let run: UnchangedRun | null = null;
  for (const time of timesMs) run = extendRun(run, seen, time);
  return run!;
}

describe("a frozen listing", () => {
  it("is left out after three builds and three hours", () => {
    expect(isUnchanged(watch([0, HOUR, 3 * HOUR]), 3 * HOUR)).toBe(true);
  });

  it("counts after only two builds, however far apart", () => {
    expect(isUnchanged(watch([0, 9 * HOUR]), 9 * HOUR)).toBe(false);
  });

  it("counts while three builds lie within three hours", () => {
    expect(isUnchanged(watch([0, HOUR, 2 * HOUR]), 2 * HOUR)).toBe(false);
  });

  it("starts again with any change of price or volume", () => {
    const run = watch([0, HOUR, 2 * HOUR, 3 * HOUR]);
    expect(extendRun(run, { last: 74.63, baseVolume: 12 }, 4 * HOUR)).toMatchObject({ builds: 1, sinceMs: 4 * HOUR });
    expect(extendRun(run, { last: 74.62, baseVolume: 13 }, 4 * HOUR)).toMatchObject({ builds: 1 });
  });
});

const track = (tickers: Ticker[], before = {}, stale = false, now = NOW) =>
  findLiveTickers([dataset("ticker", "kraken", tickers, { stale }) as Dataset<"ticker">], before, now).runs;

const first = track([book("BTC/USD", 100)]);

describe("a listing", () => {
  it("is counted from the first build with these values", () => {
    expect(first).toEqual({ "kraken:BTC/USD": { last: 100, baseVolume: 10_000, sinceMs: NOW, builds: 1 } });
    expect(track([book("BTC/USD", 100)], first, false, NOW + HOUR_MS)["kraken:BTC/USD"]).toMatchObject({
      sinceMs: NOW,
      builds: 2,
    });
  });

  it("restarts with any change", () => {
    const moved = track([book("BTC/USD", 100, { baseVolume: 10_001 })], first, false, NOW + HOUR_MS);
    expect(moved["kraken:BTC/USD"]).toMatchObject({ sinceMs: NOW + HOUR_MS, builds: 1 });
  });

  it("is neither counted nor dropped while its venue does not respond", () => {
    expect(track([book("BTC/USD", 100)], first, true, NOW + HOUR_MS)).toEqual(first);
    expect(track([book("BTC/USD", 101)], first, true, NOW + HOUR_MS)).toEqual(first);
  });

  it("is not counted without trades, and is dropped when it is delisted", () => {
    expect(track([book("BTC/USD", 0), book("ETH/USD", 1, { baseVolume: 0 })])).toEqual({});
    expect(track([], first)).toEqual({});
  });

  it("is compared by its best offers if no volume is reported", () => {
    const quiet = (change = {}) => book("XRP/USD", 1, { baseVolume: null, bid: 0.9, ask: 1.1, ...change });
    const before = track([quiet()]);
    const buildsOf = (ticker: Ticker) => track([ticker], before, false, NOW + HOUR_MS)["kraken:XRP/USD"]?.builds;
    expect(buildsOf(quiet())).toBe(2);
    expect(buildsOf(quiet({ bid: 0.91 }))).toBe(1);
    expect(buildsOf(quiet({ ask: null }))).toBe(1);
    expect(buildsOf(quiet({ baseVolume: 5 }))).toBe(1);
  });
});
