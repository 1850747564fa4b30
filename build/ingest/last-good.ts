import type { StateStore, Validators } from "../effects/effects.ts";
import type { RecordKind, RecordKinds } from "../normalise/record.ts";
import type { Feed } from "../sources/source.ts";

/** A feed's last good answer as the state keeps it. `times[i]` is when `records[i]` was fetched. */
export interface LastGood<K extends RecordKind = RecordKind> {
  fetchedAtMs: number;
  validators: Validators;
  records: RecordKinds[K][];
  times: number[];
}

/** The name of a feed's document in the state. */
export function lastGoodName(source: string, feed: string): string {
  return `last-good/${source}.${feed}`;
}

export async function readLastGood(state: StateStore, source: string, feed: string): Promise<LastGood | undefined> {
  return state.read<LastGood>(lastGoodName(source, feed));
}

/**
 * The records to keep from now on: the fresh ones, and those of earlier answers that a feed keeps (`keepMs`) or that a
 * page which failed just now would have brought (`complete` is false).
 */
export function mergeLastGood(
  feed: Feed,
  before: LastGood | undefined,
  fresh: readonly RecordKinds[RecordKind][],
  now: number,
  complete: boolean,
): LastGood {
  const records = [...fresh];
  const times = fresh.map(() => now);
  const { key } = feed;
  if (before !== undefined && key !== undefined && (feed.keepMs !== undefined || !complete)) {
    const present = new Set(fresh.map(key));
    before.records.forEach((record, index) => {
      const time = before.times[index] ?? before.fetchedAtMs;
      if (present.has(key(record)) || (feed.keepMs !== undefined && now - time > feed.keepMs)) return;
      records.push(record);
      times.push(time);
    });
  }
  return { fetchedAtMs: now, validators: {}, records, times };
}
