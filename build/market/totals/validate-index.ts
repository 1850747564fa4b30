import type { Dataset, IndexValue } from "../../normalise/record.ts";
import { INDEX_RULES } from "../rules/totals.ts";

export interface ValidatedIndex {
  values: IndexValue[];
  /** What was left out, a sentence for each value. */
  doubts: string[];
  /** The newest value was left out. */
  stale: boolean;
}

/**
 * The long series with the newest days laid over it, one value a day, ascending; without values
 * that no day leads to and that the next day does not confirm.
 */
export function validateIndex(datasets: readonly Dataset<"index">[]): ValidatedIndex {
  const ordered = [...datasets].sort((a, b) => a.fetchedAtMs - b.fetchedAtMs);
  const byTime = new Map(ordered.flatMap(({ records }) => records.map((value) => [value.timeMs, value])));
  const values: IndexValue[] = [];
  const doubts: string[] = [];
  let refused: IndexValue | undefined;
  let seenMs = 0;
  for (const value of [...byTime.values()].sort((a, b) => a.timeMs - b.timeMs)) {
    const last = values.at(-1);
    if (
      last === undefined ||
      value.timeMs - seenMs > INDEX_RULES.comparedMs ||
      isWithin(value, last, INDEX_RULES.maxMove)
    ) {
      values.push(value);
      refused = undefined;
    } else if (refused !== undefined && isConfirmed(refused, value)) {
      values.push(refused, value);
      doubts.pop();
      refused = undefined;
    } else {
      doubts.push(`${value.value} after ${last.value}`);
      refused = value;
    }
    seenMs = value.timeMs;
  }
  return { values, doubts, stale: refused !== undefined };
}

function isConfirmed(refused: IndexValue, next: IndexValue): boolean {
  return next.timeMs - refused.timeMs <= INDEX_RULES.consecutiveMs && isWithin(next, refused, INDEX_RULES.agreement);
}

function isWithin(a: IndexValue, b: IndexValue, distance: number): boolean {
  return Math.abs(a.value - b.value) <= distance;
}
