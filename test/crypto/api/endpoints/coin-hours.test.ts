import { describe, expect, it } from "vitest";
import { coinHours } from "../../../../build/crypto/api/endpoints/coin-hours.ts";
import { endpoints } from "../../../../build/crypto/api/registry.ts";
import type { HourYear } from "../../../../build/crypto/history/hour-years.ts";
import { computeAnswer } from "../../../../build/kit/api/envelope.ts";
import { HOUR_MS } from "../../../../build/lib/time.ts";
import { AS_OF_MS, makeHistory, makeWorld } from "../../../fixtures/market.ts";

const START = Date.UTC(2025, 2, 1);
const WEEK = 7 * 24 * HOUR_MS;

function makeYear(changes: Partial<HourYear> = {}): HourYear {
  return {
    year: 2025,
    final: true,
    isComplete: () => true,
    revision: () => 3,
    version: "v1",
    months: () => [],
    series: () => ({
      times: [START, START + HOUR_MS, START + 3 * HOUR_MS],
      prices: [10, 11, 13],
      marketCaps: [null, null, null],
      totalVolumes: [null, null, null],
      origins: ["binance", null, null],
    }),
    ...changes,
  };
}

const makeYears = (...hourYears: HourYear[]) =>
  makeWorld({}, { history: { ...makeHistory(AS_OF_MS - 500 * 24 * HOUR_MS), hourYears } });
const answer = (world: ReturnType<typeof makeWorld>, year: string) =>
  computeAnswer(coinHours, world, { symbol: "btc", year }) as {
    data: Record<string, unknown>;
    meta: Record<string, unknown>;
  };

describe("coin-hours", () => {
  it("has one price per hour from the first known one, null where none is known", () => {
    const { data, meta } = answer(makeYears(makeYear()), "2025");
    expect(data).toEqual({
      id: "bitcoin",
      symbol: "BTC",
      year: 2025,
      from: "2025-03-01T00:00:00Z",
      prices: [10, 11, null, 13],
    });
    expect(meta).toMatchObject({
      self: "coins/btc/hours/2025.json",
      updated_at: "2025-03-01T04:00:00Z",
      stale: false,
      sources: ["binance"],
      final: true,
      revision: 3,
      origins: [
        { from: "2025-03-01T00:00:00Z", source: "binance", points: 1 },
        { from: "2025-03-01T01:00:00Z", source: null, points: 2 },
      ],
    });
  });

  it("expires while hours of a year that is over are still backfilled", () => {
    const { meta } = answer(makeYears(makeYear({ final: false })), "2025");
    expect(meta).toMatchObject({ expires_at: "2026-11-22T00:00:00Z", stale: false, final: false });
    expect(Date.parse(String(answer(makeYears(makeYear()), "2025").meta["expires_at"]))).toBeGreaterThan(
      Date.UTC(2100, 0),
    );
  });

  it("is not final for a coin whose hours were not all requested, in a year that is final for others", () => {
    const { meta } = answer(makeYears(makeYear({ isComplete: (id) => id !== "bitcoin" })), "2025");
    expect(meta).toMatchObject({ expires_at: "2026-11-22T00:00:00Z", final: false });
  });

  it("is not computed again while the documents of the year are the same", () => {
    const inputs = (year: HourYear) => coinHours.inputs?.(makeYears(year), { symbol: "btc", year: "2025" });
    expect(inputs(makeYear())).toBe(inputs(makeYear()));
    for (const changes of [{ version: "v2" }, { revision: () => 4 }, { final: false }, { isComplete: () => false }])
      expect(inputs(makeYear(changes))).not.toBe(inputs(makeYear()));
    expect(inputs(makeYear({ version: undefined }))).toBeUndefined();
  });

  it("has an empty list while no hour of the year is known, and no file for a year without a day", () => {
    const none = { times: [], prices: [], marketCaps: [], totalVolumes: [] };
    const world = makeYears(makeYear({ series: () => none }), makeYear({ year: 2016 }));
    expect(answer(world, "2025").data).toMatchObject({ from: null, prices: [] });
    const years = new Set([...coinHours.variants(world)].map(({ year }) => year));
    expect(years).toEqual(new Set(["2025"]));
  });

  it("has files of the largest coins only, and in other currencies of the last year only", () => {
    const world = { ...makeYears(makeYear(), makeYear({ year: 2026 })), covered: 1 };
    expect([...coinHours.variants(world)]).toEqual([
      { symbol: "btc", year: "2025" },
      { symbol: "btc", year: "2026" },
    ]);
    const inEuro = endpoints.find(({ id }) => id === "in-eur-coin-hours");
    expect([...(inEuro?.variants(world) ?? [])]).toEqual([{ symbol: "btc", year: "2026" }]);
  });

  it("converts each hour at the rate of its time, as a history does", () => {
    const world = makeWorld();
    const symbol = world.market.coins[1]!.key;
    const endMs = AS_OF_MS - HOUR_MS;
    const year = String(new Date(AS_OF_MS).getUTCFullYear());
    const find = (id: string) => endpoints.find((one) => one.id === id)!;
    for (const currency of ["eur", "btc"]) {
      const hours = computeAnswer(find(`in-${currency}-coin-hours`), world, { symbol, year }) as {
        data: { from: string; prices: (number | null)[] };
        meta: { currency: string; origins: { points: number }[] };
      };
      const history = computeAnswer(find(`in-${currency}-coin-history`), world, { symbol }) as {
        data: { prices: Iterable<[number, number]> };
      };
      const points = [...(JSON.parse(JSON.stringify(history.data.prices)) as [number, number][])];
      const shared = points.filter(([timeMs]) => timeMs <= endMs && timeMs > endMs - WEEK);
      expect(shared.length).toBeGreaterThan(50);
      const fromMs = Date.parse(hours.data.from);
      for (const [timeMs, price] of shared) expect(hours.data.prices[(timeMs - fromMs) / HOUR_MS]).toBe(price);
      expect(hours.meta.currency).toBe(currency);
      const known = hours.data.prices.filter((price) => price !== null).length;
      expect(hours.meta.origins.reduce((sum, { points: count }) => sum + count, 0)).toBe(known);
    }
  });
});
