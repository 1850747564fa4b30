import type { Dataset, IndexValue } from "../../normalise/record.ts";
import { INDEX_RULES } from "../rules/totals.ts";

/**
 * The long series with the newest days over it, one value per day, ascending. A value far from the
 * last accepted one is left out, unless the next value confirms it. `stale`: the newest one was
 * left out.
 */
export function validateIndex(datasets: readonly Dataset<"index">[]) {
  const ordered = [...datasets].sort((a, b) => a.fetchedAtMs - b.fetchedAtMs);
  const byTime = new Map(ordered.flatMap(({ records }) => records.map((value) => [value.timeMs, value])));
  const values: IndexValue[] = [];
  const warnings: string[] = [];
  let refused: IndexValue | undefined;
  for (const value of [...byTime.values()].sort((a, b) => a.timeMs - b.timeMs)) {
    const last = values.at(-1);
    if (last === undefined || isWithin(value, last, INDEX_RULES.maxMove)) {
      values.push(value);
      refused = undefined;
    } else if (refused !== undefined && isWithin(value, refused, INDEX_RULES.agreement)) {
      values.push(refused, value);
      warnings.pop();
      refused = undefined;
    } else {
      warnings.push(`${value.value} after ${last.value}`);
      refused = value;
    }
  }
  return { values, warnings, stale: refused !== undefined };
}

function isWithin(a: IndexValue, b: IndexValue, points: number): boolean {
  return Math.abs(a.value - b.value) <= points;
}
