import { describe, expect, it } from "vitest";
import { coinHistory, PERIOD_NAMES } from "../../../../build/crypto/api/endpoints/coin-history.ts";
import { createPointReader } from "../../../../build/crypto/api/rows/coin-points.ts";
import type { World } from "../../../../build/crypto/api/world.ts";
import type { History } from "../../../../build/crypto/history/read-history.ts";
import type { Series } from "../../../../build/crypto/history/series.ts";
import type { Params } from "../../../../build/kit/api/endpoint.ts";
import { computeEnvelope } from "../../../../build/kit/api/envelope.ts";
import { renderJson } from "../../../../build/lib/json/render-json.ts";
import { DAY_MS, floorTo, HOUR_MS } from "../../../../build/lib/time.ts";
import { AS_OF_MS, makeCoin, makeDataset, makeHistory, makeWorld, NOTHING } from "../../../fixtures/market.ts";

const TODAY = floorTo(AS_OF_MS, DAY_MS);
const THIS_HOUR = floorTo(AS_OF_MS, HOUR_MS);
const COIN = makeCoin("bitcoin", "BTC");
const HOURS = ["7d", "30d"];
const DAYS = ["1y", "all"];
const CLOSED = [...HOURS, ...DAYS];

function makeCase(own: Partial<World["market"]> = {}, rest: Partial<World> = {}): World {
  const market = { ...NOTHING, asOfMs: AS_OF_MS, coins: [COIN], ...own };
  return makeWorld(market, { history: makeHistory(AS_OF_MS - 500 * DAY_MS, market.asOfMs), ...rest });
}

const inputsOf = (world: World, params: Params) => coinHistory.inputs?.(world, params);
const answerOf = (world: World, params: Params) => renderJson(computeEnvelope(coinHistory, world, params)).toString();

/** The last closed hour and day of the case have another value. */
function changeLast(change: Partial<Record<keyof Series, (value: unknown) => unknown>>): History {
  const history = makeHistory(AS_OF_MS - 500 * DAY_MS);
  return {
    ...history,
    series(coinId, interval, fromMs, toMs) {
      const series = history.series(coinId, interval, fromMs, toMs);
      const changed = Object.entries(change).map(([name, of]) => {
        const column = series[name as keyof Series] ?? series.times.map(() => null);
        return [name, column.map((value, at) => (at === column.length - 1 ? of(value) : value))] as const;
      });
      return { ...series, ...Object.fromEntries(changed) };
    },
  };
}

describe("the inputs of an answer about closed hours and days", () => {
  const base = makeCase();
  const detail = { ...COIN, price: 7, rank: 900, priceTimeMs: AS_OF_MS - HOUR_MS, priceSource: "stale" as const };

  it.each<[string, World, string[]?]>([
    ["the first moment of the day", makeCase({ asOfMs: TODAY }), DAYS],
    ["its last moment", makeCase({ asOfMs: TODAY + DAY_MS - 1 }), DAYS],
    ["the first moment of the hour", makeCase({ asOfMs: THIS_HOUR }), HOURS],
    ["its last moment", makeCase({ asOfMs: THIS_HOUR + HOUR_MS - 1 }), HOURS],
    ["another price and rank", makeCase({ coins: [detail] })],
    ["other coins", makeCase({ coins: [makeCoin("a", "A"), COIN] })],
    [
      "sources that are late",
      makeCase({ datasets: [makeDataset("kraken", "ticker", { stale: true, observedAtMs: 0 })] }),
    ],
    ["another run", makeCase({}, { run: { ...base.run, commit: "other", generatedAtMs: 1 } })],
  ])("do not change, like the answer, with %s", (_, world, periods = CLOSED) => {
    for (const period of periods) {
      const params = { symbol: COIN.key, period };
      expect(inputsOf(world, params)).toBe(inputsOf(base, params));
      expect(answerOf(world, params)).toBe(answerOf(base, params));
    }
  });

  it.each<[string, World, Params?]>([
    ["the next day", makeCase({ asOfMs: TODAY + DAY_MS })],
    ["another price", makeCase({}, { history: changeLast({ prices: () => 7 }) })],
    ["another market cap", makeCase({}, { history: changeLast({ marketCaps: () => 7 }) })],
    ["another volume", makeCase({}, { history: changeLast({ totalVolumes: () => null }) })],
    ["another source", makeCase({}, { history: changeLast({ origins: () => "kraken" }) })],
    ["another distance of builds", makeCase({}, { run: { ...base.run, cadenceMs: 7 * DAY_MS } })],
    ["invented data", makeCase({}, { sample: true })],
    ["another coin of that key", makeCase({ coins: [{ ...COIN, id: "other" }] })],
    ["another ticker", makeCase({ coins: [{ ...COIN, symbol: "XBT" }] })],
    ["another key", makeCase({ coins: [{ ...COIN, key: "bitcoin" }] }), { symbol: "bitcoin" }],
  ])("change, like the answer, with %s", (_, world, params = { symbol: COIN.key }) => {
    for (const period of CLOSED) {
      expect(inputsOf(world, { ...params, period })).not.toBe(inputsOf(base, { symbol: COIN.key, period }));
      expect(answerOf(world, { ...params, period })).not.toBe(answerOf(base, { symbol: COIN.key, period }));
    }
  });

  it("differ between periods, and are absent where each build adds a point", () => {
    const all = PERIOD_NAMES.map((period) => inputsOf(base, { symbol: COIN.key, period }));
    expect(all.filter((inputs) => inputs !== undefined)).toHaveLength(CLOSED.length);
    expect(new Set(all).size).toBe(CLOSED.length + 1);
    // Without a period: that of a week.
    expect(inputsOf(base, { symbol: COIN.key })).toBe(inputsOf(base, { symbol: COIN.key, period: "7d" }));
  });
});

