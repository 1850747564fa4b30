import { z } from "zod";
import { type Answer, envelope, type Params } from "../../../kit/api/endpoint.ts";
import * as schema from "../../../kit/api/schema.ts";
import { BASE_CURRENCY, CurrencyMeta } from "../../../kit/api/schema.ts";
import { pickRows } from "../../../lib/collections.ts";
import { addToGroup } from "../../../lib/entries.ts";
import { DAY_MS, floorTo, HOUR_MS, renderTime } from "../../../lib/time.ts";
import { findFinalMs, findFirstOpenMs, HOUR_CANDLES_MS } from "../../candles/candle-document.ts";
import { OBSERVED } from "../../candles/candle-partition.ts";
import { type CandleSeries, type FindSamples, joinCandles } from "../../candles/join-candles.ts";
import type { CandleInterval } from "../../candles/stored-candles.ts";
import { digestSeries } from "../../history/digest-series.ts";
import type { Series } from "../../history/series.ts";
import type { Market } from "../../market/model/market.ts";
import type { RecordKind } from "../../normalise/record.ts";
import { defineEndpoint } from "../define-endpoint.ts";
import { computeCoinFreshness } from "../freshness.ts";
import { definePeriods } from "../periods.ts";
import { indexCoins } from "../rows/coin-index.ts";
import { listOrigins } from "../rows/origin-run.ts";
import { listCoverage } from "../trees.ts";
import type { World } from "../world.ts";
import { symbol } from "./coin-history.ts";

/** Start in unix milliseconds, open, high, low, close. */
export type Candle = readonly [timeMs: number, open: number, high: number, low: number, close: number];

interface Period {
  interval: CandleInterval;
  stepMs: number;
  lengthMs: number;
}

const PERIODS: Readonly<Record<string, Period>> = {
  "30d": { interval: "1h", stepMs: HOUR_MS, lengthMs: HOUR_CANDLES_MS },
  all: { interval: "1d", stepMs: DAY_MS, lengthMs: Number.POSITIVE_INFINITY },
};
const KINDS: readonly RecordKind[] = ["ticker"];

const periods = definePeriods(PERIODS, {
  initial: "30d",
  description: "How far back: 30d with hourly candles, all with candles of closed UTC days.",
  example: "all",
});

const IntervalField = z.enum(["1h", "1d"]).describe("Length of a candle");

const Candles = z
  .unknown()
  .refine(
    areCandles,
    "expected [[unix ms, open, high, low, close], …] in ascending time, no price above high or below low",
  )
  .meta({
    description:
      "Candles as [unix milliseconds of the start, open, high, low, close] in meta.currency. The high is never below open and close, the low never above them",
    type: "array",
    items: {
      type: "array",
      prefixItems: [{ type: "integer" }, ...["open", "high", "low", "close"].map(() => ({ type: "number" }))],
      minItems: 5,
      maxItems: 5,
    },
  });

function isCandle(value: unknown): value is Candle {
  return Array.isArray(value) && value.length === 5 && value.every(Number.isFinite);
}

function areCandles(value: unknown): value is Candle[] {
  if (!Array.isArray(value)) return false;
  let previous = Number.NEGATIVE_INFINITY;
  const candles: unknown[] = value;
  for (const candle of candles) {
    if (!isCandle(candle)) return false;
    const [time, open, high, low, close] = candle;
    if (!Number.isInteger(time) || time <= previous) return false;
    if (high < Math.max(open, close) || low > Math.min(open, close)) return false;
    previous = time;
  }
  return true;
}

