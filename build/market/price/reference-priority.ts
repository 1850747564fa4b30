import type { Dataset, RecordKind } from "../../normalise/record.ts";

/** Which reference source is asked first; the others complete it when it is old or missing. */
const PRIORITY: readonly string[] = ["coingecko", "coinpaprika", "coinlore"];

/**
 * Orders datasets by what is known of their sources; the same order whatever order they came in.
 */
export function compareByPriority(a: Dataset, b: Dataset): number {
  return priorityOf(a) - priorityOf(b) || compareText(a.source, b.source) || compareText(a.feed, b.feed);
}

/**
 * The dataset of the first source that answered in this run, else of the first that has anything.
 */
export function pickDataset<K extends RecordKind>(datasets: readonly Dataset<K>[]): Dataset<K> | undefined {
  const ordered = [...datasets].sort(compareByPriority);
  return ordered.find(({ stale }) => !stale) ?? ordered[0];
}

function priorityOf({ source }: Dataset): number {
  const index = PRIORITY.indexOf(source);
  return index === -1 ? PRIORITY.length : index;
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
