import { renderTime } from "../lib/time.ts";
import type { StateStore } from "../platform/platform.ts";
import { listNames, readPartition } from "./partition-document.ts";
import { HOURLY, parsePartitionName, SAMPLES } from "./partition-name.ts";
import { HOURLY_KEPT_MS } from "./retain.ts";

/**
 * Why a sample of `timeMs` may not be added, or `undefined`. A clock that stepped back would rewrite hours that are over; the time of
 * the newest sample itself is that of a repeated build. A leap beyond the hourly retention would expire every hour there is: only a
 * clock that others confirmed (`isClockConfirmed`) may say that there was no build for so long.
 */
export async function findRefusal(
  state: StateStore,
  timeMs: number,
  isClockConfirmed: boolean,
): Promise<string | undefined> {
  const samples = listNames(state, SAMPLES);
  const closed = [...samples, ...listNames(state, HOURLY)].filter((name) => state.find(name)?.closed === true);
  const closedUntilMs = Math.max(0, ...closed.map((name) => parsePartitionName(name).endMs));
  const newest = samples.at(-1);
  const newestMs = newest === undefined ? 0 : ((await readPartition(state, newest)).times.at(-1) ?? 0);
  const knownMs = Math.max(closedUntilMs, newestMs);
  if (knownMs > 0 && timeMs - knownMs > HOURLY_KEPT_MS && !isClockConfirmed)
    return `the market of ${renderTime(timeMs)} is not sampled, because the series end at ${renderTime(knownMs)}, so long before that all hours would expire, and no other clock confirms the time: was a clock set forward?`;
  if (timeMs >= knownMs) return undefined;
  return `the market of ${renderTime(timeMs)} is not sampled, because the series already reach ${renderTime(knownMs)}: was a clock set back?`;
}
