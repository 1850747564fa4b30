import type { Dataset, IndexValue } from "../../normalise/record.ts";
import { INDEX_RULES } from "../rules/totals.ts";

/**
 * The long series with the newest days over it, one value per day, ascending. Values far from the
 * day before are left out, unless the next day confirms them. `stale`: the newest one was left out.
 */
export function validateIndex(datasets: readonly Dataset<"index">[]) {
  const ordered = [...datasets].sort((a, b) => a.fetchedAtMs - b.fetchedAtMs);
  const byTime = new Map(ordered.flatMap(({ records }) => records.map((value) => [value.timeMs, value])));
  const values: IndexValue[] = [];
  const warnings: string[] = [];
  let refused: IndexValue | undefined;
  let seenMs = 0;
  for (const value of [...byTime.values()].sort((a, b) => a.timeMs - b.timeMs)) {
    const last = values.at(-1);
    if (
      last === undefined ||
      value.timeMs - seenMs > INDEX_RULES.comparedMs ||
      isNearValue(value, last, INDEX_RULES.maxMove)
    ) {
      values.push(value);
      refused = undefined;
    } else if (refused !== undefined && isRepeated(refused, value)) {
      values.push(refused, value);
      warnings.pop();
      refused = undefined;
    } else {
      warnings.push(`${value.value} after ${last.value}`);
      refused = value;
    }
    seenMs = value.timeMs;
  }
  return { values, warnings, stale: refused !== undefined };
}

function isRepeated(refused: IndexValue, next: IndexValue): boolean {
  return next.timeMs - refused.timeMs <= INDEX_RULES.consecutiveMs && isNearValue(next, refused, INDEX_RULES.agreement);
}

function isNearValue(a: IndexValue, b: IndexValue, distance: number): boolean {
  return Math.abs(a.value - b.value) <= distance;
}
