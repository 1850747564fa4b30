import { describe, expect, it } from "vitest";
import { extendRun, isUnchanged, type UnchangedRun } from "../../../build/market/quotes/live-listings.ts";

const HOUR = 3_600_000;
const seen = { last: 74.62, baseVolume: 12 };

function watch(timesMs: readonly number[]): UnchangedRun {
  let run: UnchangedRun | null = null;
  for (const time of timesMs) run = extendRun(run, seen, time);
  return run!;
}

describe("a book that stands still", () => {
  it("is left out after three builds and three hours", () => {
    expect(isUnchanged(watch([0, HOUR, 3 * HOUR]), 3 * HOUR)).toBe(true);
  });

  it("stays while there were only two builds, however far apart", () => {
    expect(isUnchanged(watch([0, 9 * HOUR]), 9 * HOUR)).toBe(false);
  });

  it("stays while three builds lie within three hours", () => {
    expect(isUnchanged(watch([0, HOUR, 2 * HOUR]), 2 * HOUR)).toBe(false);
  });

  it("starts again with any change of price or volume", () => {
    const run = watch([0, HOUR, 2 * HOUR, 3 * HOUR]);
    expect(extendRun(run, { last: 74.63, baseVolume: 12 }, 4 * HOUR)).toMatchObject({ builds: 1, sinceMs: 4 * HOUR });
    expect(extendRun(run, { last: 74.62, baseVolume: 13 }, 4 * HOUR)).toMatchObject({ builds: 1 });
  });
});
