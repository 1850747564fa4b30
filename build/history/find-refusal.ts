import { renderTime } from "../lib/time.ts";
import { HOURLY, parsePartitionName, SAMPLES } from "./partition-name.ts";
import { readPartition } from "./partition-shelf.ts";
import type { Shelf } from "./shelf.ts";

/**
 * Why a sample of `timeMs` may not be added, or `undefined`. A clock that stepped back would rewrite hours that are over; the time of
 * the newest sample itself is that of a repeated build.
 */
export async function findRefusal(shelf: Shelf, timeMs: number): Promise<string | undefined> {
  const samples = shelf.names(SAMPLES);
  const closed = [...samples, ...shelf.names(HOURLY)].filter((name) => shelf.isClosed(name));
  const closedUntilMs = Math.max(0, ...closed.map((name) => parsePartitionName(name).endMs));
  const newest = samples.at(-1);
  const newestMs = newest === undefined ? 0 : ((await readPartition(shelf, newest)).times.at(-1) ?? 0);
  const knownMs = Math.max(closedUntilMs, newestMs);
  if (timeMs >= knownMs) return undefined;
  return `the market of ${renderTime(timeMs)} is not sampled, because the series already reach ${renderTime(knownMs)}: was a clock set back?`;
}
