import { HOURLY, PENDING_DAYS, parsePartitionName, SAMPLES } from "../history/partition-name.ts";
import { HOURLY_KEPT_MS, SAMPLES_KEPT_MS } from "../history/retain.ts";

/** What upstreams said last is a convenience of the next build, and most of what changes. */
const LAST_GOOD = "last-good/";

/**
 * The documents that the data branch does without: last answers, and what the newer state, which `holds` tells of, has let go because it
 * expired or was moved into the series. Anything else that only the branch has is kept: nothing of ours removes it.
 */
export function findForgettable(names: readonly string[], holds: (name: string) => boolean, now: number): string[] {
  const isOld = (name: string, keptMs: number): boolean => parsePartitionName(name).endMs <= now - keptMs;
  return names.filter((name) => {
    if (name.startsWith(LAST_GOOD)) return true;
    if (holds(name)) return false;
    if (name.startsWith(SAMPLES)) return isOld(name, SAMPLES_KEPT_MS);
    if (name.startsWith(HOURLY)) return isOld(name, HOURLY_KEPT_MS);
    return name.startsWith(PENDING_DAYS);
  });
}
