import { DAY_MS } from "../lib/time.ts";
import type { RecordKind, RecordKinds } from "../normalise/record.ts";
import type { Feed, FeedRequest, RequestFailure } from "../sources/source.ts";

/** Beyond this nothing waits longer: what nobody asked for in so long is asked for anew. */
const REMEMBERED_MS = 90 * DAY_MS;

/**
 * Which of the records that single requests were to bring are still missing, and how often in a row: a page that is gone must not
 * take the place of others in every run.
 */
export function countFailures(
  feed: Feed,
  requests: readonly FeedRequest[],
  records: readonly RecordKinds[RecordKind][],
  before: Readonly<Record<string, RequestFailure>>,
  now: number,
): Record<string, RequestFailure> {
  const brought = new Set(feed.key === undefined ? [] : records.map(feed.key));
  const failures = Object.fromEntries(Object.entries(before).filter(([, { atMs }]) => now - atMs <= REMEMBERED_MS));
  for (const { brings } of requests) {
    if (brings === undefined) continue;
    if (brought.has(brings)) delete failures[brings];
    else failures[brings] = { inARow: (before[brings]?.inARow ?? 0) + 1, atMs: now };
  }
  return failures;
}
