import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { restoreState } from "../../../../build/kit/platform/state/restore.ts";
import { mergeStates, verifyState } from "../../../../build/kit/platform/state/state-open.ts";
import { makeTempFolder } from "../../../cleanup.ts";
import { createStateStore } from "../open-store.ts";
import { fileOf, fillState, flipBit, NOON, openAndClose, readState, snapshot } from "../state-folder.ts";

const union = (older: unknown, newer: unknown) => {
  const entries = Object.entries({ ...(older as object), ...(newer as object) }).sort();
  return { value: Object.fromEntries(entries), rows: entries.length };
};
const fail = (message: string): never => {
  throw new Error(message);
};
const kinds = { "daily/": { merge: union } };

function list(folder: string) {
  const store = createStateStore(folder, { now: () => 0, world: "live" });
  store.close();
  return Object.fromEntries(store.list().map((info) => [info.name, info]));
}

describe("two states joined", () => {
  test("hold every document of both, the newer one where they differ", async () => {
    const a = await fillState(makeTempFolder(), { coins: "old", same: 1, left: 1 });
    const b = await fillState(makeTempFolder(), { coins: "new", same: 1, right: 1 }, { now: () => NOON + 1 });
    for (const [first, second] of [
      [a, b],
      [b, a],
    ] as const) {
      const into = makeTempFolder();
      await mergeStates([first, second], into, kinds, fail);
      expect(await readState(into)).toEqual({ coins: "new", same: 1, left: 1, right: 1 });
      expect(verifyState(into).faults).toEqual([]);
      expect(list(into)).toMatchObject({ coins: { updatedAtMs: NOON + 1 }, left: { updatedAtMs: NOON } });
    }
  });

  test("join series by their content, and can be joined with either of them again", async () => {
    const a = await fillState(makeTempFolder(), { "daily/2025": { x: 1, y: 1 } }, { closed: true });
    const b = await fillState(
      makeTempFolder(),
      { "daily/2025": { y: 2, z: 2 } },
      { closed: true, now: () => NOON + 1 },
    );
    const into = makeTempFolder();
    await mergeStates([b, a], into, kinds, fail);
    expect(await readState(into)).toEqual({ "daily/2025": { x: 1, y: 2, z: 2 } });
    expect(list(into)).toMatchObject({
      "daily/2025": { rows: 3, closed: true, revision: 1, reopened: "merged with another state" },
    });
    const again = makeTempFolder();
    await mergeStates([a, into, b], again, kinds, fail);
    expect(snapshot(again)).toEqual(snapshot(into));
  });

  test("keep a document that already has all of the other", async () => {
    const a = await fillState(makeTempFolder(), { "daily/2025": { x: 1, y: 1 } }, { closed: true });
    const b = await fillState(makeTempFolder(), { "daily/2025": { y: 1 } }, { closed: true, now: () => NOON - 1 });
    const into = makeTempFolder();
    await mergeStates([a, b], into, kinds, fail);
    expect(snapshot(into)).toEqual(snapshot(a));
  });

  test("have the higher revision, also where the lower one has all rows", async () => {
    const name = "daily/2025";
    const branch = await fillState(makeTempFolder(), { [name]: { x: 1, y: 1 } }, { closed: true });
    const site = await fillState(makeTempFolder(), { [name]: {} }, { closed: true });
    await fillState(site, { [name]: { y: 1 } }, { reopen: "filled in", now: () => NOON + 1 });
    const into = makeTempFolder();
    await mergeStates([branch, site], into, kinds, fail);
    expect(await readState(into)).toEqual({ [name]: { x: 1, y: 1 } });
    expect(list(into)).toMatchObject({ [name]: { closed: true, revision: 2, updatedAtMs: NOON + 1 } });
  });

  test("open a document whose derived values change, and not again once it is closed", async () => {
    const reopening = { "samples/": { merge: (a: unknown, b: unknown) => ({ ...union(a, b), open: true }) } };
    const a = await fillState(makeTempFolder(), { "samples/1": { x: 1 } }, { closed: true });
    const later = { closed: true, now: () => NOON + 1 };
    const b = await fillState(makeTempFolder(), { "samples/1": { y: 1 } }, later);
    const into = makeTempFolder();
    await mergeStates([a, b], into, reopening, fail);
    expect(list(into)).toMatchObject({ "samples/1": { rows: 2, closed: false, revision: 1 } });
    await fillState(into, { "samples/1": { x: 1, y: 1 } }, { closed: true });
    for (const places of [
      [into, a, b],
      [b, a, into],
    ]) {
      const again = makeTempFolder();
      await mergeStates(places, again, reopening, fail);
      expect(list(again)).toMatchObject({ "samples/1": { rows: 2, closed: true, revision: 1 } });
    }
  });

  test("open a document that had all rows before another was closed: what follows is of the other", async () => {
    const reopening = { "samples/": { merge: (a: unknown, b: unknown) => ({ ...union(a, b), open: true }) } };
    const all = await fillState(makeTempFolder(), { "samples/1": { x: 1, y: 1 } }, { closed: true });
    const later = { closed: true, now: () => NOON + 1 };
    const some = await fillState(makeTempFolder(), { "samples/1": { x: 1 } }, later);
    const into = makeTempFolder();
    await mergeStates([all, some], into, reopening, fail);
    expect(list(into)).toMatchObject({ "samples/1": { rows: 2, closed: false } });
  });

  test("are refused when they are damaged, of two worlds, or would replace a third one", async () => {
    const a = await fillState(makeTempFolder(), { a: 1 });
    const sample = await fillState(makeTempFolder(), { a: 1 }, { world: "sample" });
    const damaged = await fillState(makeTempFolder(), { b: 1 });
    flipBit(fileOf(damaged, "b"));
    const into = makeTempFolder();
    await expect(mergeStates([a, sample], into, kinds, fail)).rejects.toThrow("cannot be used by");
    await expect(mergeStates([a, damaged], into, kinds, fail)).rejects.toThrow(/damaged in every place\.\n {2}b: /);
    await expect(mergeStates([a, makeTempFolder()], into, kinds, fail)).rejects.toThrow("There is no state");
    await expect(mergeStates([a, a], damaged, kinds, fail)).rejects.toThrow("There is a state in");
    const again = makeTempFolder();
    await mergeStates([a, a], again, kinds, fail);
    await mergeStates([a, a], into, kinds, () => undefined);
    expect([await readState(again), await readState(into)]).toEqual([{ a: 1 }, { a: 1 }]);
  });
});

