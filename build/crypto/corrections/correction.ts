import { type Group, groupBy } from "../../lib/collections.ts";
import { percentageChange } from "../../lib/stats.ts";
import { REMOVED } from "../history/remove-restricted.ts";
import type { CorrectedDatasetName } from "./corrected-datasets.ts";

/** What a reader of closed values saw before and after a build. Unknown values are `null`. */
export interface Change {
  dataset: CorrectedDatasetName;
  /** `null` where the value is not one of a coin. */
  coinId: string | null;
  /** What changed: `price`, `high`, the code of a rate, the name of a file. */
  field: string;
  /** Start of the hour or day, in unix milliseconds. */
  timeMs: number;
  old: number | string;
  /** `null`: the value is no longer published. */
  new: number | string | null;
  /** A sentence without a full stop. */
  reason: string;
}

/** One entry of the log: a changed value, or a range of them. */
export interface Correction {
  /** The newest observation of the build that changed the values, in unix milliseconds. */
  timeMs: number;
  dataset: string;
  /** `null`: of several coins, or of none. */
  coinId: string | null;
  /** `null`: several fields. */
  field: string | null;
  /** Start of the first and of the last changed value; equal for a single one. */
  fromMs: number;
  toMs: number;
  count: number;
  /** `null` for a range. */
  old: number | string | null;
  new: number | string | null;
  reason: string;
  /** The largest change in a range, see `findLargestChange`. Absent where it is unknown. */
  largestChangePercentage?: number;
}

/** More entries of one dataset with one reason are ranges; more ranges are one entry. */
const MAX_ENTRIES = 100;

/**
 * The entries for the changes of one build. Few changes of a dataset with one reason have an entry
 * each. More become a range for each field of each coin, and more of these become one range: a
 * changed convention is one entry. Values that may not be published are one range, too. Leaves out
 * values after the build, which an earlier build with a wrong clock wrote: the log refuses them.
 */
export function listCorrections(changes: readonly Change[], timeMs: number): Correction[] {
  const past = changes.filter((change) => change.timeMs <= timeMs);
  const entries = past.map((change) => describeChange(change, timeMs));
  const groups = groupBy(entries, ({ dataset, reason }) => `${dataset}\n${reason}`);
  return [...groups.values()].flatMap((all) => {
    if (all[0].reason === REMOVED) return [joinEntries(all)];
    if (all.length <= MAX_ENTRIES) return all;
    const ranges = [...groupBy(all, ({ coinId, field }) => `${coinId}\n${field}`).values()];
    return ranges.length > MAX_ENTRIES ? [joinEntries(all)] : ranges.map((range) => joinEntries(range));
  });
}

function describeChange({ timeMs: startMs, old, new: current, ...change }: Change, timeMs: number): Correction {
  const isQuoted = change.reason !== REMOVED;
  const values = isQuoted ? { old, new: current } : { old: null, new: null };
  return { timeMs, ...change, fromMs: startMs, toMs: startMs, count: 1, ...values };
}

/** One entry for several of one dataset and reason, at the time of the last; or the only one. */
export function joinEntries(
  entries: Group<Correction>,
  joinCounts: (a: number, b: number) => number = (a, b) => a + b,
): Correction {
  const [first, ...others] = entries;
  if (others.length === 0) return first;
  // Its size is set below, if it is known.
  const { largestChangePercentage, ...joined } = first;
  let largest = findLargestChange(first);
  for (const entry of others) {
    joined.timeMs = Math.max(joined.timeMs, entry.timeMs);
    joined.fromMs = Math.min(joined.fromMs, entry.fromMs);
    joined.toMs = Math.max(joined.toMs, entry.toMs);
    joined.count = joinCounts(joined.count, entry.count);
    if (entry.coinId !== first.coinId) joined.coinId = null;
    if (entry.field !== first.field) joined.field = null;
    joined.old = null;
    joined.new = null;
    const change = findLargestChange(entry);
    largest = largest === null || change === null ? null : Math.max(largest, change);
  }
  return largest === null ? joined : { ...joined, largestChangePercentage: largest };
}

/**
 * How far the new value is from the old one, in percent of the old one and without a sign; of a
 * range, the largest of these. `null` where one of them is unknown: it has no number, an old value
 * of 0, or a range whose log did not say.
 */
export function findLargestChange({ old, new: now, largestChangePercentage }: Correction): number | null {
  if (typeof old !== "number" || typeof now !== "number") return largestChangePercentage ?? null;
  const change = percentageChange(old, now);
  return change === null ? null : Math.abs(change);
}
