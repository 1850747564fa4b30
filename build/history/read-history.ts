import { DAY_MS, HOUR_MS, MINUTE_MS } from "../lib/time.ts";

import { addSparkline, type Sparkline } from "./add-sparkline.ts";
import type { History, Interval } from "./history.ts";
import { EMPTY_PARTITION, mergePartitions, type Partition } from "./partition.ts";
import { listNames, readPartition, type StateReader } from "./partition-document.ts";
import { DAILY, HOURLY, nameHourly, parsePartitionName, SAMPLES } from "./partition-name.ts";
import { readSeries } from "./read-series.ts";
import { rollUp } from "./roll-up.ts";

const STEP_MS: Record<Interval, number> = { "5m": 5 * MINUTE_MS, "1h": HOUR_MS, "1d": DAY_MS };

/**
 * The series of every coin as they stand after `updateSeries`: 5-minute points out of the samples, hours out of the closed days and
 * the samples of the running one, and days that are over. Where an hour of the last week has no point, the reference's hourly
 * price (`sparklines`, by coin) stands in; a day never rests on it, because it moves with every answer of the reference.
 */
export async function readHistory(
  state: StateReader,
  sparklines: ReadonlyMap<string, Sparkline>,
  asOfMs: number,
): Promise<History> {
  const samples = await readAll(state, SAMPLES);
  const hours = new Map((await readAll(state, HOURLY)).map(({ name, partition }) => [name, partition]));
  for (const { name, partition } of samples) {
    if (state.find(name)?.closed === true) continue;
    const hourly = nameHourly(parsePartitionName(name).startMs);
    hours.set(hourly, mergePartitions(hours.get(hourly) ?? EMPTY_PARTITION, rollUp(partition, HOUR_MS)));
  }
  const partitions: Record<Interval, Partition[]> = {
    "5m": samples.map(({ partition }) => rollUp(partition, STEP_MS["5m"])),
    "1h": [...hours].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, partition]) => partition),
    "1d": (await readAll(state, DAILY)).map(({ partition }) => partition),
  };
  const version = joinDigests(state, listNames(state, DAILY));
  return {
    version: (interval) => (interval === "1d" ? version : undefined),
    series(coinId, interval, fromMs, toMs) {
      const endMs = interval === "1d" ? Math.min(toMs, asOfMs - DAY_MS) : toMs;
      const own = readSeries(partitions[interval], coinId, fromMs, endMs);
      const sparkline = interval === "1h" ? sparklines.get(coinId) : undefined;
      return sparkline === undefined ? own : addSparkline(own, sparkline, fromMs, toMs, asOfMs);
    },
  };
}

/** Names and contents of the documents; `undefined` where one of them was written in this build. */
function joinDigests(state: StateReader, names: readonly string[]): string | undefined {
  const digests = names.map((name) => state.find(name)?.sha256);
  return digests.includes(undefined) ? undefined : names.map((name, at) => `${name} ${digests[at]}`).join(" ");
}

async function readAll(state: StateReader, prefix: string): Promise<{ name: string; partition: Partition }[]> {
  const found: { name: string; partition: Partition }[] = [];
  for (const name of listNames(state, prefix)) found.push({ name, partition: await readPartition(state, name) });
  return found;
}
