import { describe, expect, it } from "vitest";
import { coinOhlc } from "../../../../build/crypto/api/endpoints/coin-ohlc.ts";
import type { World } from "../../../../build/crypto/api/world.ts";
import type { CandleRange } from "../../../../build/crypto/candles/candle-partition.ts";
import type { History } from "../../../../build/crypto/history/read-history.ts";
import type { Series } from "../../../../build/crypto/history/series.ts";
import { computeEnvelope } from "../../../../build/kit/api/envelope.ts";
import { DAY_MS, HOUR_MS } from "../../../../build/lib/time.ts";
import { AS_OF_MS, makeCoin, makeWorld } from "../../../fixtures/market.ts";

const COIN = makeCoin("bitcoin", "BTC");
const HOUR = Date.UTC(2026, 10, 20, 9);
const TODAY = Date.UTC(2026, 10, 20);

/** A price for every step of these, and stored ranges of some. */
function makeCase(
  steps: Record<string, [timeMs: number, price: number, origin?: string][]>,
  ranges: CandleRange[] = [],
  asOfMs = AS_OF_MS,
  rest: Partial<World> = {},
): World {
  const series: History["series"] = (_coinId, interval, fromMs, toMs): Series => {
    const rows = (steps[interval] ?? []).filter(([time]) => time >= fromMs && time <= toMs);
    return {
      times: rows.map(([time]) => time),
      prices: rows.map(([, price]) => price),
      marketCaps: rows.map(() => null),
      totalVolumes: rows.map(() => null),
      origins: rows.map(([, , origin = null]) => origin),
    };
  };
  const candles = { ranges: () => new Map(ranges.map((range) => [range.timeMs, range])) };
  return makeWorld({ coins: [COIN], asOfMs }, { history: { series }, candles, ...rest });
}

function read(world: World, period?: string) {
  const params = { symbol: COIN.key, ...(period !== undefined && { period }) };
  const { data, meta } = computeEnvelope(coinOhlc, world, params);
  const { candles, points, from, to } = data as Record<"candles" | "points" | "from" | "to", unknown>;
  return { candles, points, from, to, meta };
}

const range = (timeMs: number, own: Partial<CandleRange> = {}): CandleRange => ({
  timeMs,
  high: 20,
  low: 5,
  open: null,
  origin: "binance+kraken",
  ...own,
});

describe("hourly candles", () => {
  it("are those of the last 30 days, without the running hour", () => {
    const { candles, from, to } = read(
      makeCase({
        "1h": [
          [HOUR - 30 * DAY_MS - HOUR_MS, 9],
          [HOUR - 30 * DAY_MS, 10],
          [HOUR - HOUR_MS, 12],
          [HOUR, 13],
        ],
        "5m": [
          [HOUR - HOUR_MS, 14],
          [HOUR - 1, 12],
          [HOUR, 99],
        ],
      }),
    );
    expect(candles).toEqual([
      // It opens with the close of the hour before, which is out of the period.
      [HOUR - 30 * DAY_MS, 9, 10, 9, 10],
      [HOUR - HOUR_MS, 14, 14, 12, 12],
    ]);
    expect({ from, to }).toEqual({ from: "2026-10-21T09:00:00Z", to: "2026-11-20T08:00:00Z" });
  });

  it("do not rest on samples once they are final, because samples are deleted after three days", () => {
    const final = TODAY - 3 * DAY_MS;
    const open = TODAY - 2 * DAY_MS;
    const { candles } = read(
      makeCase({
        "1h": [
          [final, 10],
          [open, 20],
        ],
        "5m": [
          [final, 15],
          [open, 25],
        ],
      }),
    );
    expect(candles).toEqual([
      [final, 10, 10, 10, 10],
      [open, 25, 25, 20, 20],
    ]);
  });

  it("open with the hour before where their range rests on it, and name the sources of closes", () => {
    const hours: [number, number, string][] = [
      [HOUR - 2 * HOUR_MS, 8, "coinbase"],
      [HOUR - HOUR_MS, 10, "other-list"],
    ];
    const { candles, meta } = read(makeCase({ "1h": hours }, [range(HOUR - HOUR_MS)]));
    expect(candles).toEqual([[HOUR - HOUR_MS, 8, 20, 5, 10]]);
    expect(meta["sources"]).toEqual(expect.arrayContaining(["binance", "kraken", "other-list"]));
    expect(meta["sources"]).not.toContain("coinbase");
  });

  it("name the venues of their highs and lows, and where they are provisional", () => {
    const old = TODAY - 3 * DAY_MS;
    const times = [old, old + HOUR_MS, TODAY - 2 * DAY_MS, TODAY - DAY_MS, TODAY];
    const world = makeCase({ "1h": times.map((time) => [time, 10]) }, [range(old), range(TODAY - 2 * DAY_MS)]);
    const { meta } = read(world);
    expect(meta["origins"]).toEqual([
      { from: "2026-11-17T00:00:00Z", source: "binance+kraken", points: 1 },
      { from: "2026-11-17T01:00:00Z", source: "observed", points: 1 },
      { from: "2026-11-18T00:00:00Z", source: "binance+kraken", points: 1 },
      { from: "2026-11-19T00:00:00Z", source: "observed", points: 2 },
    ]);
    // An observed candle of three days ago is final, and one of exchanges is not before its time.
    expect(meta["provisional_from"]).toBe("2026-11-18T00:00:00Z");
    expect(meta["sources"]).toEqual(expect.arrayContaining(["binance", "kraken"]));
  });
});

