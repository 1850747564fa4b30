import { applyAnswer } from "../../../build/crypto/backfill/apply-answer.ts";
import { planBackfill, type Shard, USDT, WHOLE } from "../../../build/crypto/backfill/plan.ts";
import type { ReferenceMarket } from "../../../build/crypto/backfill/reference-market.ts";
import { nameRetry, type RetryMemory, recordOutcome } from "../../../build/crypto/backfill/retry-memory.ts";
import type { SeriesRequest } from "../../../build/crypto/backfill/series-request.ts";
import type { SeriesStore } from "../../../build/crypto/backfill/series-store.ts";
import { STEP_MS, STEPS, type Step, type StepRange } from "../../../build/crypto/backfill/step.ts";
import { candleVenues, priceChart } from "../../../build/crypto/sources/candle-venues.ts";
import { DAY_MS, floorTo, HOUR_MS } from "../../../build/lib/time.ts";

/**
 * The series of each source and when it responds. Every price is 1 USD: the tests are about
 * requests.
 */
export interface SeriesModel {
  coins: readonly string[];
  /** The venues with a market of the coin in the build at that time. */
  venues: (coin: string, asOfMs: number) => readonly string[];
  has: (source: string, coin: string, step: Step, timeMs: number, asOfMs: number) => boolean;
  fails?: (source: string, asOfMs: number) => boolean;
  quote?: "USD" | "USDT";
  shard?: Shard;
  /** Requests of a build. */
  budget?: number;
}

export interface ModelState {
  retries: RetryMemory;
  /** By step and coin, then by time. */
  prices: Map<string, Set<number>>;
}

export interface ModelRun extends ModelState {
  /** Every request of every build. */
  requests: { source: string; request: SeriesRequest; asOfMs: number; failed: boolean }[];
  build(asOfMs: number): Promise<void>;
  isKnown(coin: string, step: Step, timeMs: number): boolean;
}

const BUDGET = 40;

/** Midnight of the first day of builds, plus a number of days. */
export const at = (day: number) => Date.UTC(2026, 10, 20) + day * DAY_MS;
export const VENUES = ["coinbase", "binance", "okx", "kucoin"];

/** One coin that all venues list, whose sources have nothing older than 300 days. */
export const model = (has: SeriesModel["has"], change: Partial<SeriesModel> = {}): SeriesModel => ({
  coins: ["a"],
  venues: () => VENUES,
  has: (source, coin, step, timeMs, asOfMs) => timeMs >= at(-300) && has(source, coin, step, timeMs, asOfMs),
  ...change,
});

/** Builds every so many hours, except on some days. */
export async function buildEvery(
  run: ModelRun,
  hours: number,
  from: number,
  to: number,
  isMissed = (_day: number) => false,
): Promise<void> {
  for (let timeMs = at(from); timeMs < at(to); timeMs += hours * HOUR_MS)
    if (!isMissed(Math.floor((timeMs - at(0)) / DAY_MS))) await run.build(timeMs + 60_000);
}

/** Builds twice a day, except on some days. */
export const buildDays = (run: ModelRun, from: number, to: number, without: readonly number[] = []) =>
  buildEvery(run, 12, from, to, (day) => without.includes(day));

export const isKnown = (run: ModelRun, day: number, coin = "a") => run.isKnown(coin, "daily", at(day));

export const countDays = (run: ModelRun, from: number, to: number, coin = "a") =>
  Array.from({ length: to - from }, (_, day) => isKnown(run, from + day, coin)).filter(Boolean).length;

/**
 * Builds on one memory, each with its own prices of the current hour and day; uses the real plan
 * and joins.
 */
export function openModelRun(
  model: SeriesModel,
  before: ModelState = { retries: new Map(), prices: new Map() },
): ModelRun {
  const { retries, prices } = before;
  const series = openPrices(prices);
  const run: ModelRun = {
    ...before,
    requests: [],
    isKnown: (coin, step, timeMs) => series.findPrice(step, coin, timeMs) !== undefined,
    async build(asOfMs) {
      for (const coin of model.coins)
        for (const step of STEPS) getTimes(prices, step, coin).add(floorTo(asOfMs, STEP_MS[step]));
      const list = (coin: string) =>
        model
          .venues(coin, asOfMs)
          .map((venue) => openMarket(venue, coin, coin === USDT ? "USD" : (model.quote ?? "USD")));
      const plan = planBackfill({
        coins: model.coins.map((id) => ({ id, price: 1, priceSource: "aggregated" as const })),
        markets: new Map(model.coins.map((coin) => [coin, list(coin)])),
        chart: priceChart,
        retries,
        series,
        asOfMs,
        shard: model.shard ?? WHOLE,
      });
      for (const request of plan.slice(0, model.budget ?? BUDGET)) {
        const source = request.source.id;
        const failed = model.fails?.(source, asOfMs) === true;
        run.requests.push({ source, request, asOfMs, failed });
        for (const coin of request.coinIds) {
          const spot = () => ({ timeMs: asOfMs, ours: 1, theirs: 1 });
          const outcome = failed
            ? "none"
            : applyAnswer(request, coin, answer(model, request, coin, asOfMs), series, spot).outcome;
          recordOutcome(retries, nameRetry(coin, request.step, source), outcome, asOfMs);
        }
      }
    },
  };
  return run;
}

/** The steps of a series that have a price. */
export function getTimes(prices: ModelState["prices"], step: Step, coin: string): Set<number> {
  const times = prices.get(`${step} ${coin}`) ?? new Set();
  prices.set(`${step} ${coin}`, times);
  return times;
}

function openPrices(prices: ModelState["prices"]): SeriesStore {
  return {
    findPrice: (step, coin, timeMs) => (getTimes(prices, step, coin).has(timeMs) ? 1 : undefined),
    isMissing: (step, coin, timeMs) => !getTimes(prices, step, coin).has(timeMs),
    findGaps(step, coin, { fromMs, toMs }) {
      const gaps: StepRange[] = [];
      const times = getTimes(prices, step, coin);
      const stepMs = STEP_MS[step];
      for (let timeMs = fromMs, last: StepRange | undefined; timeMs < toMs; timeMs += stepMs) {
        if (times.has(timeMs)) last = undefined;
        else if (last !== undefined) last.toMs += stepMs;
        else {
          last = { fromMs: timeMs, toMs: timeMs + stepMs };
          gaps.push(last);
        }
      }
      return gaps;
    },
    fill(step, coin, points) {
      const times = getTimes(prices, step, coin);
      const before = times.size;
      for (const { timeMs } of points) times.add(timeMs);
      return times.size - before;
    },
    save: () => undefined,
  };
}

export function openMarket(source: string, market: string, quote?: "USD" | "USDT"): ReferenceMarket {
  const venue = candleVenues.find((candidate) => candidate.source === source)!;
  const [minutes, hourly, daily] = venue.feeds;
  const feeds = { "5m": minutes!, hourly: hourly!, daily: daily! };
  return { source, market, quote: quote ?? venue.quote, units: 1, last: 1, feeds };
}

function answer({ has }: SeriesModel, request: SeriesRequest, coin: string, asOfMs: number) {
  const stepMs = STEP_MS[request.step];
  const points: { timeMs: number; price: number }[] = [];
  for (let { fromMs: timeMs } = request; timeMs < request.toMs && timeMs + stepMs <= asOfMs; timeMs += stepMs)
    if (has(request.source.id, coin, request.step, timeMs, asOfMs)) points.push({ timeMs, price: 1 });
  return points;
}
