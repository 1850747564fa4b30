import { countPoints, EMPTY_PARTITION, type Partition } from "./partition.ts";
import { parsePartitionName } from "./partition-name.ts";
import type { Shelf } from "./shelf.ts";

/** The partition of a name; an empty one where there is none. */
export async function readPartition(shelf: Shelf, name: string): Promise<Partition> {
  return (await shelf.read<Partition>(name)) ?? EMPTY_PARTITION;
}

/** Writes hours or days, closed when their time is over at `asOfMs`. `reason` is kept where points are added to a closed partition. */
export function writePartition(shelf: Shelf, name: string, partition: Partition, asOfMs: number, reason: string): void {
  const closed = parsePartitionName(name).endMs <= asOfMs;
  shelf.write(name, partition, { rows: countPoints(partition), closed, reopen: reason });
}