describe("daily candles", () => {
  const days: [number, number][] = [1, 2, 3].map((ago) => [TODAY - ago * DAY_MS, 10]);
  const world = (asOfMs: number, rest: Partial<World> = {}) =>
    makeCase({ "1d": days.toReversed() }, [range(TODAY - DAY_MS), range(TODAY - 3 * DAY_MS)], asOfMs, rest);

  it("are those of closed days whose range is known: a closing price alone is no candle", () => {
    expect(read(world(AS_OF_MS), "all").candles).toEqual([
      [TODAY - 3 * DAY_MS, 10, 20, 5, 10],
      [TODAY - DAY_MS, 10, 20, 5, 10],
    ]);
  });

  it("open with the close of the day before, also where that has no candle", () => {
    const closes: [number, number][] = [
      [TODAY - 2 * DAY_MS, 8],
      [TODAY - DAY_MS, 10],
    ];
    const known = makeCase({ "1d": closes }, [range(TODAY - DAY_MS)]);
    expect(read(known, "all").candles).toEqual([[TODAY - DAY_MS, 8, 20, 5, 10]]);
  });

  it("do not change within a UTC day, like their inputs", () => {
    const params = { symbol: COIN.key, period: "all" };
    const [first, last] = [world(TODAY), world(TODAY + DAY_MS - 1)];
    expect(computeEnvelope(coinOhlc, last, params)).toEqual(computeEnvelope(coinOhlc, first, params));
    expect(coinOhlc.inputs?.(last, params)).toBe(coinOhlc.inputs?.(first, params));
    expect(coinOhlc.inputs?.(world(TODAY + DAY_MS), params)).not.toBe(coinOhlc.inputs?.(first, params));
    const others = [
      world(TODAY, { candles: { ranges: () => new Map() } }),
      makeCase({ "1d": days.toReversed().slice(1) }, [range(TODAY - DAY_MS), range(TODAY - 3 * DAY_MS)], TODAY),
      makeCase({ "1d": days.toReversed() }, [range(TODAY - DAY_MS), range(TODAY - 3 * DAY_MS, { high: 21 })], TODAY),
    ];
    for (const other of others) expect(coinOhlc.inputs?.(other, params)).not.toBe(coinOhlc.inputs?.(first, params));
    expect(coinOhlc.inputs?.(first, { symbol: COIN.key })).toBeUndefined();
  });
});

it("has files of the largest coins only", () => {
  const coins = Array.from({ length: 300 }, (_, at) => makeCoin(`coin-${at}`, `C${at}`));
  const all = [...coinOhlc.variants(makeWorld({ coins }))];
  expect(all).toHaveLength(500);
  expect(all.at(-1)).toEqual({ symbol: "c249", period: "all" });
  expect([...coinOhlc.variants(makeWorld({ coins }, { covered: 50 }))]).toHaveLength(100);
});

it("refuses candles whose high or low contradicts open and close", () => {
  const { body } = coinOhlc;
  const schema = body.form === "envelope" ? body.data : undefined;
  const { data } = computeEnvelope(coinOhlc, makeCase({ "1h": [[HOUR - HOUR_MS, 10]] }), { symbol: COIN.key });
  const withCandle = (...candle: number[]) => ({ ...(data as object), candles: [[HOUR, ...candle]] });
  expect(schema?.safeParse(withCandle(10, 12, 9, 11)).success).toBe(true);
  expect(schema?.safeParse(withCandle(10, 10.5, 9, 11)).success).toBe(false);
  expect(schema?.safeParse(withCandle(10, 12, 10.5, 11)).success).toBe(false);
  expect(schema?.safeParse(withCandle(10, 12, 9)).success).toBe(false);
});
