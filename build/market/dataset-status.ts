import type { Dataset, RecordKinds } from "../normalise/record.ts";
import type { DatasetStatus } from "./market.ts";

/**
 * When the newest observation in a dataset was made: what its records state, where they state it,
 * else when it was fetched.
 */
export function findObservedAt({ kind, records, fetchedAtMs }: Dataset): number {
  const read = OBSERVED[kind] as ((record: RecordKinds[typeof kind]) => number | null) | undefined;
  if (read === undefined) return fetchedAtMs;
  let newest: number | null = null;
  for (const record of records) {
    const timeMs = read(record);
    if (timeMs !== null && (newest === null || timeMs > newest)) newest = timeMs;
  }
  // A clock ahead of ours must not make an answer younger than its arrival.
  return newest === null ? fetchedAtMs : Math.min(newest, fetchedAtMs);
}

const OBSERVED: { [K in keyof RecordKinds]?: (record: RecordKinds[K]) => number | null } = {
  coin: ({ updatedAtMs }) => updatedAtMs,
  global: ({ updatedAtMs }) => updatedAtMs,
  tvl: ({ timeMs }) => timeMs,
  index: ({ timeMs }) => timeMs,
  rate: ({ date }) => Date.parse(`${date}T00:00:00Z`),
  article: ({ publishedAtMs }) => publishedAtMs,
};

/** How often a source has something new, and when what follows an observation is due. */
export interface Timing {
  cadenceOf(source: string, feed: string): number;
  /** Absent, or without an answer: one cadence later. */
  nextDueMs?(source: string, observedMs: number): number | undefined;
}

export function buildDatasetStatus(dataset: Dataset, { cadenceOf, nextDueMs }: Timing): DatasetStatus {
  const { source, feed, kind, fetchedAtMs, stale } = dataset;
  const cadenceMs = cadenceOf(source, feed);
  const observedAtMs = findObservedAt(dataset);
  const dueAtMs = Math.max(nextDueMs?.(source, observedAtMs) ?? 0, observedAtMs + cadenceMs);
  return { source, feed, kind, fetchedAtMs, stale, cadenceMs, observedAtMs, dueAtMs };
}
