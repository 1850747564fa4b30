import { z } from "zod";
import { type Answer, envelope, type Params } from "../../../kit/api/endpoint.ts";
import type { Parameter } from "../../../kit/api/parameter.ts";
import type { ParameterMap } from "../../../kit/api/query.ts";
import * as schema from "../../../kit/api/schema.ts";
import { BASE_CURRENCY, CurrencyMeta } from "../../../kit/api/schema.ts";
import { keysOf } from "../../../lib/collections.ts";
import { oncePer } from "../../../lib/once-per.ts";
import { lowerMedian } from "../../../lib/stats.ts";
import { DAY_MS, floorTo, HOUR_MS, MINUTE_MS, renderTime } from "../../../lib/time.ts";
import type { Interval } from "../../history/read-history.ts";
import type { Market, MarketCoin } from "../../market/model/market.ts";
import type { RecordKind } from "../../normalise/record.ts";
import { defineEndpoint } from "../define-endpoint.ts";
import { computeCoinFreshness } from "../freshness.ts";
import { definePeriods } from "../periods.ts";
import { indexCoins } from "../rows/coin-index.ts";
import { type CoinPoints, createPointReader, digestPoints, OriginsField } from "../rows/coin-points.ts";
import { bySymbol } from "../rows/find-coin.ts";
import { listOrigins, type OriginRun } from "../rows/origin-run.ts";

interface Period {
  interval: Interval;
  stepMs: number;
  lengthMs: number;
  /** Only steps that are over: the answer stays the same until the next step ends. */
  isClosed?: true;
}

const PERIODS: Readonly<Record<string, Period>> = {
  "1h": { interval: "5m", stepMs: 5 * MINUTE_MS, lengthMs: HOUR_MS },
  "24h": { interval: "5m", stepMs: 5 * MINUTE_MS, lengthMs: DAY_MS },
  "7d": { interval: "1h", stepMs: HOUR_MS, lengthMs: 7 * DAY_MS, isClosed: true },
  "30d": { interval: "1h", stepMs: HOUR_MS, lengthMs: 30 * DAY_MS, isClosed: true },
  "1y": { interval: "1d", stepMs: DAY_MS, lengthMs: 365 * DAY_MS, isClosed: true },
  all: { interval: "1d", stepMs: DAY_MS, lengthMs: Number.POSITIVE_INFINITY, isClosed: true },
};
const INTERVALS = {
  "5m": 5 * MINUTE_MS,
  "10m": 10 * MINUTE_MS,
  "15m": 15 * MINUTE_MS,
  "30m": 30 * MINUTE_MS,
  "1h": HOUR_MS,
  "2h": 2 * HOUR_MS,
  "6h": 6 * HOUR_MS,
  "1d": DAY_MS,
} as const;
export const INTERVAL_NAMES = keysOf(INTERVALS);
const KINDS: readonly RecordKind[] = ["ticker", "coin"];

const periods = definePeriods(PERIODS, {
  initial: "7d",
  description:
    "How far back: 1h and 24h with one point per build, and one every five minutes for the 100 largest coins " +
    "(hourly until there are enough), 7d and 30d in closed hours, 1y and all in closed UTC days.",
  example: "30d",
});
export const PERIOD_NAMES = periods.names;

export const HISTORY_PATH = "/coins/{symbol}/history";
export const symbol = {
  in: "path",
  type: "string",
  description: "Symbol or id of the coin, in upper or lower case.",
  noun: "coin",
  example: "btc",
  required: true,
  row: bySymbol,
} as const satisfies Parameter;
export const historyParameters: ParameterMap = { symbol, period: periods.parameter };

const IntervalField = z.enum(INTERVAL_NAMES).describe("Median distance of the points, rounded to the nearest of these");

const openPoints = oncePer(createPointReader);

