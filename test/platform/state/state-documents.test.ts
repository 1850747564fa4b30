import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeEach, describe, expect, test } from "vitest";
import type { StateStore } from "../../../build/platform/platform.ts";
import { createMemoryStateStore } from "../../../build/platform/state/memory-state-store.ts";
import { computeSha256, nameDocumentFile } from "../../../build/platform/state/state-document.ts";
import { parseStateManifest, renderStateManifest } from "../../../build/platform/state/state-manifest.ts";
import { createStateStore, exportState } from "../../../build/platform/state/state-store.ts";
import { makeTempFolder } from "../../cleanup.ts";
import { fileOf, fillState, flipBit, NOON, openAndClose, readState, snapshot } from "../state-folder.ts";

let time: number;
let folder: string;
beforeEach(() => {
  time = NOON;
  folder = makeTempFolder();
});

async function collect(store: StateStore): Promise<[string, Buffer][]> {
  const files: [string, Buffer][] = [];
  for await (const { path, body } of exportState(store)) files.push([path, Buffer.from(body)]);
  return files;
}

describe.each([
  ["on disk", () => createStateStore(folder, { now: () => time, world: "sample" })],
  ["in memory", () => createMemoryStateStore({ now: () => time, world: "sample" })],
])("the documents of a state %s", (_, create) => {
  test("are listed with rows, size, checksum and time, sorted, by prefix", async () => {
    const store = create();
    store.write("hourly/2026-11-20", { times: [1, 2, 3], coins: {} });
    store.write("coins", { btc: 1, eth: 2 }, { rows: 7 });
    store.write("news", ["a"], { closed: true });
    await store.commit();
    expect(store.list().map(({ name, rows, closed, revision }) => [name, rows, closed, revision])).toEqual([
      ["coins", 7, false, 1],
      ["hourly/2026-11-20", 3, false, 1],
      ["news", 1, true, 1],
    ]);
    const [hourly] = store.list("hourly/");
    expect(hourly).toMatchObject({
      updatedAtMs: NOON,
      reopened: null,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(store.list("no")).toEqual([]);
  });

  test("remember when their content last changed", async () => {
    const store = create();
    const updatedAt = () => store.list("a")[0]?.updatedAtMs;
    for (const [step, value] of [1, 1, 2].entries()) {
      time = NOON + step;
      store.write("a", value);
      await store.commit();
    }
    expect(updatedAt()).toBe(NOON + 2);
    time += 10;
    store.write("a", 2);
    await store.commit();
    expect(updatedAt()).toBe(NOON + 2);
  });

  test("do not change once they are closed, except for a stated reason", async () => {
    const store = create();
    store.write("day", [1], { closed: true });
    await store.commit();
    store.write("day", [1]);
    await store.commit();
    expect(store.list("day")[0]).toMatchObject({ closed: true, revision: 1 });
    expect(() => store.write("day", [1, 2])).toThrow('"day" is closed');
    expect(() => store.write("day", [1, 2], { closed: true, reopen: "" })).toThrow('"day" is closed');
    expect(await store.read("day")).toEqual([1]);
    store.write("day", [1, 2], { reopen: "candles arrived" });
    await store.commit();
    expect(await store.read("day")).toEqual([1, 2]);
    expect(store.list("day")[0]).toMatchObject({ closed: true, revision: 2, reopened: "candles arrived" });
    store.write("day", [1, 2], { reopen: "candles arrived" });
    await store.commit();
    expect(store.list("day")[0]?.revision).toBe(2);
    store.write("day", undefined);
    await store.commit();
    expect(store.list()).toEqual([]);
  });

  test("may change any number of times before they are closed", async () => {
    const store = create();
    store.write("day", [1]);
    await store.commit();
    store.write("day", [2], { closed: true });
    store.write("day", [3], { closed: true });
    await store.commit();
    expect(store.list("day")[0]).toMatchObject({ closed: true, revision: 1 });
  });

  test("are published as they are committed, and a copy of what is published is the same state", async () => {
    const store = create();
    store.write("samples/2026-11-20", { times: [1] });
    store.write("coins", { btc: 1 });
    await store.commit();
    const [coins, samples] = store.list();
    store.write("coins", { btc: 2 });
    const files = await collect(store);
    expect(files.map(([path]) => path)).toEqual([
      "state/manifest.json",
      ...[coins, samples].map((info) => `state/${info?.name}.${info?.sha256?.slice(0, 16)}.json.gz`),
    ]);
    expect(files[1]?.[1].length).toBe(coins?.bytes);
    expect(computeSha256(files[1]?.[1] ?? "")).toBe(coins?.sha256);
    const manifest = JSON.parse(files[0]?.[1].toString() ?? "");
    expect(manifest).toMatchObject({ world: "sample", documents: [{ ...coins }, { ...samples }] });
  });
});

describe("a state folder", () => {
  test("has the same bytes as another folder with the same content", async () => {
    const folders = [makeTempFolder(), makeTempFolder()];
    for (const place of folders) {
      const store = createStateStore(place, { now: () => NOON, world: "live" });
      store.write("a", { text: "x".repeat(5000) });
      await store.commit();
      store.close();
    }
    const [first = {}, second] = folders.map(snapshot);
    expect(second).toEqual(first);
    expect(readFileSync(fileOf(folders[0] ?? "", "a")).subarray(0, 10)).toEqual(
      Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]),
    );
  });

  test("is not published when a document is damaged", async () => {
    const store = createStateStore(folder, { now: () => NOON, world: "live" });
    store.write("a", 1);
    store.write("b", 2);
    await store.commit();
    flipBit(fileOf(folder, "b"));
    await expect(collect(store)).rejects.toThrow('the document "b" is not what was written');
  });

  test("of the demo market is refused by a live build, and the other way round", async () => {
    const live = makeTempFolder();
    for (const [place, world] of [
      [folder, "sample"],
      [live, "live"],
    ] as const) {
      const store = createStateStore(place, { now: () => NOON, world });
      store.write("a", world);
      await store.commit();
      store.close();
    }
    await expect(openAndClose(folder)).rejects.toThrow(
      `The state in ${folder} holds data of the demo market and cannot be used by a live build`,
    );
    await expect(openAndClose(live, [], "sample")).rejects.toThrow(
      "holds live data and cannot be used by a demo build",
    );
    await expect(openAndClose(makeTempFolder(), [folder])).rejects.toThrow("holds data of the demo market");
    await expect(openAndClose(folder, [live])).rejects.toThrow("holds data of the demo market");
    const store = createStateStore(folder, { now: () => NOON, world: "live" });
    await expect(store.read("a")).rejects.toThrow("holds data of the demo market");
    expect(() => store.write("a", 1)).toThrow("holds data of the demo market");
    store.close();
    expect(await readState(folder, "sample")).toEqual({ a: "sample" });
  });

  test("keeps a damaged file that a new version replaces", async () => {
    const store = createStateStore(folder, { now: () => NOON, world: "live" });
    for (const value of [1, 2]) {
      store.write("a", value);
      if (value === 2) flipBit(fileOf(folder, "a"));
      await store.commit();
    }
    expect(await store.read("a")).toBe(2);
    const [aside, ...more] = readdirSync(join(folder, "damaged"));
    expect(more).toEqual([]);
    expect(readFileSync(join(folder, "damaged", aside ?? "")).length).toBeGreaterThan(0);
    store.close();
    await openAndClose(folder);
  });

  test("reserves the names of its own folders", () => {
    const store = createStateStore(folder, { now: () => NOON, world: "live" });
    for (const name of ["damaged/x", "restoring/x"]) expect(() => store.write(name, 1)).toThrow("is reserved");
  });

  test("admits one build at a time, and the other one loses nothing", async () => {
    const first = createStateStore(folder, { now: () => NOON, world: "live" });
    first.write("a", 1);
    await expect(openAndClose(folder)).rejects.toThrow(/^The state folder .* is in use by process \d+: wait until/);
    await first.commit();
    first.close();
    await openAndClose(folder);
    expect(await readState(folder)).toEqual({ a: 1 });
  });

  test("recognises the content of a closed document that another zlib compressed", async () => {
    const value = { text: "abcabcabd".repeat(500) };
    await fillState(folder, { day: value }, { closed: true });
    const packed = gzipSync(JSON.stringify(value), { level: 1 });
    const manifest = parseStateManifest(readFileSync(join(folder, "manifest.json"), "utf8"));
    const info = manifest.documents.get("day");
    if (info === undefined) throw new Error("There is no such document");
    const other = { ...info, bytes: packed.length, sha256: computeSha256(packed) };
    expect(other.sha256).not.toBe(info.sha256);
    rmSync(fileOf(folder, "day"));
    writeFileSync(join(folder, nameDocumentFile(other)), packed);
    const documents = new Map([["day", other]]);
    writeFileSync(join(folder, "manifest.json"), renderStateManifest({ world: "live", documents }));
    await fillState(folder, { day: value }, { now: () => NOON + 1 });
    expect(readFileSync(fileOf(folder, "day"))).toEqual(packed);
    await expect(fillState(folder, { day: 1 })).rejects.toThrow("is closed");
  });

  test("does not replace a closed document that is damaged", async () => {
    await fillState(folder, { day: [1] }, { closed: true });
    flipBit(fileOf(folder, "day"));
    const before = snapshot(folder);
    await expect(fillState(folder, { day: [2] })).rejects.toThrow('the document "day" is not what was written');
    expect(snapshot(folder)).toEqual(before);
  });
});
