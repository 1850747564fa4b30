import { DAY_MS, floorTo } from "../../lib/time.ts";
import { USDT } from "../backfill/plan.ts";
import type { ReferenceMarket } from "../backfill/reference-market.ts";
import { nameRetry, type RetryMemory } from "../backfill/retry-memory.ts";
import type { SeriesRequest } from "../backfill/series-request.ts";
import type { Partition } from "../history/partition.ts";
import { VENUES_PER_COIN } from "./candle-budget.ts";
import { SETTLED_MS } from "./candle-document.ts";
import { type CandlePartition, listRanges } from "./candle-partition.ts";
import { CANDLE_RULES } from "./range-rules.ts";
import { countHours, isRead } from "./venue-ranges.ts";

/** The step in the retry memory: a source that failed here may still have older hours. */
export const CANDLE_STEP = "candles";

/** A closed UTC day whose candles can still be read. */
export interface OpenDay {
  dayMs: number;
  hours: Partition;
  candles: CandlePartition;
}

export interface CandlePlanInput {
  /** The largest coins, largest first. */
  coinIds: readonly string[];
  /** Oldest first. */
  days: readonly OpenDay[];
  /** By coin id, in the order of preference. */
  markets: ReadonlyMap<string, readonly ReferenceMarket[]>;
  retries: RetryMemory;
  asOfMs: number;
  /** The largest number of requests. */
  requests: number;
}

/** The closed UTC days that are not settled, oldest first. */
export function listOpenDays(asOfMs: number): number[] {
  const todayMs = floorTo(asOfMs, DAY_MS);
  return [2, 1].map((ago) => todayMs - ago * DAY_MS).filter((dayMs) => asOfMs < dayMs + DAY_MS + SETTLED_MS);
}

/**
 * The requests for a day's hourly candles of coins that have none yet, from the first venues that
 * did not just fail; the older day first, then the larger coin. A coin gets all of its requests or
 * none. Deterministic.
 */
export function planCandles({ coinIds, days, markets, retries, asOfMs, requests }: CandlePlanInput): SeriesRequest[] {
  const planned: SeriesRequest[] = [];
  for (const { dayMs, hours, candles } of days) {
    const isRated = countHours(hours, USDT, dayMs) >= CANDLE_RULES.minShared;
    for (const coinId of coinIds) {
      const priced = countHours(hours, coinId, dayMs);
      if (priced < CANDLE_RULES.minShared || isRead(listRanges(candles, coinId), priced)) continue;
      const chosen = (markets.get(coinId) ?? [])
        .filter(({ quote }) => isRated || quote !== "USDT")
        .filter(({ source }) => !isWaiting(retries, coinId, source, asOfMs))
        .slice(0, VENUES_PER_COIN);
      if (planned.length + chosen.length > requests) return planned;
      planned.push(...chosen.map((market) => createRequest(market, coinId, dayMs)));
    }
  }
  return planned;
}

function isWaiting(retries: RetryMemory, coinId: string, source: string, asOfMs: number): boolean {
  const retry = retries.get(nameRetry(coinId, CANDLE_STEP, source));
  return retry !== undefined && retry.retryAt > asOfMs;
}

function createRequest(market: ReferenceMarket, coinId: string, dayMs: number): SeriesRequest {
  const window = { fromMs: dayMs, toMs: dayMs + DAY_MS };
  const source = { kind: "candles", id: market.source, market } as const;
  return { source, coinIds: [coinId], step: "hourly", window, fromMs: window.fromMs, toMs: window.toMs };
}
