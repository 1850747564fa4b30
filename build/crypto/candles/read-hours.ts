import { DAY_MS } from "../../lib/time.ts";
import { mergePartitions, type Partition } from "../history/partition.ts";
import { nameHourly, readPartition, type StateReader } from "../history/partition-document.ts";

/** The hours of a UTC day and of the day before, whose last close is the first open. */
export async function readHours(state: StateReader, dayMs: number): Promise<Partition> {
  const before = await readPartition(state, nameHourly(dayMs - DAY_MS));
  return mergePartitions(before, await readPartition(state, nameHourly(dayMs)));
}
