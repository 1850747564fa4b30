import { expect, it } from "vitest";
import {
  findDoneTime,
  noteAbsent,
  type PastSeries,
  type PastWork,
} from "../../../build/crypto/backfill/past-hours/plan-past-hours.ts";
import { nameCursor, readCursors } from "../../../build/crypto/history/past-hours-document.ts";
import { DAY_MS } from "../../../build/lib/time.ts";

const BORDER = 1_000;
const seriesOf = (id: string): PastSeries =>
  ({ coinId: "x", source: { kind: "candles", id }, key: nameCursor("x", id), firstMs: 0 }) as unknown as PastSeries;

/** `venues`: of this build. `lost`: sources that failed four times. */
function createWork(
  venues: readonly string[],
  reachedMs: Record<string, number>,
  lost: readonly string[] = [],
): PastWork {
  const retries = lost.map((id) => [`x past ${id}`, { retryAt: 0, failures: 4 }] as const);
  return {
    series: venues.map(seriesOf),
    reachedMs: readCursors({ reachedMs, doneFromMs: null }),
    retries: new Map(retries),
    borderMs: BORDER,
    asOfMs: BORDER,
  };
}

it.each<[string, PastWork, number | undefined]>([
  ["the venue that was asked last", createWork(["a", "b"], { "x a": 300, "x b": 700 }), 700],
  ["a venue that was not asked yet", createWork(["a", "b"], { "x a": 300 }), BORDER],
  ["a venue that is absent from this build", createWork(["a"], { "x a": 0, "x b": 900 }), 900],
  ["the only venue, which is absent", createWork([], { "x b": 900 }), 900],
  ["no venue that is lost", createWork(["a"], { "x a": 300, "x b": 900 }, ["b"]), 300],
  [
    "the lost venue that was read furthest, where all are lost",
    createWork([], { "x a": 300, "x b": 900 }, ["a", "b"]),
    300,
  ],
  ["nothing, where no venue ever answered", createWork(["a"], {}, ["a"]), undefined],
  ["no venue, where there never was one", createWork([], {}), 0],
  ["no venue, as an earlier version wrote it", createWork([], { "x none": 0 }), 0],
  ["venues of this coin alone", createWork(["a"], { "x a": 300, "xy b": 900 }), 300],
])("the hours of a coin are done as far as %s says", (_, work, expected) => {
  expect(findDoneTime(work, "x")).toBe(expected);
});

it("a venue that is absent for more than two days is lost", () => {
  const work = createWork([], { "x a": 300, "x b": 900 });
  const times: number[] = [];
  for (let day = 0; day <= 4; day += 0.25) {
    work.asOfMs = BORDER + day * DAY_MS;
    noteAbsent(work, "x");
    if (findDoneTime(work, "x") === 300) times.push(day);
  }
  expect(times[0]).toBeCloseTo(1.75, 1);
});
