import { describe, expect, it } from "vitest";
import { coinsIdOhlc } from "../../../../build/crypto/api/coingecko/endpoints/coins-id-ohlc.ts";
import type { Candle } from "../../../../build/crypto/api/endpoints/coin-ohlc.ts";
import { type DerivedRequest, type Need, Refusal } from "../../../../build/kit/api/derived.ts";
import { DAY_MS, floorTo, HOUR_MS, MINUTE_MS, renderDay, renderTime } from "../../../../build/lib/time.ts";

/* Candles in CoinGecko's form, over constructed answers. */

const AS_OF_MS = Date.UTC(2026, 1, 10, 9, 40);
const LAST_HOUR_MS = Date.UTC(2026, 1, 10, 8);
const LAST_DAY_MS = Date.UTC(2026, 1, 9);
const FIRST_DAY_MS = Date.UTC(2024, 11, 31);
const meta = { updated_at: renderTime(AS_OF_MS), stale: false, sources: [] };
const sources = [
  { id: "list", kind: "coins", redistribution: "restricted" },
  { id: "kraken", kind: "exchange", redistribution: "restricted" },
];

const range = (fromMs: number, toMs: number, stepMs: number): number[] =>
  Array.from({ length: Math.floor((toMs - fromMs) / stepMs) + 1 }, (_, at) => fromMs + at * stepMs);
const hours = range(LAST_HOUR_MS - 719 * HOUR_MS, LAST_HOUR_MS, HOUR_MS);
const days = range(FIRST_DAY_MS, LAST_DAY_MS, DAY_MS);

/** Every close is one more than the one before. */
const listCandles = (times: readonly number[]): Candle[] =>
  times.map((time, at) => [time, 1000 + at, 1003 + at, 998 + at, 1001 + at]);

/** Histories are of the same closes; the origin of each is that of its time. */
function makeHistory(period: string, points: [number, number][], originOf: (time: number) => string | null) {
  const none = points.map(([time]) => [time, null]);
  return {
    data: { period, prices: points, market_caps: none, total_volumes: none },
    meta: { ...meta, origins: points.map(([time]) => ({ from: renderTime(time), source: originOf(time), points: 1 })) },
  };
}

interface Changes {
  originOf?: (time: number) => string | null;
  observed?: [number, number][];
  isKnown?: (time: number) => boolean;
}

function read({ endpoint, values }: Need, { originOf = () => null, observed = [], isKnown = () => true }: Changes) {
  const { period, symbol } = values;
  const dates = range(FIRST_DAY_MS, LAST_DAY_MS, DAY_MS).map(renderDay);
  const steps = (period === "all" ? days : hours).filter(isKnown);
  if (endpoint === "status") return { data: { sources }, meta: {} };
  if (endpoint === "exchange-rates") return { data: { rates: { EUR: 0.9 } }, meta };
  // The rate doubles on the last day.
  if (endpoint === "currency-history")
    return { data: { dates, rates: { EUR: dates.map((_, at) => (at === dates.length - 1 ? 1 : 0.5)) } }, meta };
  if (endpoint === "coin-ohlc")
    return { data: { period, candles: listCandles(steps) }, meta: { ...meta, origins: [] } };
  if (endpoint === "coin-history" && symbol === "btc")
    return period === "24h"
      ? makeHistory("24h", observed, originOf)
      : makeHistory(
          String(period),
          listCandles(steps).map(([time, , , , close]) => [time, close]),
          originOf,
        );
  return undefined;
}

function ask(days: string, changes: Changes = {}, own: DerivedRequest["values"] = {}) {
  const request: DerivedRequest = {
    currency: "usd",
    currencies: ["usd"],
    values: { id: "bitcoin", days, ...own },
    key: "btc",
    asOfMs: AS_OF_MS,
    renderPoints: (times, ...columns) => columns.map((column) => times.map((time, at) => [time, column[at] ?? null])),
  };
  return coinsIdOhlc.convert(
    coinsIdOhlc.needs(request).map((need) => read(need, changes)),
    request,
  ) as Candle[];
}

