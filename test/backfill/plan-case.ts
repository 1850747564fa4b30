import type { BackfillMemory, CoinBackfill, StepBackfill } from "../../build/backfill/backfill-memory.ts";
import { openKnownSeries } from "../../build/backfill/known-series.ts";
import { type PlanInput, planBackfill } from "../../build/backfill/plan.ts";
import type { ReferenceMarket } from "../../build/backfill/reference-market.ts";
import { describeRequest, type SeriesRequest } from "../../build/backfill/series-request.ts";
import { WHOLE } from "../../build/backfill/shard.ts";
import { DAY_MS, HOUR_MS } from "../../build/lib/time.ts";
import { candleVenues } from "../../build/sources/candles/registry.ts";
import { openMemoryState } from "./simulated-build.ts";

export const TODAY = Date.UTC(2026, 10, 20);
export const NOW = TODAY + 10.5 * HOUR_MS;
export const HOUR = TODAY + 10 * HOUR_MS;

export const coin = (id: string) => ({ id, price: 1, priceSource: "aggregated" as const });
export const coins = (count: number) => Array.from({ length: count }, (_, index) => coin(`coin-${index + 1}`));

export function book(source: string, market: string): ReferenceMarket {
  const venue = candleVenues.find((candidate) => candidate.source === source)!;
  const [hourly, daily] = venue.feeds;
  return { source, market, quote: venue.quote, units: 1, last: 1, feeds: { hourly: hourly!, daily: daily! } };
}

export async function plan(change: Partial<PlanInput>, isRated = true) {
  const known = await openKnownSeries(openMemoryState(), NOW);
  await known.load("daily", TODAY - DAY_MS, TODAY);
  const rate = { timeMs: TODAY - DAY_MS, price: 1, marketCap: null, totalVolume: null };
  if (isRated) known.fill("daily", "tether", [rate], "defillama");
  const memory: BackfillMemory = { coins: {} };
  return planBackfill({
    coins: [],
    markets: new Map(),
    chart: true,
    memory,
    known,
    asOfMs: NOW,
    shard: WHOLE,
    ...change,
  });
}

export const cover = (sinceMs: number, untilMs: number, change: Partial<StepBackfill> = {}): StepBackfill => ({
  askedAtMs: NOW - HOUR_MS,
  covered: { sinceMs, untilMs },
  holes: [],
  origins: {},
  ...change,
});
export const HOURS = NOW - 45 * DAY_MS - HOUR_MS;
export const DAYS = Date.UTC(2010, 0, 1);
export const complete: CoinBackfill = {
  hourly: cover(HOURS, HOUR),
  daily: cover(DAYS, TODAY),
  attempts: 4,
  lastAttemptMs: NOW - HOUR_MS,
  lastError: null,
};
export const describeAll = (requests: readonly SeriesRequest[]) =>
  requests.map((request) => `${request.step} ${describeRequest(request)} ${request.coinIds.join(",")}`);
