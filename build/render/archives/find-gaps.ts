import type { ArchiveEntry } from "../../api/archive-entry.ts";
import { DAY_MS, floorTo } from "../../lib/time.ts";

/** The runs of whole UTC days that a daily series has no point for, between its first and its last point. */
export function findGaps(timesMs: Iterable<number>, reason: string): ArchiveEntry["gaps"] {
  const days = [...new Set([...timesMs].map((time) => floorTo(time, DAY_MS)))].sort((a, b) => a - b);
  return days.flatMap((day, at) => {
    const before = days[at - 1];
    if (before === undefined || day - before === DAY_MS) return [];
    return [{ fromMs: before + DAY_MS, toMs: day - DAY_MS, reason }];
  });
}
