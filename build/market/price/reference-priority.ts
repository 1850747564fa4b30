import type { Dataset, RecordKind } from "../../normalise/record.ts";

/** Sources without a declared priority come after all others. */
const LAST = Number.MAX_SAFE_INTEGER;

/** By the declared priority of the source, then by name: the order of arrival has no influence. */
export function compareByPriority(a: Dataset, b: Dataset): number {
  return (a.priority ?? LAST) - (b.priority ?? LAST) || compareText(a.source, b.source) || compareText(a.feed, b.feed);
}

/**
 * The dataset of the first source that answered in this run, else of the first that has anything.
 */
export function pickDataset<K extends RecordKind>(datasets: readonly Dataset<K>[]): Dataset<K> | undefined {
  const ordered = [...datasets].sort(compareByPriority);
  return ordered.find(({ stale }) => !stale) ?? ordered[0];
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
