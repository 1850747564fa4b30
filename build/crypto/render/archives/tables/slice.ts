import { createHash } from "node:crypto";
import { DAY_MS, floorTo } from "../../../../lib/time.ts";
import { toBytes } from "../../../history/digest-series.ts";
import { findColumns, type Partition } from "../../../history/partition.ts";
import { findGaps, type Gap } from "../../../history/roll-up.ts";

export interface Slice {
  partition: Partition;
  fromRow: number;
  toRow: number;
}

/**
 * A row takes up to 25 bytes compressed, and every host accepts 20 MB. A month of hours of 1,000
 * coins has 744,000 rows.
 */
const MAX_ROWS = 800_000;

/**
 * The slices of each file, split between two UTC days, or between two other steps of `cutMs`. Rows
 * at or after `endMs` are left out.
 */
export function splitByStep(
  partitions: readonly Partition[],
  endMs: number,
  maxRows: number = MAX_ROWS,
  cutMs: number = DAY_MS,
): Slice[][] {
  const groups: Slice[][] = [];
  let group: Slice[] = [];
  let points = 0;
  const steps = partitions.flatMap((one) => listSteps(one, endMs, cutMs));
  for (const { partition, fromRow, toRow, points: more } of steps) {
    if (points > 0 && points + more > maxRows) {
      groups.push(group);
      [group, points] = [[], 0];
    }
    points += more;
    const last = group.at(-1);
    if (last?.partition === partition) last.toRow = toRow;
    else group.push({ partition, fromRow, toRow });
  }
  if (points > 0) groups.push(group);
  return groups;
}

function listSteps(partition: Partition, endMs: number, cutMs: number): (Slice & { points: number })[] {
  const steps: (Slice & { points: number })[] = [];
  const points = countPoints(partition);
  let step: number | undefined;
  for (const [row, time] of partition.times.entries()) {
    if (time >= endMs) break;
    let last = steps.at(-1);
    if (last === undefined || floorTo(time, cutMs) !== step) {
      last = { partition, fromRow: row, toRow: row, points: 0 };
      steps.push(last);
    }
    last.toRow = row + 1;
    last.points += points[row] ?? 0;
    step = floorTo(time, cutMs);
  }
  return steps;
}

function countPoints({ times, coins }: Partition): Uint32Array {
  const points = new Uint32Array(times.length);
  for (const { prices } of Object.values(coins))
    for (let row = 0; row < points.length; row += 1) if ((prices[row] ?? null) !== null) points[row]! += 1;
  return points;
}

/** In unix milliseconds, ascending. */
export function listTimes(slices: readonly Slice[]): number[] {
  return slices.flatMap(({ partition, fromRow, toRow }) => partition.times.slice(fromRow, toRow));
}

interface CoverageRules {
  stepMs: number;
  /** Points of other sources count until the first one of our own. */
  countsEarlier: boolean;
}

/** The starts of the steps with a point that counts of any coin, ascending. */
export function listCoveredSteps(
  slices: readonly Slice[],
  coinIds: readonly string[],
  { stepMs, countsEarlier }: CoverageRules,
): number[] {
  const found = new Set<number>();
  let hasOwn = false;
  for (const { partition, fromRow, toRow } of slices) {
    const columns = coinIds.flatMap((id) => findColumns(partition, id) ?? []);
    for (let row = fromRow; row < toRow; row += 1) {
      let known = false;
      let own = false;
      for (const { prices, origins } of columns) {
        if ((prices[row] ?? null) === null) continue;
        known = true;
        own = (origins?.[row] ?? null) === null;
        if (own) break;
      }
      hasOwn ||= own;
      if (own || (known && countsEarlier && !hasOwn)) found.add(floorTo(partition.times[row]!, stepMs));
    }
  }
  return [...found];
}

/** Ids of coins, sorted. */
export function listCoins(slices: readonly Slice[]): string[] {
  return [...new Set(slices.flatMap(({ partition }) => Object.keys(partition.coins)))].sort();
}

/** Ids of sources, sorted. */
export function listOrigins(slices: readonly Slice[], coinIds: readonly string[]): string[] {
  const found = new Set<string>();
  for (const { partition, fromRow, toRow } of slices) {
    if (partition.origins === undefined) continue;
    for (const id of coinIds) {
      const origins = findColumns(partition, id)?.origins;
      for (let row = fromRow; origins !== undefined && row < toRow; row += 1) {
        const label = partition.origins[origins[row] ?? -1];
        if (label !== undefined) found.add(label);
      }
    }
  }
  return [...found].sort();
}

/** A hash of the rows of `readPoints` for the same coins. */
export function hashPoints(slices: readonly Slice[], coinIds: readonly string[]): string {
  const hash = createHash("sha256");
  for (const { partition, fromRow, toRow } of slices) {
    hash.update(JSON.stringify(partition.origins ?? [])).update(toBytes(partition.times, fromRow, toRow));
    for (const id of coinIds) {
      const columns = findColumns(partition, id);
      if (columns === undefined) continue;
      hash.update(JSON.stringify(id));
      for (const column of [
        columns.prices,
        columns.marketCaps ?? [],
        columns.totalVolumes ?? [],
        columns.origins ?? [],
      ])
        hash.update(toBytes(column, fromRow, toRow));
    }
  }
  return hash.digest("hex");
}

/**
 * The steps from `fromMs` on and before `toMs`, both starts of steps, that are not among `covered`.
 */
export function findGapsWithin(
  covered: readonly number[],
  { fromMs, toMs }: { fromMs: number; toMs: number },
  { stepMs, reason }: { stepMs: number; reason: string },
): Gap[] {
  const within = covered.filter((timeMs) => fromMs <= timeMs && timeMs < toMs);
  return findGaps([fromMs - stepMs, ...within, toMs], stepMs, reason);
}