export const coinHistory = defineEndpoint({
  id: "coin-history",
  path: HISTORY_PATH,
  docs: {
    tag: "history",
    title: "Price history",
    description:
      "Prices, market caps and volumes of one coin over a period. Missing points are not interpolated. A point has " +
      "the time at which its hour or day begins, and the last price within it. Backfilled days appear from the " +
      "next UTC day (immediately on a site's first day). In 1h and 24h, prices between two builds are those of one " +
      "exchange, scaled to ours; `meta.origins` names it.",
  },
  parameters: historyParameters,
  kinds: KINDS,
  body: envelope(
    schema.object("The history of a coin", {
      id: schema.text("Unique id of the coin"),
      symbol: schema.text("Ticker symbol, upper-case"),
      period: periods.field,
      interval: IntervalField,
      from: schema.maybeTime("Time of the first point"),
      to: schema.maybeTime("Time of the last point"),
      points: schema.count("Number of points"),
      prices: schema.points("Price of one coin in meta.currency, as [unix milliseconds, value]"),
      market_caps: schema.points("Market cap in meta.currency, as [unix milliseconds, value or null]", true),
      total_volumes: schema.points(
        "Traded in the 24 hours before, in meta.currency, as [unix milliseconds, value or null]",
        true,
      ),
    }),
    { currency: CurrencyMeta, period: periods.field, interval: IntervalField, origins: OriginsField },
  ),
  *variants({ market }): Iterable<Params> {
    for (const { key } of market.coins) yield* periods.listVariants(key);
  },
  inputs({ market, history, run, sample }, params) {
    const { name, ...period } = periods.get(params);
    // Where builds are rarer than steps, an answer may expire within its step.
    if (!period.isClosed || run.cadenceMs > period.stepMs) return undefined;
    const { id, key, symbol } = indexCoins(market).get(String(params["symbol"]));
    const window = computeWindow(market, period);
    const points = digestPoints(openPoints(history)(id, period.interval, window));
    return JSON.stringify({ id, key, symbol, name, window, points, sample });
  },
  compute({ market, history, run }, params): Answer {
    const coin = indexCoins(market).get(String(params["symbol"]));
    const { name, ...asked } = periods.get(params);
    const { period, points } = choosePoints(asked, run.cadenceMs, (one) =>
      openPoints(history)(coin.id, one.interval, computeWindow(market, one)),
    );
    const firstMs = points.times[0];
    const lastMs = points.times.at(-1);
    const origins = listOrigins(points);
    const cadenceMs = Math.max(run.cadenceMs, asked.stepMs);
    const interval = measureInterval(points.times, cadenceMs);
    return {
      data: {
        id: coin.id,
        symbol: coin.symbol,
        period: name,
        interval,
        from: firstMs === undefined ? null : renderTime(firstMs),
        to: lastMs === undefined ? null : renderTime(lastMs),
        points: points.times.length,
        prices: points.prices,
        market_caps: points.marketCaps,
        total_volumes: points.totalVolumes,
      },
      meta: { currency: BASE_CURRENCY, period: name, interval, origins },
      cadenceMs,
      ...computeProvenance(market, coin, period, { lastMs, origins }),
    };
  },
});

/** The median distance of neighbours, by name. With fewer than 2 points: the expected distance. */
function measureInterval(times: readonly number[], expectedMs: number): keyof typeof INTERVALS {
  const distances = times.slice(1).map((time, at) => time - times[at]!);
  const medianMs = distances.length === 0 ? expectedMs : lowerMedian(distances);
  const isNearer = (a: keyof typeof INTERVALS, b: keyof typeof INTERVALS) =>
    Math.abs(INTERVALS[a] - medianMs) < Math.abs(INTERVALS[b] - medianMs);
  return INTERVAL_NAMES.reduce((nearest, name) => (isNearer(name, nearest) ? name : nearest));
}

/**
 * The points of a period. On a new site, one point per build would be an almost empty chart: hours,
 * which are backfilled, are used until our own points reach back nearly as far. A tenth of the
 * period and one build may be missing, so that an outage does not change the interval.
 */
function choosePoints(
  asked: Period,
  cadenceMs: number,
  read: (period: Period) => CoinPoints,
): { period: Period; points: CoinPoints } {
  const own = { period: asked, points: read(asked) };
  if (asked.interval !== "5m") return own;
  const period: Period = { ...asked, interval: "1h", stepMs: HOUR_MS };
  const hourly = { period, points: read(period) };
  const times = own.points.times;
  const hours = hourly.points.times;
  if (times.length > 0 && hours.length < 2) return own;
  const [firstMs = Number.POSITIVE_INFINITY] = times;
  const [firstHourMs = Number.POSITIVE_INFINITY] = hours;
  return firstMs <= firstHourMs + asked.lengthMs / 10 + cadenceMs ? own : hourly;
}

/** Steps are stamped with their start: the last closed one begins a step before its end. */
function computeWindow(market: Market, { interval, stepMs, lengthMs, isClosed }: Period) {
  const endMs = isClosed ? floorTo(market.asOfMs, stepMs) : market.asOfMs;
  const toMs = isClosed ? endMs - stepMs : endMs;
  // Without closed steps, the periods may have points of another interval (`choosePoints`).
  const longest = Object.values(PERIODS).filter((period) =>
    isClosed ? period.isClosed && period.interval === interval : !period.isClosed,
  );
  const longestMs = Math.max(0, endMs - Math.max(...longest.map((period) => period.lengthMs)));
  return { fromMs: Math.max(0, endMs - lengthMs), toMs, longestMs };
}

/**
 * A point covers the step from its time on. It was observed when the step ended or at the price
 * time, whichever is earlier. Closed steps name only the sources of filled points: their bytes stay
 * the same until the next step ends. `inputs` lists what they depend on.
 */
function computeProvenance(
  market: Market,
  coin: MarketCoin,
  period: Period,
  { lastMs, origins }: { lastMs: number | undefined; origins: readonly OriginRun[] },
): Partial<Answer> {
  const filled = new Set(origins.flatMap(({ source }) => source ?? []));
  if (period.isClosed) {
    const observedAtMs = (lastMs ?? computeWindow(market, period).toMs) + period.stepMs;
    return { sources: [...filled].sort(), observedAtMs, stale: false };
  }
  const own = computeCoinFreshness(market, coin, KINDS);
  if (lastMs === undefined) return own;
  const pricedMs = coin.priceTimeMs ?? market.asOfMs;
  const isOwn = origins.some(({ source }) => source === null);
  const sources = [...new Set([...(isOwn ? (own.sources ?? []) : []), ...filled])].sort();
  return { ...own, sources, observedAtMs: Math.max(lastMs, Math.min(pricedMs, lastMs + period.stepMs)) };
}
