import { DAY_MS, HOUR_MS } from "../lib/time.ts";
import { mergePartitions, type Partition } from "./partition.ts";
import { DAILY, nameDaily, nameHourly, parsePartitionName, SAMPLES } from "./partition-name.ts";
import { readPartition, writePartition } from "./partition-shelf.ts";
import { rollUp } from "./roll-up.ts";
import type { Shelf } from "./shelf.ts";

const REASON = "samples were rolled up";

/**
 * Rolls up every day of samples that is over at `asOfMs`, however long ago, and closes it: closed samples are rolled up. Years that
 * are over are closed, too.
 */
export async function closeDays(shelf: Shelf, asOfMs: number): Promise<void> {
  const isDue = (name: string) => parsePartitionName(name).endMs <= asOfMs && !shelf.isClosed(name);
  for (const name of shelf.names(SAMPLES).filter(isDue)) {
    const samples = await readPartition(shelf, name);
    const { startMs } = parsePartitionName(name);
    await addPoints(shelf, nameHourly(startMs), rollUp(samples, HOUR_MS), asOfMs);
    await addPoints(shelf, nameDaily(startMs), rollUp(samples, DAY_MS), asOfMs);
    writePartition(shelf, name, samples, asOfMs, REASON);
  }
  for (const name of shelf.names(DAILY).filter(isDue)) {
    writePartition(shelf, name, await readPartition(shelf, name), asOfMs, REASON);
  }
}

/** Our own points go before those that were filled in while there were none. */
async function addPoints(shelf: Shelf, name: string, points: Partition, asOfMs: number): Promise<void> {
  writePartition(shelf, name, mergePartitions(await readPartition(shelf, name), points), asOfMs, REASON);
}