describe("a period with one point per build", () => {
  const listTimes = (fromMs: number, toMs: number, stepMs: number) =>
    Array.from(
      { length: Math.max(0, Math.floor((toMs - fromMs) / stepMs) + 1) },
      (_, at) => toMs - at * stepMs,
    ).reverse();
  /** Builds every `cadenceMs` since `ownFromMs`; hours since `hoursFromMs`. */
  const makeSite = (ownFromMs: number, cadenceMs: number, hoursFromMs: number): World => {
    const series = (_: string, interval: string, fromMs: number, toMs: number): Series => {
      const isHourly = interval === "1h";
      const endMs = isHourly ? floorTo(toMs, HOUR_MS) : toMs;
      const startMs = Math.max(fromMs, isHourly ? hoursFromMs : ownFromMs);
      const own = listTimes(startMs, endMs, isHourly ? HOUR_MS : cadenceMs);
      return { times: own, prices: own, marketCaps: own, totalVolumes: own };
    };
    return makeCase({}, { history: { series } });
  };
  const read = (world: World, period = "24h") => {
    const params = { symbol: COIN.key, period };
    return coinHistory.compute(world, params).data as { interval: string; points: number };
  };
  const TEN_MINUTES_MS = 10 * 60_000;
  const long = AS_OF_MS - 40 * DAY_MS;

  it.each([
    ["the first build", AS_OF_MS, TEN_MINUTES_MS, long, "1h", 24],
    ["builds of 12 hours", AS_OF_MS - 12 * HOUR_MS, TEN_MINUTES_MS, long, "1h", 24],
    ["builds of 24 hours", long, TEN_MINUTES_MS, long, "10m", 145],
    ["builds of 22 hours", AS_OF_MS - 22 * HOUR_MS, TEN_MINUTES_MS, long, "10m", 133],
    ["rare builds", long, 6 * HOUR_MS, long, "6h", 5],
    ["no hours", AS_OF_MS, TEN_MINUTES_MS, Number.POSITIVE_INFINITY, "10m", 1],
  ] as const)("uses hours until there are enough: %s", (_, ownFromMs, cadenceMs, hoursFromMs, interval, points) => {
    const world = makeSite(ownFromMs, cadenceMs, hoursFromMs);
    // Within an hour there is no line of hours.
    expect(read(world, "1h").points).toBe(
      Math.max(1, Math.floor(Math.min(AS_OF_MS - ownFromMs, HOUR_MS) / cadenceMs) + 1),
    );
    expect(read({ ...world, run: { ...world.run, cadenceMs } }, "24h")).toMatchObject({
      interval,
      points,
    });
  });
});

const times = Array.from({ length: 10 }, (_, hour) => hour * HOUR_MS);

/** Hours whose price is their number; those before `ownFrom` have another origin. Counts reads. */
function makeHours(ownFrom = 0): History & { reads: number } {
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

describe("createPointReader", () => {
  it.each([0, 3, 9, 20])("slices the points from hour %s of a series that is read once", (from) => {
    const history = makeHours(5);
    const read = createPointReader(history);
    read("a", "1h", hours(0, 9));
    const points = read("a", "1h", hours(from, 9));
    const { prices, marketCaps, totalVolumes } = points;
    expect(history.reads).toBe(1);
    const expected = makeHours(5).series("a", "1h", from * HOUR_MS, 9 * HOUR_MS);
    expect(points.times).toEqual(expected.times);
    expect(points.origins).toEqual(expected.origins);
    expect(prices.values).toEqual(expected.prices);
    expect(prices.times).toEqual(expected.times);
    expect(marketCaps.values).toEqual(expected.marketCaps);
    expect(totalVolumes.values).toEqual(expected.totalVolumes);
  });

  it("reads again for another coin, interval, end, or an earlier start", () => {
    const history = makeHours();
    const readPoints = createPointReader(history);
    const read = (id: string, interval: "1h" | "1d", from: number, to: number) =>
      readPoints(id, interval, hours(from, to, 2)).prices.times.length;
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
