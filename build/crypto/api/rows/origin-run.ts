import { renderTime } from "../../../lib/time.ts";
import type { Series } from "../../history/series.ts";

/** Points that follow one another and have one origin. */
export interface OriginRun {
  /** Time of the first point. */
  from: string;
  /** `null`: our own prices. */
  source: string | null;
  points: number;
}

/** The runs of points with one origin, in the order of the points. */
export function listOrigins({ times, origins }: Pick<Series, "times" | "origins">): OriginRun[] {
  const runs: OriginRun[] = [];
  const first = times[0];
  if (first === undefined) return runs;
  if (origins === undefined) return [{ from: renderTime(first), source: null, points: times.length }];
  let run: OriginRun | undefined;
  // No `entries()`: it makes an array for every point of every coin.
  for (let at = 0; at < times.length; at += 1) {
    const source = origins[at] ?? null;
    if (run?.source === source) {
      run.points += 1;
    } else {
      run = { from: renderTime(times[at]!), source, points: 1 };
      runs.push(run);
    }
  }
  return runs;
}

/** The origins of some of the points: `kept` are their positions, ascending. */
export function selectOrigins(
  runs: readonly OriginRun[],
  times: readonly number[],
  kept: readonly number[],
): OriginRun[] {
  const known = runs.reduce((sum, { points }) => sum + points, 0);
  if (kept.length === times.length && known === times.length) return [...runs];
  const origins = runs.flatMap(({ source, points }) => new Array<string | null>(points).fill(source));
  return listOrigins({
    times: kept.flatMap((at) => times[at] ?? []),
    origins: kept.map((at) => origins[at] ?? null),
  });
}
