import type { Partition } from "../../../history/partition.ts";
import { listNames } from "../../../history/partition-document.ts";
import { parsePartitionName } from "../../../history/partition-name.ts";
import { groupBy } from "../../../lib/group-by.ts";
import type { SeriesReader } from "../archive.ts";
import type { PointPeriod } from "./point-parts.ts";

/**
 * The partitions of a folder of the state by period; `periodOf` gives the name of a period and its end for the start of a
 * partition. Partitions that begin at or after `beforeMs` are left out.
 */
export async function readPeriods(
  series: SeriesReader,
  prefix: string,
  beforeMs: number,
  periodOf: (startMs: number) => { name: string; endMs: number },
): Promise<PointPeriod[]> {
  const names = listNames(series, prefix).filter((name) => parsePartitionName(name).startMs < beforeMs);
  const found: (PointPeriod & { partition: Partition })[] = [];
  for (const name of names) {
    const partition = await series.read<Partition>(name);
    if (partition === undefined) continue;
    found.push({ ...periodOf(parsePartitionName(name).startMs), partition, partitions: [] });
  }
  return [...groupBy(found, ({ name }) => name).values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    return [{ name: first.name, endMs: first.endMs, partitions: group.map(({ partition }) => partition) }];
  });
}
