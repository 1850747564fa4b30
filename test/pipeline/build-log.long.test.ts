import { afterAll, beforeAll, expect, it } from "vitest";
import { openSampleRuns, type SampleRun, type SampleRuns } from "./sample-runs.ts";

interface Status {
  data: {
    generated_at: string;
    builds: { generated_at: string; passed: boolean; failed_checks: string[]; duration_seconds: number | null }[];
  };
}

let runs: SampleRuns;
beforeAll(async () => {
  runs = await openSampleRuns(12);
});
afterAll(() => runs.close());

const read = (build: SampleRun) => build.read<Status>("status").data;

it("a refused build leaves its trace in the next one that is published", async () => {
  const first = read(await runs.build(0));
  expect(first.builds).toEqual([expect.objectContaining({ generated_at: first.generated_at, passed: true })]);

  const refused = await runs.build(30, () => new Error("no network"));
  expect([refused.gate.passed, refused.files.size]).toEqual([false, 0]);

  const { builds } = read(await runs.build(60));
  expect(builds.map(({ generated_at, passed }) => [generated_at, passed])).toEqual([
    ["2026-11-18T11:07:00Z", true],
    ["2026-11-18T10:37:00Z", false],
    ["2026-11-18T10:07:00Z", true],
  ]);
  expect(builds[1]!.failed_checks).toEqual(refused.gate.checks.flatMap(({ id, passed }) => (passed ? [] : id)));
  // No duration is measured, as in a replay: the same input gives the same bytes.
  expect(builds.map(({ duration_seconds }) => duration_seconds)).toEqual([null, null, null]);
}, 60_000);
