import { DAY_MS, HOUR_MS, MINUTE_MS } from "../lib/time.ts";

import { type CoinColumns, findColumns, type Partition } from "./partition.ts";
import {
  DAILY,
  HOURLY,
  listNames,
  parsePartitionName,
  readPartition,
  SAMPLES,
  type StateReader,
} from "./partition-document.ts";

/** A day, and the widest gap that is interpolated. */
const SAMPLES_REACH_MS = DAY_MS + 90 * MINUTE_MS;

type LongSpan = "7d" | "30d" | "1y";

/** Where to find a price of so long ago, and how far from that moment it may be. */
const SPANS: Record<LongSpan, { prefix: string; stepMs: number; agoMs: number; toleranceMs: number }> = {
  "7d": { prefix: HOURLY, stepMs: HOUR_MS, agoMs: 7 * DAY_MS, toleranceMs: 90 * MINUTE_MS },
  "30d": { prefix: HOURLY, stepMs: HOUR_MS, agoMs: 30 * DAY_MS, toleranceMs: 90 * MINUTE_MS },
  "1y": { prefix: DAILY, stepMs: DAY_MS, agoMs: 365 * DAY_MS, toleranceMs: DAY_MS },
};

/** The published prices of earlier builds. */
export interface PastPrices {
  /** Fresh prices of a coin, own and reference, of the last 24 hours and 90 minutes, ascending. */
  samplesOf(coinId: string): readonly (readonly [number, number])[];
  /**
   * The own price nearest to so long ago; `null` if the series begin later. Reference prices do not
   * count: the reference computes its own changes better.
   */
  priceBefore(coinId: string, span: LongSpan): number | null;
}

export async function readPastPrices(state: StateReader, now: number): Promise<PastPrices> {
  const samples = await readBetween(state, SAMPLES, now - SAMPLES_REACH_MS, now);
  const around: Record<LongSpan, readonly Partition[]> = {
    "7d": await readSpan(state, now, "7d"),
    "30d": await readSpan(state, now, "30d"),
    "1y": await readSpan(state, now, "1y"),
  };
  return {
    samplesOf: (coinId) =>
      listPoints(samples, coinId).filter(([time]) => time >= now - SAMPLES_REACH_MS && time <= now),
    priceBefore(coinId, span) {
      const { stepMs, agoMs, toleranceMs } = SPANS[span];
      let nearest: number | null = null;
      let distance = toleranceMs;
      for (const [startMs, price] of listPoints(around[span], coinId, isOwn)) {
        // The last point within a step is the price at the end of the step.
        const away = Math.abs(startMs + stepMs - (now - agoMs));
        if (away > distance || (away === distance && nearest !== null)) continue;
        [nearest, distance] = [price, away];
      }
      return nearest;
    },
  };
}

function readSpan(state: StateReader, now: number, span: LongSpan): Promise<Partition[]> {
  const { prefix, stepMs, agoMs, toleranceMs } = SPANS[span];
  const targetMs = now - agoMs - stepMs;
  return readBetween(state, prefix, targetMs - toleranceMs, targetMs + toleranceMs);
}

function readBetween(state: StateReader, prefix: string, fromMs: number, toMs: number): Promise<Partition[]> {
  const names = listNames(state, prefix).filter((name) => {
    const { startMs, endMs } = parsePartitionName(name);
    return startMs <= toMs && endMs > fromMs;
  });
  return Promise.all(names.map((name) => readPartition(state, name)));
}

function isOwn({ origins }: CoinColumns, row: number): boolean {
  return (origins?.[row] ?? null) === null;
}

function listPoints(
  partitions: readonly Partition[],
  coinId: string,
  isWanted: (columns: CoinColumns, row: number) => boolean = () => true,
): [number, number][] {
  return partitions.flatMap((partition) => {
    const columns = findColumns(partition, coinId);
    if (columns === undefined) return [];
    return partition.times.flatMap((time, row): [number, number][] => {
      const price = columns.prices[row] ?? null;
      return price === null || !isWanted(columns, row) ? [] : [[time, price]];
    });
  });
}
