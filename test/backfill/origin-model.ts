import { applySeries } from "../../build/backfill/apply-series.ts";
import type { BackfillMemory } from "../../build/backfill/backfill-memory.ts";
import type { KnownPrice, KnownSeries } from "../../build/backfill/known-series.ts";
import { createIsRatePending } from "../../build/backfill/pending-rate.ts";
import { planBackfill, USDT } from "../../build/backfill/plan.ts";
import { recordOutcome } from "../../build/backfill/record-outcome.ts";
import type { ReferenceMarket } from "../../build/backfill/reference-market.ts";
import { settle } from "../../build/backfill/run-backfill.ts";
import { originOf, type SeriesRequest } from "../../build/backfill/series-request.ts";
import { type Shard, WHOLE } from "../../build/backfill/shard.ts";
import { STEP_MS, STEPS, type Step } from "../../build/backfill/step.ts";
import { floorTo } from "../../build/lib/time.ts";
import { candleVenues } from "../../build/sources/candles/registry.ts";

/** What the origins hold, and when they answer. Every price is a dollar: what is looked at is who is asked for what. */
export interface OriginModel {
  coins: readonly string[];
  /** The venues with a book of the coin in the build at that time. */
  venues: (coin: string, asOfMs: number) => readonly string[];
  has: (origin: string, coin: string, step: Step, timeMs: number, asOfMs: number) => boolean;
  fails?: (origin: string, asOfMs: number) => boolean;
  quote?: "USD" | "USDT";
  shard?: Shard;
  /** Requests of a build. */
  budget?: number;
}

export interface ModelState {
  memory: BackfillMemory;
  prices: Map<string, KnownPrice>;
}

export interface ModelRun extends ModelState {
  /** Every request of every build. */
  asked: { origin: string; request: SeriesRequest; asOfMs: number; failed: boolean }[];
  build(asOfMs: number): Promise<void>;
  isKnown(coin: string, step: Step, timeMs: number): boolean;
}

const BUDGET = 40;

/** Builds on one memory, each with its own prices of the running hour and day; the real plan, joining and memory. */
export function openModelRun(
  model: OriginModel,
  before: ModelState = { memory: { coins: {} }, prices: new Map() },
): ModelRun {
  const { memory, prices } = before;
  const key = (step: Step, coin: string, timeMs: number) => `${step} ${coin} ${timeMs}`;
  const known: KnownSeries = {
    load: async () => undefined,
    find: (step, coin, timeMs) => prices.get(key(step, coin, timeMs)),
    fill(step, coin, points) {
      for (const { timeMs, price } of points) prices.set(key(step, coin, timeMs), { price, own: false });
    },
    save: () => undefined,
  };
  const run: ModelRun = {
    ...before,
    asked: [],
    isKnown: (coin, step, timeMs) => prices.has(key(step, coin, timeMs)),
    async build(asOfMs) {
      for (const coin of model.coins)
        for (const step of STEPS) prices.set(key(step, coin, floorTo(asOfMs, STEP_MS[step])), { price: 1, own: true });
      const books = (coin: string) =>
        model.venues(coin, asOfMs).map((venue) => openBook(venue, coin, coin === USDT ? "USD" : model.quote));
      const plan = await planBackfill({
        coins: model.coins.map((id) => ({ id, price: 1, priceSource: "aggregated" as const })),
        markets: new Map(model.coins.map((coin) => [coin, books(coin)])),
        chart: true,
        ...{ memory, known, asOfMs, shard: model.shard ?? WHOLE },
      });
      settle(memory, plan);
      const isRatePending = createIsRatePending(memory, plan.requests, asOfMs, true);
      for (const request of plan.requests.slice(0, model.budget ?? BUDGET)) {
        const origin = originOf(request);
        const failed = model.fails?.(origin, asOfMs) === true;
        run.asked.push({ origin, request, asOfMs, failed });
        for (const coin of request.coinIds) {
          const anchor = () => ({ timeMs: asOfMs, ours: 1, theirs: 1 });
          const outcome = failed
            ? { kind: "failed" as const, reason: "503" }
            : await applySeries(request, coin, answer(model, request, coin, asOfMs), known, anchor, isRatePending);
          memory.coins[coin] = recordOutcome(memory.coins[coin], request, outcome, asOfMs);
        }
      }
    },
  };
  return run;
}

function openBook(source: string, market: string, quote: "USD" | "USDT" = "USD"): ReferenceMarket {
  const venue = candleVenues.find((candidate) => candidate.source === source)!;
  const [hourly, daily] = venue.feeds;
  return { source, market, quote, units: 1, last: 1, feeds: { hourly: hourly!, daily: daily! } };
}

function answer({ has }: OriginModel, request: SeriesRequest, coin: string, asOfMs: number) {
  const stepMs = STEP_MS[request.step];
  const points: { timeMs: number; price: number }[] = [];
  for (let timeMs = request.fromMs; timeMs < request.toMs && timeMs + stepMs <= asOfMs; timeMs += stepMs)
    if (has(originOf(request), coin, request.step, timeMs, asOfMs)) points.push({ timeMs, price: 1 });
  return points;
}
