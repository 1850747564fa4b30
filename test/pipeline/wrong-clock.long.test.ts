import { expect, it } from "vitest";
import { BUILD_LOG } from "../../build/app/run/build-log.ts";
import { GateRefusal } from "../../build/app/run/gate-refusal.ts";
import { ANSWER_LOG } from "../../build/app/run/reachability.ts";
import type { Reachability } from "../../build/crypto/api/endpoints/reachability.ts";
import { LAST_KNOWN_GOOD } from "../../build/kit/platform/platform.ts";
import { type ChaosBuild, NO_FAULTS, openChaosRun } from "../system/chaos/chaos-run.ts";

const DAY_MINUTES = 24 * 60;
const ANSWERS = ["reachability", "status"];

/** Every time in a published JSON file. */
function listTimes({ tree }: ChaosBuild, path: string): string[] {
  return (
    tree
      ?.get(`api/${path}.json`)
      ?.toString()
      .match(/\d{4}-\d\d-\d\dT[\d:]+Z/g) ?? []
  );
}

it("a refused build with a clock 400 days ahead leaves no time from the future", async () => {
  const run = openChaosRun({ seed: 1 });
  const first = await run.build(0, NO_FAULTS, ANSWERS);
  expect(first.error).toBeUndefined();
  const before = run.state.list().map(({ name, sha256 }) => `${name} ${sha256}`);

  run.setClock(400 * DAY_MINUTES);
  const refused = await run.build(30, NO_FAULTS, ANSWERS);
  expect(refused.error).toBeInstanceOf(GateRefusal);
  expect(run.state.list().map(({ name, sha256 }) => `${name} ${sha256}`)).toEqual(before);

  run.setClock(0);
  const next = await run.build(60, NO_FAULTS, ANSWERS);
  for (const path of ["reachability", "status"]) {
    const times = listTimes(next, path);
    expect(times.length).toBeGreaterThan(10);
    expect(times.filter((time) => time > "2026-12")).toEqual([]);
  }
}, 60_000);

it("a build that is published drops what a clock ahead left in the state, and requests it again", async () => {
  const run = openChaosRun({ seed: 1 });
  await run.build(0, NO_FAULTS, ANSWERS);
  const later = Date.parse("2027-12-23T10:07:00Z");
  // What a build without any upstream's time left, with a clock 400 days ahead.
  const answers = await run.state.read<{ times: number[]; answers: Record<string, string> }>(ANSWER_LOG);
  run.state.write(ANSWER_LOG, {
    times: [...answers!.times, later],
    answers: Object.fromEntries(Object.entries(answers!.answers).map(([id, signs]) => [id, `${signs}1`])),
    errors: { okx: { timeMs: later, text: "from the future" } },
  });
  const builds = (await run.state.read<object[]>(BUILD_LOG))!;
  run.state.write(BUILD_LOG, [...builds, { ...builds[0], timeMs: later }]);
  for (const { name } of run.state.list(LAST_KNOWN_GOOD))
    run.state.write(name, { ...(await run.state.read<object>(name)), fetchedAtMs: later });
  await run.state.commit();

  const next = await run.build(30, NO_FAULTS, ANSWERS);
  expect(next.error).toBeUndefined();
  const rows = JSON.parse(next.tree!.get("api/reachability.json")!.toString()).data as Reachability[];
  expect(rows.filter(({ last_success }) => (last_success ?? "") > "2026-11-19")).toEqual([]);
  expect(JSON.stringify(rows)).not.toContain("from the future");
  const { data } = JSON.parse(next.tree!.get("api/status.json")!.toString());
  expect(data.builds.map(({ generated_at }: { generated_at: string }) => generated_at)).toEqual([
    "2026-11-18T10:37:00Z",
    "2026-11-18T10:07:00Z",
  ]);
  expect(JSON.stringify(await run.state.read(ANSWER_LOG))).not.toContain(String(later));
}, 60_000);
