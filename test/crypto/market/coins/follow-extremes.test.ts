import { describe, expect, it } from "vitest";
import { followExtremes, type PublishedSeries } from "../../../../build/crypto/market/coins/follow-extremes.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../../build/lib/time.ts";
import { AS_OF_MS, makeCoin } from "../../../fixtures/market.ts";

const STEPS = { "1d": DAY_MS, "1h": HOUR_MS, "5m": 5 * MINUTE_MS };
type Prices = Partial<Record<keyof typeof STEPS, (number | null)[]>>;

const HIGH = { price: 10, timeMs: 1, changePercentage: -80 };
const LOW = { price: 0.5, timeMs: 2, changePercentage: 300 };

/** The extremes of a coin that costs 2, with the prices of its points since `AS_OF_MS`. */
function follow(prices: Prices, own: Parameters<typeof makeCoin>[2] = {}) {
  const history: PublishedSeries = {
    series(_, interval) {
      const values = prices[interval] ?? [];
      return { times: values.map((_, at) => AS_OF_MS + at * STEPS[interval]), prices: values };
    },
  };
  const [coin] = followExtremes([makeCoin("one", "ONE", { ath: HIGH, atl: LOW, ...own })], history, AS_OF_MS);
  return { ath: coin?.ath, atl: coin?.atl };
}

describe("the all-time high and low", () => {
  it("do not read hours that no chart shows: those of all years are many", () => {
    const asked = new Map<string, number>();
    const history: PublishedSeries = {
      series(_, interval, fromMs) {
        asked.set(interval, fromMs);
        return { times: [], prices: [] };
      },
    };
    followExtremes([makeCoin("one", "ONE")], history, AS_OF_MS);
    expect(asked.get("1d")).toBe(0);
    expect(asked.get("1h")).toBe(AS_OF_MS - 31 * DAY_MS);
  });

  it("stay where no point passes them", () => {
    expect(follow({})).toEqual({ ath: HIGH, atl: LOW });
    expect(follow({ "1d": [10, null, 0.5, 0] })).toEqual({ ath: HIGH, atl: LOW });
  });

  it.each(Object.entries(STEPS))("move to the %s point that passes them most", (interval, stepMs) => {
    expect(follow({ [interval]: [10.1, 12.5, 11, 0.49, 0.4] })).toEqual({
      ath: { price: 12.5, timeMs: AS_OF_MS + stepMs, changePercentage: -84 },
      atl: { price: 0.4, timeMs: AS_OF_MS + 4 * stepMs, changePercentage: 400 },
    });
  });

  it("are null where a point passes them by more than venues and lists differ", () => {
    const none = { price: null, timeMs: null, changePercentage: null };
    expect(follow({ "1d": [16, 1] })).toEqual({ ath: none, atl: LOW });
    expect(follow({ "1d": [2, 0.3] })).toEqual({ ath: HIGH, atl: none });
  });

  it("stay null where they are unknown", () => {
    const none = { price: null, timeMs: null, changePercentage: null };
    expect(follow({ "1d": [16, 0.1] }, { ath: none, atl: none })).toEqual({ ath: none, atl: none });
  });

  it("keep the time of a price whose own point is rounded up", () => {
    const ath = { price: 1.23456789012345, timeMs: AS_OF_MS, changePercentage: 0 };
    expect(follow({ "5m": [1.23456789012] }, { price: ath.price, ath, atl: LOW }).ath).toEqual(ath);
    const other = { ...ath, price: 1.2345678901199999 };
    expect(follow({ "5m": [1.23456789012] }, { price: other.price, ath: other, atl: LOW }).ath).toEqual(other);
  });
});

describe("the high and low of the last 24 hours", () => {
  const range = (prices: readonly number[], own: Parameters<typeof makeCoin>[2] = {}, read = "5m") => {
    const times = prices.map((_, at) => AS_OF_MS - DAY_MS - HOUR_MS + at * HOUR_MS);
    const history: PublishedSeries = {
      series: (_, interval) => (interval === read ? { times, prices } : { times: [], prices: [] }),
    };
    const coin = makeCoin("one", "ONE", { ath: HIGH, atl: LOW, high24h: 3, low24h: 2, ...own });
    const [followed] = followExtremes([coin], history, AS_OF_MS);
    return [followed?.high24h, followed?.low24h];
  };

  it("contain the points of that time, and no older ones", () => {
    for (const read of ["5m", "1h"]) expect(range([9, 9, 3.1, 2.5, 1.9], {}, read)).toEqual([3.1, 1.9]);
    expect(range([9, 9, 3.1], {}, "1d")).toEqual([3, 2]);
    expect(range([9, 9, 2.5])).toEqual([3, 2]);
  });

  it("are null where a point is far outside, and where they are unknown", () => {
    expect(range([1, 1, 5, 1])).toEqual([null, null]);
    expect(range([1, 1, 5, 1], { high24h: null, low24h: null })).toEqual([null, null]);
  });
});
