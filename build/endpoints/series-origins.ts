import { z } from "zod";
import type { Series } from "../history/history.ts";
import { renderTime } from "../lib/time.ts";
import { count, maybeText, time } from "./field.ts";

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

/** The points as runs of one origin. */
export function listOrigins({
  times,
  origins,
}: Pick<Series, "times" | "origins">): { from: string; source: string | null; points: number }[] {
  const runs: { from: string; source: string | null; points: number }[] = [];
  const first = times[0];
  if (first === undefined) return runs;
  if (origins === undefined) return [{ from: renderTime(first), source: null, points: times.length }];
  times.forEach((timeMs, point) => {
    const source = origins[point] ?? null;
    const run = runs.at(-1);
    if (run !== undefined && run.source === source) run.points += 1;
    else runs.push({ from: renderTime(timeMs), source, points: 1 });
  });
  return runs;
}
