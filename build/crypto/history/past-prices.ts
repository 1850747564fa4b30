import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../lib/time.ts";
import { CHANGE_WINDOW_MS, type LongWindow } from "../normalise/change-window.ts";
import { findColumns, type Partition } from "./partition.ts";
import {
  DAILY,
  HOURLY,
  listNames,
  parsePartitionName,
  readPartition,
  SAMPLES,
  type StateReader,
} from "./partition-document.ts";
import { readSeries } from "./series.ts";

/** A day, and the widest gap that is interpolated. */
const SAMPLES_REACH_MS = DAY_MS + 90 * MINUTE_MS;

/** All daily prices of a coin, of all origins. */
interface PastDays {
  highest: number;
  lowest: number;
  /** The prices at the ends of the days that end within a time; empty in a gap. */
  between(fromMs: number, toMs: number): readonly number[];
}

/** Where to find the price before a window, and how far from that moment it may be. */
const PLACES: Record<LongWindow, { prefix: string; stepMs: number; toleranceMs: number }> = {
  "7d": { prefix: HOURLY, stepMs: HOUR_MS, toleranceMs: 90 * MINUTE_MS },
  "30d": { prefix: HOURLY, stepMs: HOUR_MS, toleranceMs: 90 * MINUTE_MS },
  "1y": { prefix: DAILY, stepMs: DAY_MS, toleranceMs: DAY_MS },
};

/** The published prices of earlier builds. */
export interface PastPrices {
  /** Fresh prices of a coin, own and reference, of the last 24 hours and 90 minutes, ascending. */
  samplesOf(coinId: string): readonly (readonly [number, number])[];
  /**
   * The own price nearest to the start of the window; `null` if the series begin later. Reference
   * prices do not count: the reference computes its own changes better.
   */
  priceBefore(coinId: string, window: LongWindow): number | null;
  /** `null` without any. */
  daysOf(coinId: string): PastDays | null;
}

/** Reads what the market compares its prices with, as the last builds left it. */
export async function readPastPrices(state: StateReader, now: number): Promise<PastPrices> {
  const samples = await readBetween(state, SAMPLES, now - SAMPLES_REACH_MS, now);
  const daily = await readBetween(state, DAILY, Number.NEGATIVE_INFINITY, now);
  const around: Record<LongWindow, readonly Partition[]> = {
    "7d": await readWindow(state, now, "7d"),
    "30d": await readWindow(state, now, "30d"),
    "1y": await readWindow(state, now, "1y"),
  };
  return {
    samplesOf(coinId) {
      const { times, prices } = readSeries(samples, coinId, now - SAMPLES_REACH_MS, now);
      return times.map((time, row) => [time, prices[row]!] as const);
    },
    priceBefore(coinId, window) {
      const { stepMs, toleranceMs } = PLACES[window];
      const { times, prices, origins } = readSeries(around[window], coinId, 0, now);
      let nearest: number | null = null;
      let distance = toleranceMs;
      for (const [row, startMs] of times.entries()) {
        // The last point within a step is the price at the end of the step.
        const away = Math.abs(startMs + stepMs - (now - CHANGE_WINDOW_MS[window]));
        if (origins?.[row] != null || away > distance || (away === distance && nearest !== null)) continue;
        [nearest, distance] = [prices[row] ?? null, away];
      }
      return nearest;
    },
    daysOf: (coinId) => measureDays(daily, coinId),
  };
}

/** Looks at the columns where they are: a thousand coins have millions of days. */
function measureDays(daily: readonly Partition[], coinId: string): PastDays | null {
  let highest = 0;
  let lowest = Number.POSITIVE_INFINITY;
  for (const partition of daily) {
    for (const price of findColumns(partition, coinId)?.prices ?? []) {
      if (price === null || price <= 0) continue;
      if (price > highest) highest = price;
      if (price < lowest) lowest = price;
    }
  }
  if (highest === 0) return null;
  return {
    highest,
    lowest,
    // A day is named by its start.
    between: (fromMs, toMs) => readSeries(daily, coinId, fromMs - DAY_MS, toMs - DAY_MS).prices,
  };
}

function readWindow(state: StateReader, now: number, window: LongWindow): Promise<Partition[]> {
  const { prefix, stepMs, toleranceMs } = PLACES[window];
  const targetMs = now - CHANGE_WINDOW_MS[window] - stepMs;
  return readBetween(state, prefix, targetMs - toleranceMs, targetMs + toleranceMs);
}

function readBetween(state: StateReader, prefix: string, fromMs: number, toMs: number): Promise<Partition[]> {
  const names = listNames(state, prefix).filter((name) => {
    const { startMs, endMs } = parsePartitionName(name);
    return startMs <= toMs && endMs > fromMs;
  });
  return Promise.all(names.map((name) => readPartition(state, name)));
}
