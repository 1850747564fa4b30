import { HOURLY, PENDING_DAYS, parsePartitionName, SAMPLES } from "../history/partition-name.ts";
import { HOURLY_KEPT_MS, SAMPLES_KEPT_MS } from "../history/retain.ts";
import { HOUR_MS } from "../lib/time.ts";
import { LAST_KNOWN_GOOD } from "../platform/platform.ts";

/** Longer than a run: this run cannot have moved days that a backfill pushed after its restore. */
const RUN_MS = 2 * HOUR_MS;

/**
 * The documents that the data branch does not need: last known good answers, and documents that the
 * state of this build no longer holds because they expired or were moved into the series. Keeps
 * everything else that only the branch has.
 */
export function findPrunable(
  documents: Iterable<{ name: string; updatedAtMs: number }>,
  isHeld: (name: string) => boolean,
  now: number,
): string[] {
  const isOld = (name: string, keptMs: number): boolean => parsePartitionName(name).endMs <= now - keptMs;
  const isPrunable = (name: string, updatedAtMs: number): boolean => {
    if (name.startsWith(LAST_KNOWN_GOOD)) return true;
    if (isHeld(name)) return false;
    if (name.startsWith(SAMPLES)) return isOld(name, SAMPLES_KEPT_MS);
    if (name.startsWith(HOURLY)) return isOld(name, HOURLY_KEPT_MS);
    return name.startsWith(PENDING_DAYS) && updatedAtMs <= now - RUN_MS;
  };
  return [...documents].flatMap(({ name, updatedAtMs }) => (isPrunable(name, updatedAtMs) ? [name] : []));
}
