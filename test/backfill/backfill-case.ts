import { type RetryMemory, readRetries } from "../../build/backfill/retry-memory.ts";
import { runBackfill } from "../../build/backfill/run-backfill.ts";
import { findColumns, mergePartitions } from "../../build/history/partition.ts";
import { nameDaily, nameHourly, namePendingDays } from "../../build/history/partition-name.ts";
import { readPartition } from "../../build/history/partition-shelf.ts";
import type { Shelf } from "../../build/history/shelf.ts";
import { HOUR_MS, MINUTE_MS } from "../../build/lib/time.ts";
import { type SimulatedHttp, silent, simulateBuild } from "./simulated-build.ts";

export const COINS = 18;
export const TODAY = Date.UTC(2026, 10, 20);
export const NOW = TODAY + 10 * HOUR_MS + 15 * MINUTE_MS;
export const build = simulateBuild(NOW, COINS);
export const { world } = build;
export const truth = (coinId: string, timeMs: number) => world.priceUsd(coinId, timeMs)!;

export function run(shelf: Shelf, http: SimulatedHttp, change: Partial<Parameters<typeof runBackfill>[0]> = {}) {
  const budget = { requests: 1_000, timeLimitMs: 60_000 };
  return runBackfill({ ...build, shelf, http, budget, progress: silent, ...change });
}

export async function readPoint(shelf: Shelf, step: "hourly" | "daily", coinId: string, timeMs: number) {
  const partition =
    step === "hourly"
      ? await readPartition(shelf, nameHourly(timeMs))
      : mergePartitions(
          await readPartition(shelf, namePendingDays(timeMs)),
          await readPartition(shelf, nameDaily(timeMs)),
        );
  const columns = findColumns(partition, coinId);
  const row = partition.times.indexOf(timeMs);
  const price = columns?.prices[row] ?? null;
  const label = columns?.origins?.[row] ?? null;
  const volume = columns?.totalVolumes[row] ?? null;
  return price === null ? undefined : { price, volume, origin: label === null ? "own" : partition.origins?.[label] };
}

export const readMemory = (shelf: Shelf): Promise<RetryMemory> => readRetries(shelf);
