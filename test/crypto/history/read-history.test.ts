import { beforeEach, describe, expect, test } from "vitest";
import { EMPTY_PARTITION, fillPartition } from "../../../build/crypto/history/partition.ts";
import {
  type History,
  type Interval,
  readHistory,
  type Sparkline,
} from "../../../build/crypto/history/read-history.ts";
import { updateSeries } from "../../../build/crypto/history/update-series.ts";
import type { StateStore } from "../../../build/kit/platform/platform.ts";
import { createMemoryStateStore } from "../../../build/kit/platform/state/memory-state-store.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../build/lib/time.ts";
import { createRandom } from "../../fixtures/random.ts";
import { createSampledMarket } from "./sampled-market.ts";

let state: StateStore;
beforeEach(() => {
  state = createMemoryStateStore({ now: () => 0 });
});

/** One build, and the series as they stand before it is committed. */
async function build(
  time: string | number,
  price: number,
  sparklines = new Map<string, Sparkline>(),
): Promise<History> {
  const market = createSampledMarket(time, { btc: price });
  await updateSeries(state, market, expect.unreachable);
  const history = await readHistory(state, sparklines, market.asOfMs);
  await state.commit();
  return history;
}

function listPrices(history: History, interval: Interval, from = "2020-01-01", to = "2030-01-01", coinId = "btc") {
  const { times, prices } = history.series(coinId, interval, Date.parse(from), Date.parse(to));
  return times.map((time, at) => `${new Date(time).toISOString().slice(5, 16)} ${prices[at]}`);
}

describe("the series of a coin", () => {
  test("have the last sample of each 5 minutes and hour, the build's own included, and only days that are over", async () => {
    await build("2026-11-19T22:58:00Z", 1);
    await build("2026-11-19T23:01:00Z", 2);
    await build("2026-11-19T23:04:59Z", 3);
    await build("2026-11-20T00:10:00Z", 4);
    const history = await build("2026-11-20T00:14:00Z", 5);
    expect(listPrices(history, "5m")).toEqual(["11-19T22:55 1", "11-19T23:00 3", "11-20T00:10 5"]);
    expect(listPrices(history, "1h")).toEqual(["11-19T22:00 1", "11-19T23:00 3", "11-20T00:00 5"]);
    expect(listPrices(history, "1d")).toEqual(["11-19T00:00 3"]);
    expect(history.series("btc", "1d", 0, Date.parse("2026-11-20"))).toMatchObject({
      marketCaps: [3_000],
      totalVolumes: [300],
    });
  });

  test("include both ends of what is asked for and nothing beyond", async () => {
    for (const hour of [1, 2, 3, 4]) await build(`2026-11-20T0${hour}:00:00Z`, hour);
    const history = await build("2026-11-20T05:00:00Z", 5);
    expect(listPrices(history, "1h", "2026-11-20T02:00Z", "2026-11-20T04:00Z")).toEqual([
      "11-20T02:00 2",
      "11-20T03:00 3",
      "11-20T04:00 4",
    ]);
  });

  test("have the hours of today that were filled in before the first build", async () => {
    const point = { timeMs: Date.parse("2026-11-20T03:00:00Z"), price: 9, marketCap: null, totalVolume: null };
    state.write("hourly/2026-11-20", fillPartition(EMPTY_PARTITION, "btc", [point], "okx"));
    await state.commit();
    expect(listPrices(await build("2026-11-20T05:00:00Z", 5), "1h")).toEqual(["11-20T03:00 9", "11-20T05:00 5"]);
  });

  test("of days are the same to the byte in every build of a UTC day", async () => {
    const random = createRandom(7);
    const byDay = new Map<string, Set<string>>();
    let timeMs = Date.parse("2026-12-27T00:00:00Z");
    for (let round = 0; round < 60; round += 1, timeMs += Math.round(random.next() * 200) * MINUTE_MS) {
      const history = await build(timeMs, 1 + random.next());
      const day = new Date(timeMs).toISOString().slice(0, 10);
      byDay.set(day, (byDay.get(day) ?? new Set()).add(JSON.stringify(history.series("btc", "1d", 0, timeMs))));
    }
    expect([...byDay.values()].map(({ size }) => size)).toEqual(new Array(byDay.size).fill(1));
    expect(new Set([...byDay.values()].flatMap((seen) => [...seen])).size).toBe(byDay.size);
    expect(byDay.size).toBeGreaterThan(3);
  });
});

describe("the reference's hourly prices", () => {
  const AS_OF = "2026-11-20T05:30:00Z";
  const sparkline = (hours: number): ReadonlyMap<string, Sparkline> & Map<string, Sparkline> =>
    new Map([
      [
        "btc",
        {
          source: "coingecko",
          prices: Array.from({ length: hours }, (_, at) => 100 + at),
          endMs: Date.parse("2026-11-20T05:20:00Z"),
        },
      ],
    ]);

  test("stand in for hours without a sample, and only for those", async () => {
    await build("2026-11-20T03:00:00Z", 1);
    const history = await build(AS_OF, 2, sparkline(4));
    expect(listPrices(history, "1h")).toEqual(["11-20T02:00 100", "11-20T03:00 1", "11-20T04:00 102", "11-20T05:00 2"]);
    const { marketCaps, totalVolumes } = history.series("btc", "1h", 0, Date.parse("2027-01-01"));
    expect([marketCaps, totalVolumes]).toEqual([
      [null, 1_000, null, 2_000],
      [null, 100, null, 200],
    ]);
  });

  test("reach back seven days and no further", async () => {
    const history = await build(AS_OF, 2, sparkline(200));
    const { times } = history.series("btc", "1h", 0, Date.parse(AS_OF));
    expect(times).toHaveLength(168);
    expect(times[0]).toBeGreaterThanOrEqual(Date.parse(AS_OF) - 7 * DAY_MS);
    expect(times.every((time, at) => at === 0 || time - (times[at - 1] as number) === HOUR_MS)).toBe(true);
  });

  test("are never part of days or 5-minute steps", async () => {
    const history = await build(AS_OF, 2, sparkline(168));
    expect(listPrices(history, "1d")).toEqual([]);
    expect(listPrices(history, "5m")).toEqual(["11-20T05:30 2"]);
  });
});
