import { z } from "zod";
import type { Series } from "../../history/history.ts";
import { renderTime } from "../../lib/time.ts";
import { count, maybeText, time } from "../field.ts";

export const OriginsField = z
  .array(
    z
      .strictObject({
        from: time("Time of the first point of the run"),
        source: maybeText("Id of the source that the points are from; null where they are this project's own prices"),
        points: count("Number of points"),
      })
      .describe("Points that follow one another and have one origin"),
  )
  .describe("Where the points are from, in their order; a point of our own goes before any other");

/** Points that follow one another and have one origin; `source` is `null` where they are our own. */
export interface OriginRun {
  from: string;
  source: string | null;
  points: number;
}

/** The points as runs of one origin. */
export function listOrigins({ times, origins }: Pick<Series, "times" | "origins">): OriginRun[] {
  const runs: OriginRun[] = [];
  const first = times[0];
  if (first === undefined) return runs;
  if (origins === undefined) return [{ from: renderTime(first), source: null, points: times.length }];
  let run: OriginRun | undefined;
  for (let point = 0; point < times.length; point += 1) {
    const source = origins[point] ?? null;
    if (run?.source === source) {
      run.points += 1;
    } else {
      run = { from: renderTime(times[point] as number), source, points: 1 };
      runs.push(run);
    }
  }
  return runs;
}
