import { expect, it } from "vitest";
import { STATE_KINDS } from "../../../build/cli/state-kinds.ts";
import { DAY_MS } from "../../../build/lib/time.ts";
import { restoreState } from "../../../build/platform/state/restore.ts";
import { verifyState } from "../../../build/platform/state/state-verify.ts";
import { makeTempFolder } from "../../cleanup.ts";
import {
  copyFolder,
  fileOf,
  fillState,
  flipBit,
  NOON,
  noSite,
  readState,
  recordProgress,
  snapshot,
} from "../state-folder.ts";

const NAME = "samples/2026-11-20";
const samples = (...times: number[]) => {
  const column = times.map((time) => time * 10);
  return { times, coins: { bitcoin: { prices: column, marketCaps: column, totalVolumes: column } } };
};

async function restore(into: string, from: string[]): Promise<string[]> {
  const progress = recordProgress();
  await restoreState({
    from,
    into,
    world: "live",
    fetch: noSite,
    warn: progress.warn,
    kinds: STATE_KINDS,
    now: () => NOON,
  });
  expect(verifyState(into).faults).toEqual([]);
  return progress.warnings;
}

it("open series of two places are joined, whichever was written later", async () => {
  for (const [own, other] of [
    [NOON - 2, NOON - 1],
    [NOON - 1, NOON - 2],
  ] as const) {
    const into = await fillState(makeTempFolder(), { [NAME]: samples(1, 2) }, { now: () => own });
    const site = await fillState(makeTempFolder(), { [NAME]: samples(2, 3), new: 1 }, { now: () => other });
    expect(await restore(into, [site])).toEqual([]);
    expect(await readState(into)).toEqual({ [NAME]: samples(1, 2, 3), new: 1 });
  }
});

it("closed series that diverged are joined, and a newer copy of the same series is kept as it is", async () => {
  const day = "hourly/2026-11-19";
  const reopen = { reopen: "filled in", closed: true };
  const state = await fillState(makeTempFolder(), { [day]: samples(1) }, { closed: true, now: () => NOON - 9 });
  const branch = await fillState(copyFolder(state), { [day]: samples(0, 1) }, { ...reopen, now: () => NOON - 8 });
  const into = makeTempFolder();
  expect(await restore(into, [state, branch])).toEqual([]);
  expect(snapshot(into)).toEqual(snapshot(branch));

  const equal = await fillState(copyFolder(state), { [day]: samples(1, 2) }, { ...reopen, now: () => NOON - 7 });
  const lower = await fillState(makeTempFolder(), { [day]: samples(1, 3) }, { closed: true, now: () => NOON - 6 });
  for (const [site, union] of [
    [equal, samples(0, 1, 2)],
    [lower, samples(0, 1, 3)],
  ] as const) {
    const joined = makeTempFolder();
    await restore(joined, [site, branch]);
    expect(await readState(joined)).toEqual({ [day]: union });
    // A further restore from there changes nothing.
    const again = makeTempFolder();
    await restore(again, [joined, branch, site]);
    expect(snapshot(again)).toEqual(snapshot(joined));
  }
});

it("a version with a time in the future is used only where there is no other", async () => {
  const ahead = { now: () => NOON + 10 * DAY_MS };
  const into = await fillState(makeTempFolder(), { [NAME]: samples(1, 2, 3), note: "ours" });
  const site = await fillState(makeTempFolder(), { [NAME]: samples(9), note: "theirs", only: 1 }, ahead);
  await restore(into, [site]);
  expect(await readState(into)).toEqual({ [NAME]: samples(1, 2, 3), note: "ours", only: 1 });
});

it("a closed series is joined with an open one, and a damaged one is reported and skipped", async () => {
  const into = await fillState(makeTempFolder(), { [NAME]: samples(1) }, { closed: true });
  const site = await fillState(makeTempFolder(), { [NAME]: samples(1, 2) }, { now: () => NOON - 1 });
  await restore(into, [site]);
  expect(await readState(into)).toEqual({ [NAME]: samples(1, 2) });

  const own = await fillState(makeTempFolder(), { [NAME]: samples(1) });
  flipBit(fileOf(site, NAME));
  expect(await restore(own, [site])).toEqual([expect.stringContaining(NAME)]);
  expect(await readState(own)).toEqual({ [NAME]: samples(1) });
});
