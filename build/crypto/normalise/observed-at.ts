import { MINUTE_MS } from "../../lib/time.ts";
import type { Dataset, RecordKinds } from "./record.ts";

/**
 * An exchange's tickers that were made longer than this before they arrived come from a cache, and
 * are refused. If it is too short, a machine whose clock is minutes ahead loses all exchanges that
 * state a time; if it is too long, old prices count as live ones.
 */
export const MAX_ANSWER_AGE_MS = 10 * MINUTE_MS;

/** Time of the newest observation in a dataset by its records, otherwise when it was fetched. */
export function findObservedAt({ kind, records, fetchedAtMs }: Pick<Dataset, "kind" | "records" | "fetchedAtMs">) {
  const read = OBSERVED[kind] as ((record: RecordKinds[typeof kind]) => number | null) | undefined;
  if (read === undefined) return fetchedAtMs;
  let newest: number | null = null;
  for (const record of records) {
    const timeMs = read(record);
    if (timeMs !== null && (newest === null || timeMs > newest)) newest = timeMs;
  }
  // A wrong upstream clock must not make a response younger than its arrival.
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
