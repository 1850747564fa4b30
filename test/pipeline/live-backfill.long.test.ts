import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSampleRuns, type SampleRun, type SampleRuns, START } from "./sample-runs.ts";

const HOUR = 60;
/** Minutes from the first build to the first one after midnight. */
const MIDNIGHT = (Date.parse("2026-11-19T00:07:00Z") - START) / 60_000;

interface Served {
  data: { points: number };
}

const countDays = (run: SampleRun) => run.read<Served>("coins/btc/history/all").data.points;
const listCharts = ({ urls }: SampleRun) => urls.filter((url) => url.includes("/chart"));
const hashLong = ({ files }: SampleRun) =>
  new Map(
    [...files].flatMap(([path, body]) =>
      /history\/(1y|all)\.json$/.test(path) ? [[path, createHash("sha256").update(body).digest("hex")]] : [],
    ),
  );

describe("live builds that each know only what the last one published", () => {
  let runs: SampleRuns;
  const first: SampleRun[] = [];
  const second: SampleRun[] = [];
  let third: SampleRun;
  beforeAll(async () => {
    runs = await openSampleRuns(8, { backfill: 4, live: true });
    for (const minutes of [0, 30]) first.push(await runs.build(minutes));
    for (const hours of [0, 1, 2, 3]) second.push(await runs.build(MIDNIGHT + hours * HOUR));
    third = await runs.build(MIDNIGHT + 24 * HOUR);
  }, 60_000);
  afterAll(() => runs.close());

  it("show in the second build what the first one filled in", () => {
    expect(countDays(first[0]!)).toBe(0);
    expect(countDays(first[1]!)).toBeGreaterThan(300);
  });

  it("go on with the backfill instead of starting again", () => {
    const asked = [...first, ...second].flatMap(listCharts);
    expect(asked.length).toBeGreaterThan(3);
    expect(new Set(asked).size).toBe(asked.length);
  });

  it("serve the same bytes of 1y and all from the first build of a UTC day to its last", () => {
    const [opening, ...later] = second.map(hashLong);
    expect(opening!.size).toBeGreaterThan(8);
    for (const hashes of later) expect(hashes).toEqual(opening);
  });

  it("serve on the next day what was filled in on this one", () => {
    expect(second.flatMap(listCharts).length).toBeGreaterThan(0);
    expect(countDays(third)).toBeGreaterThan(countDays(second[3]!) + 100);
  });
});
