import { DAY_MS, HOUR_MS } from "../../lib/time.ts";
import { HOURLY_KEPT_MS } from "../history/kept-hours.ts";
import { EMPTY_PARTITION, findColumns, mergePartitions, type Partition } from "../history/partition.ts";
import {
  DAILY,
  HOURLY,
  HOURS,
  nameHourly,
  nameSamples,
  parsePartitionName,
  readPartition,
  SAMPLES,
} from "../history/partition-document.ts";
import { rollUp } from "../history/roll-up.ts";
import type { Comparison, StateVersion } from "./comparison.ts";
import type { CorrectedDatasetName } from "./corrected-datasets.ts";
import type { Change } from "./correction.ts";

/** The columns of a partition, as the public interface calls them. */
const FIELDS = [
  ["price", "prices"],
  ["market_cap", "marketCaps"],
  ["total_volume", "totalVolumes"],
] as const;

/** The changed hours and days of the series. */
export async function compareSeries(comparison: Comparison): Promise<Change[]> {
  const { before, after, moves, reasonOf } = comparison;
  const changes: Change[] = [];
  const compare = (
    dataset: CorrectedDatasetName,
    stepMs: number,
    old: Partition,
    now: Partition,
    names: readonly string[],
  ) => {
    const reason = reasonOf(names);
    for (const point of listChangedPoints(old, now, before.asOfMs - stepMs, moves))
      changes.push({ dataset, ...point, reason });
  };
  for (const dayMs of listDays(comparison)) {
    const names = [nameHourly(dayMs), nameSamples(dayMs)];
    // Expired hours are in the months that are kept for good, or are gone in their time.
    if (dayMs + DAY_MS <= after.asOfMs - HOURLY_KEPT_MS && after.state.find(nameHourly(dayMs)) === undefined) continue;
    compare("hours", HOUR_MS, await readDay(before, dayMs), await readDay(after, dayMs), names);
  }
  for (const { name } of comparison.pending.filter(({ name: one }) => one.startsWith(HOURS) || one.startsWith(DAILY))) {
    const [dataset, stepMs] = name.startsWith(HOURS) ? (["hours", HOUR_MS] as const) : (["days", DAY_MS] as const);
    compare(dataset, stepMs, await readPartition(before.state, name), await readPartition(after.state, name), [name]);
  }
  return changes;
}

/** The UTC days whose hours or samples have a pending write. */
export function listDays({ pending }: Pick<Comparison, "pending">): number[] {
  const days = pending.flatMap(({ name }) =>
    name.startsWith(HOURLY) || name.startsWith(SAMPLES) ? parsePartitionName(name).startMs : [],
  );
  return [...new Set(days)].sort((a, b) => a - b);
}

/** The hours of a day as they are published: samples count until the day is closed. */
async function readDay({ state, asOfMs }: StateVersion, dayMs: number): Promise<Partition> {
  const hours = await readPartition(state, nameHourly(dayMs));
  if (dayMs + DAY_MS <= asOfMs) return hours;
  const samples = await readPartition(state, nameSamples(dayMs));
  if (samples === EMPTY_PARTITION) return hours;
  return mergePartitions(hours, rollUp(samples, HOUR_MS));
}

/** The points up to `lastMs` that had a value and have another one. */
function listChangedPoints(
  before: Partition,
  after: Partition,
  lastMs: number,
  moves: ReadonlyMap<string, string>,
): Pick<Change, "coinId" | "field" | "timeMs" | "old" | "new">[] {
  const rows = new Map(after.times.map((time, row) => [time, row]));
  const found: Pick<Change, "coinId" | "field" | "timeMs" | "old" | "new">[] = [];
  for (const [id, old] of Object.entries(before.coins)) {
    const coinId = moves.get(id) ?? id;
    const columns = findColumns(after, coinId);
    if (columns === old && before.times === after.times) continue;
    for (const [field, column] of FIELDS) {
      for (const [row, value] of (old[column] ?? []).entries()) {
        const timeMs = before.times[row] ?? Number.POSITIVE_INFINITY;
        if (value === null || timeMs > lastMs) continue;
        const current = columns?.[column]?.[rows.get(timeMs) ?? -1] ?? null;
        if (current !== value) found.push({ coinId, field, timeMs, old: value, new: current });
      }
    }
  }
  return found;
}