export const coinOhlc = defineEndpoint({
  id: "coin-ohlc",
  path: "/coins/{symbol}/ohlc",
  docs: {
    tag: "history",
    title: "Candles",
    description:
      "Open, high, low and close of one coin, for the 250 largest coins. Open and close are this project's own " +
      "prices, the same as in the price history. Highs and lows are those of up to two exchanges, scaled to these " +
      "prices, and never far outside the range of this project's own samples; of two exchanges the lower high and " +
      "the higher low count. Candles of exchanges are read in the two days after a UTC day; until then, and where " +
      "there are none, the range is that of this project's own samples.",
  },
  parameters: { symbol, period: periods.parameter },
  kinds: KINDS,
  tree: "candles",
  body: envelope(
    schema.object("Candles of a coin", {
      id: schema.text("Unique id of the coin"),
      symbol: schema.text("Ticker symbol, upper-case"),
      period: periods.field,
      interval: IntervalField,
      from: schema.maybeTime("Start of the first candle"),
      to: schema.maybeTime("Start of the last candle"),
      points: schema.count("Number of candles"),
      candles: Candles,
    }),
    {
      currency: CurrencyMeta,
      period: periods.field,
      interval: IntervalField,
      origins: schema.listOf(
        "Where highs and lows are from, in the order of the candles",
        "Candles that follow one another and have one origin",
        {
          from: schema.time("Start of the first candle of the run"),
          source: schema.text(
            "Ids of the exchanges, joined by +; observed where the range is that of this project's own samples",
          ),
          points: schema.count("Number of candles"),
        },
      ),
      provisional_from: schema.maybeTime(
        "Start of the first candle that is not final; null if there is none. A candle is final two days after the " +
          "end of its UTC day, because until then candles of exchanges are read. A later change has an entry in the " +
          "corrections",
      ),
    },
  ),
  *variants({ market, covered = listCoverage("candles")[0] }): Iterable<Params> {
    for (const { key } of market.coins.slice(0, covered)) yield* periods.listVariants(key);
  },
  inputs(world, params) {
    const { market, candles, run, sample } = world;
    const { name, ...period } = periods.get(params);
    // Hourly candles name the sources of this build. Where builds are rarer than steps, an answer
    // may expire within its step.
    if (period.interval !== "1d" || run.cadenceMs > period.stepMs) return undefined;
    const { id, key, symbol } = indexCoins(market).get(String(params["symbol"]));
    const window = computeWindow(market, period);
    const closes = digestSeries(readSeries(world, id, period, window));
    const ranges = [...candles.ranges(id, period.interval)];
    return JSON.stringify({ id, key, symbol, name, window, closes, ranges, sample });
  },
  compute(world, params): Answer {
    const { market, run } = world;
    const coin = indexCoins(market).get(String(params["symbol"]));
    const { name, ...period } = periods.get(params);
    const { interval, stepMs } = period;
    const window = computeWindow(market, period);
    const { series, joined } = readCandles(world, coin.id, period, window);
    const first = joined.times.findIndex((time) => time >= window.fromMs);
    const rows = [...joined.times.keys()].filter((row) => first !== -1 && row >= first);
    const times = pickRows(joined.times, rows);
    const origins = pickRows(joined.origins, rows);
    const provisionalMs = times.find((time) => findFinalMs(time) > window.toMs);
    const firstMs = times[0];
    const lastMs = times.at(-1);
    const venues = [...new Set(origins)].filter((one) => one !== OBSERVED).flatMap((one) => one.split("+"));
    const closed = new Set(times);
    const filled = series.times.flatMap((time, at) => (closed.has(time) ? (series.origins?.[at] ?? []) : []));
    const own = interval === "1h" ? computeCoinFreshness(market, coin, KINDS) : { stale: false };
    return {
      data: {
        id: coin.id,
        symbol: coin.symbol,
        period: name,
        interval,
        from: firstMs === undefined ? null : renderTime(firstMs),
        to: lastMs === undefined ? null : renderTime(lastMs),
        points: times.length,
        candles: rows.map((row) => renderCandle(joined, row)),
      },
      meta: {
        currency: BASE_CURRENCY,
        period: name,
        interval,
        origins: listOrigins({ times, origins }),
        provisional_from: provisionalMs === undefined ? null : renderTime(provisionalMs),
      },
      ...own,
      sources: [...new Set([...(own.sources ?? []), ...venues, ...filled])].sort(),
      observedAtMs: (lastMs ?? window.toMs - stepMs) + stepMs,
      cadenceMs: Math.max(run.cadenceMs, stepMs),
    };
  },
});

function renderCandle({ times, opens, highs, lows, closes }: CandleSeries, row: number): Candle {
  return [times[row], opens[row], highs[row], lows[row], closes[row]] as unknown as Candle;
}

/** Closed steps: `fromMs <= start < toMs`. */
function computeWindow({ asOfMs }: Market, { stepMs, lengthMs }: Period): Window {
  const toMs = floorTo(asOfMs, stepMs);
  return { fromMs: Math.max(0, toMs - lengthMs), toMs };
}

interface Window {
  fromMs: number;
  toMs: number;
}

/** The closes of the window, and the one before it, which is the first open. */
function readSeries({ history }: World, coinId: string, { interval, stepMs }: Period, window: Window): Series {
  return history.series(coinId, interval, Math.max(0, window.fromMs - stepMs), window.toMs - 1);
}

/** The candles of the window, and one before it. With their prices. */
function readCandles(
  world: World,
  coinId: string,
  period: Period,
  window: Window,
): { series: Series; joined: CandleSeries } {
  const { history, candles } = world;
  const { interval, stepMs } = period;
  const series = readSeries(world, coinId, period, window);
  const ranges = candles.ranges(coinId, interval);
  const find = (timeMs: number) => ranges.get(timeMs);
  // A closing price of a day alone is no candle.
  const findSamples: FindSamples =
    interval === "1h" ? createSampleFinder(history, coinId, window.toMs) : () => undefined;
  return { series, joined: joinCandles(series, stepMs, find, findSamples) };
}

/**
 * Finds our own samples of the last days. They are deleted after three days, so a final candle does
 * not rest on them. Most windows need none: they are read on the first use.
 */
function createSampleFinder(history: World["history"], coinId: string, toMs: number): FindSamples {
  let byHour: Map<number, number[]> | undefined;
  return (timeMs) => {
    if (findFinalMs(timeMs) <= toMs) return [];
    byHour ??= readSamples(history, coinId, toMs);
    return byHour.get(timeMs) ?? [];
  };
}

/** Our own samples by hour, of the hours whose candles are not final. */
function readSamples({ series }: World["history"], coinId: string, toMs: number): Map<number, number[]> {
  const { times, prices, origins } = series(coinId, "5m", findFirstOpenMs(toMs), toMs - 1);
  const byHour = new Map<number, number[]>();
  for (const [row, price] of prices.entries()) {
    if ((origins?.[row] ?? null) !== null) continue;
    const hourMs = floorTo(times[row] as number, HOUR_MS);
    addToGroup(byHour, hourMs, price);
  }
  return byHour;
}
