import { DAY_MS, HOUR_MS } from "../lib/time.ts";
import type { StateStore } from "../platform/platform.ts";
import { mergePartitions, type Partition } from "./partition.ts";
import { listNames, readPartition, writePartition } from "./partition-document.ts";
import { DAILY, nameDaily, nameHourly, parsePartitionName, SAMPLES } from "./partition-name.ts";
import { rollUp } from "./roll-up.ts";

const REASON = "samples were rolled up";

/**
 * Rolls up every day of samples that is over at `asOfMs`, however long ago, and closes it: closed samples are rolled up. Years that
 * are over are closed, too.
 */
export async function closeDays(state: StateStore, asOfMs: number): Promise<void> {
  const isDue = (name: string) => parsePartitionName(name).endMs <= asOfMs && !state.find(name)?.closed === true;
  for (const name of listNames(state, SAMPLES).filter(isDue)) {
    const samples = await readPartition(state, name);
    const { startMs } = parsePartitionName(name);
    await addPoints(state, nameHourly(startMs), rollUp(samples, HOUR_MS), asOfMs);
    await addPoints(state, nameDaily(startMs), rollUp(samples, DAY_MS), asOfMs);
    writePartition(state, name, samples, asOfMs, REASON);
  }
  for (const name of listNames(state, DAILY).filter(isDue)) {
    writePartition(state, name, await readPartition(state, name), asOfMs, REASON);
  }
}

/** Our own points go before those that were filled in while there were none. */
async function addPoints(state: StateStore, name: string, points: Partition, asOfMs: number): Promise<void> {
  writePartition(state, name, mergePartitions(await readPartition(state, name), points), asOfMs, REASON);
}
