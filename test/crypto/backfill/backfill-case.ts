import { type RetryMemory, readRetries } from "../../../build/crypto/backfill/retry-memory.ts";
import { runBackfill } from "../../../build/crypto/backfill/run-backfill.ts";
import { findColumns, mergePartitions } from "../../../build/crypto/history/partition.ts";
import {
  nameDaily,
  nameHourly,
  namePendingDays,
  readPartition,
} from "../../../build/crypto/history/partition-document.ts";
import { SILENT_PROGRESS, type StateStore } from "../../../build/kit/platform/platform.ts";
import { HOUR_MS, MINUTE_MS } from "../../../build/lib/time.ts";
import { type SimulatedHttp, simulateBuild } from "./simulated-build.ts";

export const COINS = 12;
export const TODAY = Date.UTC(2026, 10, 20);
export const NOW = TODAY + 10 * HOUR_MS + 15 * MINUTE_MS;
export const build = simulateBuild(NOW, COINS);
export const { world } = build;
export const truth = (coinId: string, timeMs: number) => world.priceUsd(coinId, timeMs)!;

export function run(state: StateStore, http: SimulatedHttp, change: Partial<Parameters<typeof runBackfill>[0]> = {}) {
  const budget = { requests: 1_000, timeLimitMs: 60_000 };
  return runBackfill({ ...build, state, http, budget, progress: SILENT_PROGRESS, ...change });
}

export async function readPoint(state: StateStore, step: "hourly" | "daily", coinId: string, timeMs: number) {
  const partition =
    step === "hourly"
      ? await readPartition(state, nameHourly(timeMs))
      : mergePartitions(
          await readPartition(state, nameDaily(timeMs)),
          await readPartition(state, namePendingDays(timeMs)),
        );
  const columns = findColumns(partition, coinId);
  const row = partition.times.indexOf(timeMs);
  const price = columns?.prices[row] ?? null;
  const label = columns?.origins?.[row] ?? null;
  const volume = columns?.totalVolumes?.[row] ?? null;
  return price === null ? undefined : { price, volume, origin: label === null ? "own" : partition.origins?.[label] };
}

export const readMemory = (state: StateStore): Promise<RetryMemory> => readRetries(state);
