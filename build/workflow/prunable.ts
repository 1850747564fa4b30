import { HOURLY, PENDING_DAYS, parsePartitionName, SAMPLES } from "../history/partition-name.ts";
import { HOURLY_KEPT_MS, SAMPLES_KEPT_MS } from "../history/retain.ts";
import { HOUR_MS } from "../lib/time.ts";
import { LAST_KNOWN_GOOD } from "../platform/platform.ts";

/** Longer than a run: days that a backfill pushed meanwhile were not there when this run restored, so it cannot have settled them. */
const RUN_MS = 2 * HOUR_MS;

/**
 * The documents that the data branch does without: last answers, and what the newer state, which `holds` tells of, has let go because it
 * expired or was moved into the series. Anything else that only the branch has is kept: nothing of ours removes it.
 */
export function findForgettable(
  documents: Iterable<{ name: string; updatedAtMs: number }>,
  holds: (name: string) => boolean,
  now: number,
): string[] {
  const isOld = (name: string, keptMs: number): boolean => parsePartitionName(name).endMs <= now - keptMs;
  const isForgettable = (name: string, updatedAtMs: number): boolean => {
    if (name.startsWith(LAST_KNOWN_GOOD)) return true;
    if (holds(name)) return false;
    if (name.startsWith(SAMPLES)) return isOld(name, SAMPLES_KEPT_MS);
    if (name.startsWith(HOURLY)) return isOld(name, HOURLY_KEPT_MS);
    return name.startsWith(PENDING_DAYS) && updatedAtMs <= now - RUN_MS;
  };
  return [...documents].flatMap(({ name, updatedAtMs }) => (isForgettable(name, updatedAtMs) ? [name] : []));
}