describe("candles in CoinGecko's form", () => {
  it("are joined from hours, and have the time at which they end", () => {
    const candles = ask("7");
    // The window begins within a candle, which is left out; the last hour ends at 09:00.
    const first = Date.UTC(2026, 1, 3, 16);
    const closed = range(first, Date.UTC(2026, 1, 10, 8), 4 * HOUR_MS);
    expect(candles.map(([time]) => time)).toEqual([...closed, LAST_HOUR_MS + HOUR_MS]);
    const at = hours.indexOf(first - 4 * HOUR_MS);
    expect(candles[0]).toEqual([first, 1000 + at, 1006 + at, 998 + at, 1004 + at]);
    expect(candles.at(-1)).toEqual([LAST_HOUR_MS + HOUR_MS, 1719, 1722, 1717, 1720]);
  });

  it("begin with a whole one, where the published candles begin within it", () => {
    // The first published hour is left out, because its open may be a copy.
    const wholeMs = floorTo(hours[0]!, 4 * HOUR_MS) + 4 * HOUR_MS;
    for (const skipped of [0, 1, 2, 3]) {
      const firstMs = wholeMs + skipped * HOUR_MS;
      const [first] = ask("30", { isKnown: (time) => time >= firstMs });
      const startMs = first![0] - 4 * HOUR_MS;
      expect(startMs % (4 * HOUR_MS)).toBe(0);
      expect(startMs).toBeGreaterThan(firstMs);
      expect(startMs).toBeLessThanOrEqual(firstMs + 4 * HOUR_MS);
      expect(first![1]).toBe(1000 + (startMs - firstMs) / HOUR_MS);
    }
  });

  it.each([
    ["14", 4 * HOUR_MS],
    ["30", 4 * HOUR_MS],
    ["90", 4 * DAY_MS],
    ["180", 4 * DAY_MS],
    ["365", 4 * DAY_MS],
    ["max", 4 * DAY_MS],
  ])("of %s days are as long as at CoinGecko", (length, stepMs) => {
    const ends = ask(length).map(([time]) => time);
    const closed = ends.slice(0, -1);
    expect(closed.filter((time, at) => time % stepMs !== 0 || (at > 0 && time - closed[at - 1]! !== stepMs))).toEqual(
      [],
    );
    const newest = stepMs === 4 * DAY_MS ? LAST_DAY_MS + DAY_MS : LAST_HOUR_MS + HOUR_MS;
    expect(ends.at(-1)).toBe(newest);
    const span = length === "max" ? newest - FIRST_DAY_MS : Number(length) * DAY_MS;
    expect(Math.abs(closed.length - span / stepMs)).toBeLessThan(2);
  });

  it("of one day are made from what builds observed, and leave out half hours without a build", () => {
    const noon = Date.UTC(2026, 1, 9, 12);
    const observed = (
      [
        [0, 5],
        [10, 9],
        [20, 3],
        [25, 4],
        [90, 8],
        [95, 6],
      ] as const
    ).map(([minute, price]): [number, number] => [noon + minute * MINUTE_MS, price]);
    const running: [number, number][] = [[AS_OF_MS - 5 * MINUTE_MS, 7]];
    expect(ask("1", { observed: [...observed, ...running] })).toEqual([
      [noon + 30 * MINUTE_MS, 5, 9, 3, 4],
      [noon + 120 * MINUTE_MS, 8, 8, 6, 6],
      [AS_OF_MS, 7, 7, 7, 7],
    ]);
    // On a new site the points are hours, each with the price of its end.
    const first: [number, number][] = [[noon, 5]];
    expect(ask("1", { observed: first })).toEqual([[noon + HOUR_MS, 5, 5, 5, 5]]);
  });

  it("contain no copy of a list, neither as close nor as open, but the scaled ones of an exchange", () => {
    const copied = LAST_HOUR_MS - 10 * HOUR_MS;
    const isExchange = (time: number) => time < copied;
    const originOf = (time: number) => (time === copied ? "list" : isExchange(time) ? "kraken" : null);
    const rest = (time: number) => time !== copied && time !== copied + HOUR_MS;
    const whole = ask("7");
    const found = ask("7", { originOf });
    expect(found).not.toEqual(whole);
    const start = floorTo(copied, 4 * HOUR_MS);
    const own = listCandles(hours).filter(([time]) => floorTo(time, 4 * HOUR_MS) === start && rest(time));
    const changed = found.filter((candle, at) => String(candle) !== String(whole[at]));
    expect(changed.length).toBeLessThanOrEqual(2);
    expect(found.find(([end]) => end === start + 4 * HOUR_MS)?.[4]).toBe(own.at(-1)?.[4]);
    const points: [number, number][] = [[AS_OF_MS - HOUR_MS, 5]];
    expect(ask("1", { observed: points, originOf: () => "list" })).toEqual([]);
  });

  it("have the rate of their time in another currency, and the precision that is asked for", () => {
    const usd = ask("90");
    const eur = ask("90", {}, { vs_currency: "eur" });
    expect(eur.length).toBe(usd.length);
    expect(eur[0]).toEqual([usd[0]![0], ...usd[0]!.slice(1).map((price) => price / 2)]);
    // The last day of the last candle has another rate.
    expect(eur.at(-1)![4]).toBe(usd.at(-1)![4]);
    expect(ask("90", {}, { vs_currency: "eur", precision: "0" })[0]![1]).toBe(Number((usd[0]![1] / 2).toFixed(0)));
  });

  it("refuses a currency without a rate", () => {
    for (const length of ["1", "7", "90"]) {
      const refusal = ask(length, {}, { vs_currency: "xxx" });
      expect(refusal).toBeInstanceOf(Refusal);
      expect(refusal).toMatchObject({ code: "invalid_parameter" });
    }
  });

  it("joins what is known where hours are missing", () => {
    const start = Date.UTC(2026, 1, 8, 4);
    const isKnown = (time: number) => time < start || time >= start + 3 * HOUR_MS;
    const found = ask("7", { isKnown }).find(([end]) => end === start + 4 * HOUR_MS);
    const [, ...only] = listCandles(hours.filter(isKnown)).find(([time]) => time === start + 3 * HOUR_MS)!;
    expect(found).toEqual([start + 4 * HOUR_MS, ...only]);
  });
});