describe("a state of a newer version of the program", () => {
  const NEWER = /^The state in .* was written by a newer version of the program: update it \(npm run update\)\.$/;
  let newer: string;
  let own: string;
  beforeEach(async () => {
    newer = await fillState(makeTempFolder(), { a: 1 });
    const path = join(newer, "manifest.json");
    writeFileSync(path, readFileSync(path, "utf8").replace('"version": 2', '"version": 99'));
    own = await fillState(makeTempFolder(), { a: 2 });
  });

  test("is refused by a build, a restore, a check and a merge, and stays as it is", async () => {
    const before = snapshot(newer);
    await expect(openAndClose(newer)).rejects.toThrow(NEWER);
    await expect(openAndClose(newer, [own])).rejects.toThrow(NEWER);
    expect(() => verifyState(newer)).toThrow(NEWER);
    await expect(mergeStates([own, own], newer, kinds, fail)).rejects.toThrow(NEWER);
    expect(snapshot(newer)).toEqual(before);
  });

  test("is refused as the first and as a later place to restore from", async () => {
    const before = snapshot(own);
    await expect(openAndClose(own, [newer])).rejects.toThrow(NEWER);
    await expect(openAndClose(own, [own, newer])).rejects.toThrow(NEWER);
    await expect(mergeStates([own, newer], makeTempFolder(), kinds, fail)).rejects.toThrow(NEWER);
    expect(snapshot(own)).toEqual(before);
  });
});

test("a merge refuses a folder with other files, but accepts what a failed merge left", async () => {
  const own = await fillState(makeTempFolder(), { a: 1, "b/c": 2 });
  const into = makeTempFolder();
  mkdirSync(join(into, "paper"));
  writeFileSync(join(into, "paper/thesis.txt"), "years of work");
  const before = snapshot(into);
  const merge = () => mergeStates([own, own], into, kinds, () => undefined);
  await expect(merge()).rejects.toThrow(
    `The folder ${into} holds other files (paper/thesis.txt). Name a new folder with --into.`,
  );
  expect(snapshot(into)).toEqual(before);
  rmSync(join(into, "paper"), { recursive: true });
  cpSync(own, into, { recursive: true });
  rmSync(join(into, "manifest.json"));
  await merge();
  expect(await readState(into)).toEqual({ a: 1, "b/c": 2 });
});

test("a closed series gets a new revision where it lost something, not where it grew", async () => {
  const store = createStateStore(makeTempFolder(), { now: () => NOON, world: "live", kinds });
  const revise = async (value: unknown) => {
    store.write("daily/2025", value, { closed: true, reopen: "test" });
    await store.commit();
    return store.list("daily/2025")[0]?.revision;
  };
  expect(await revise({ x: 1 })).toBe(1);
  expect(await revise({ x: 1, y: 1 })).toBe(1);
  expect(await revise({ x: 2, y: 1 })).toBe(1);
  expect(await revise({ y: 1 })).toBe(2);
  expect(await revise({ y: 1, z: 1 })).toBe(2);
  store.close();
});

test("an open series gets a new revision only where its writer says that something was taken out", async () => {
  const folder = makeTempFolder();
  const store = createStateStore(folder, { now: () => NOON, world: "live", kinds });
  const write = async (value: unknown, removes: boolean) => {
    store.write("daily/2025", value, { closed: false, removes });
    await store.commit();
    return store.list("daily/2025")[0]?.revision;
  };
  expect(await write({ x: 1, y: 1 }, false)).toBe(1);
  const copy = await fillState(makeTempFolder(), { "daily/2025": { x: 1, y: 1 } }, { now: () => NOON + 1 });
  expect(await write({ y: 1 }, false)).toBe(1);
  expect(await write({ y: 2 }, true)).toBe(2);
  store.close();
  const into = makeTempFolder();
  const fetch = () => Promise.reject(new Error("no request"));
  await restoreState({ strategy: "newest", from: [folder, copy], into, kinds, fetch, warn: fail });
  expect(await readState(into)).toEqual({ "daily/2025": { y: 2 } });
  // Nor does a part of a backfill bring it back that began before.
  const united = makeTempFolder();
  await mergeStates([copy, folder], united, kinds, fail);
  expect(await readState(united)).toEqual({ "daily/2025": { y: 2 } });
});
