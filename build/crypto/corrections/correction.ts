import { type Group, groupBy } from "../../lib/collections.ts";
import { REMOVED } from "../history/remove-restricted.ts";

/** What a reader of closed values saw before and after a build. Unknown values are `null`. */
export interface Change {
  /** `hours`, `days`, `hour-candles`, `day-candles`, `archives`, or the name of a series. */
  dataset: string;
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
  /** Of the build that changed the values: its newest observation, in unix milliseconds. */
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
}

/** More entries of one dataset with one reason are ranges; more ranges are one entry. */
const MAX_ENTRIES = 100;

/**
 * The entries for the changes of one build. Few changes of a dataset with one reason have an entry
 * each. More become a range for each field of each coin, and more of these become one range: a
 * changed convention is one entry. Values that may not be published are one range, too.
 */
export function listCorrections(changes: readonly Change[], timeMs: number): Correction[] {
  const groups = groupBy(changes, ({ dataset, reason }) => `${dataset}\n${reason}`);
  return [...groups.values()].flatMap((all) => {
    if (all[0].reason === REMOVED) return [describeRange(all, timeMs)];
    if (all.length <= MAX_ENTRIES) return all.map((change) => describeRange([change], timeMs));
    const ranges = [...groupBy(all, ({ coinId, field }) => `${coinId}\n${field}`).values()];
    if (ranges.length > MAX_ENTRIES) return [describeRange(all, timeMs)];
    return ranges.map((range) => describeRange(range, timeMs));
  });
}

function describeRange(changes: Group<Change>, timeMs: number): Correction {
  const [first] = changes;
  const isSingle = changes.length === 1 && first.reason !== REMOVED;
  // No spread: a changed convention has more values than a call may have arguments.
  const times = changes.map((change) => change.timeMs).sort((a, b) => a - b);
  const isShared = (pick: (change: Change) => unknown) => changes.every((change) => pick(change) === pick(first));
  return {
    timeMs,
    dataset: first.dataset,
    coinId: isShared(({ coinId }) => coinId) ? first.coinId : null,
    field: isShared(({ field }) => field) ? first.field : null,
    fromMs: times[0] ?? first.timeMs,
    toMs: times.at(-1) ?? first.timeMs,
    count: changes.length,
    old: isSingle ? first.old : null,
    new: isSingle ? first.new : null,
    reason: first.reason,
  };
}
