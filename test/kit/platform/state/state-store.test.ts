import { spawn, spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { StateStore } from "../../../../build/kit/platform/platform.ts";
import { createMemoryStateStore } from "../../../../build/kit/platform/state/memory-state-store.ts";
import { type DiskStateStore, exportState } from "../../../../build/kit/platform/state/state-store.ts";
import { nameProcess } from "../../../../build/kit/platform/terminal/running-process.ts";
import { computeSha256 } from "../../../../build/lib/hash.ts";
import { makeTempFolder } from "../../../cleanup.ts";
import { createStateStore } from "../open-store.ts";
import { fileOf, fillState, flipBit, forgeDocument, NOON, openAndClose, readState, snapshot } from "../state-folder.ts";

let time: number;
let folder: string;
const open: DiskStateStore[] = [];
beforeEach(() => {
  time = NOON;
  folder = makeTempFolder();
});
const closeStores = () => {
  for (const store of open.splice(0)) store.close();
};
afterEach(closeStores);

function openStore(): DiskStateStore {
  closeStores();
  const store = createStateStore(folder, { now: () => 0, world: "live" });
  open.push(store);
  return store;
}

function fill(documents: Record<string, unknown>): Promise<string> {
  closeStores();
  return fillState(folder, documents);
}

const stored = () => Object.keys(snapshot(folder)).filter((path) => path !== "lock");

describe.each([
  ["on disk", () => openStore()],
  ["in memory", () => createMemoryStateStore()],
])("a state %s", (_, create) => {
  test("reads its own pending writes", async () => {
    const store = create();
    expect(await store.read("coins")).toBeUndefined();
    store.write("coins", { btc: [1, null, "é"] });
    store.write("day", [1], { closed: true });
    expect(await store.read("coins")).toEqual({ btc: [1, null, "é"] });
    expect(store.list()).toEqual([
      { name: "coins", rows: 1, closed: false },
      { name: "day", rows: 1, closed: true },
    ]);
    await store.commit();
    expect(await store.read("coins")).toEqual({ btc: [1, null, "é"] });
    store.write("coins", undefined);
    expect(await store.read("coins")).toBeUndefined();
    expect([store.find("coins"), store.find("day")?.revision]).toEqual([undefined, 1]);
    expect(store.list().map(({ name }) => name)).toEqual(["day"]);
  });

  test("drops its pending writes in a rollback", async () => {
    const store = create();
    store.write("a", 1);
    await store.commit();
    store.write("a", 2);
    store.write("b", 2);
    store.rollback();
    expect([await store.read("a"), await store.read("b")]).toEqual([1, undefined]);
    await store.commit();
    expect(store.list().map(({ name }) => name)).toEqual(["a"]);
  });

  test("parses a document once for all its readers", async () => {
    const store = create();
    store.write("x", { list: [1] });
    await store.commit();
    expect(await store.read("x")).toBe(await store.read("x"));
  });

  test("removes a document when undefined is written", async () => {
    const store = create();
    store.write("x", 1);
    await store.commit();
    store.write("x", undefined);
    await store.commit();
    expect(await store.read("x")).toBeUndefined();
  });
});

describe("the state folder", () => {
  test("outlives the process", async () => {
    await fill({ "samples/2026-11-20": [1], __proto__x: [2], "last-good/kraken.tickers": [3] });
    const store = openStore();
    expect(await store.read("samples/2026-11-20")).toEqual([1]);
    expect(store.list().map(({ name }) => name)).toEqual([
      "__proto__x",
      "last-good/kraken.tickers",
      "samples/2026-11-20",
    ]);
  });

  test("holds one file per document, and none of earlier or killed commits", async () => {
    await fill({ a: 1, "b/c": 2 });
    writeFileSync(join(folder, "a.0123456789abcdef.json.gz.tmp"), "half");
    writeFileSync(join(folder, `a.${computeSha256("killed").slice(0, 16)}.json.gz`), "killed");
    writeFileSync(join(folder, "notes.txt"), "not ours");
    await fill({ a: 3 });
    expect(stored().map((path) => path.replace(/\.[0-9a-f]{16}\./, ".HASH."))).toEqual([
      "a.HASH.json.gz",
      "b/c.HASH.json.gz",
      "manifest.json",
      "notes.txt",
    ]);
    const manifest = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8"));
    expect(manifest.documents[0]).toMatchObject({ name: "a", bytes: statSync(fileOf(folder, "a")).size });
    expect(await openStore().read("a")).toBe(3);
  });

  test("does not rewrite an unchanged document", async () => {
    await fill({ a: [1, 2, 3] });
    const before = statSync(fileOf(folder, "a"), { bigint: true });
    await fill({ a: [1, 2, 3], b: 1 });
    expect(statSync(fileOf(folder, "a"), { bigint: true })).toMatchObject({ ino: before.ino, mtimeNs: before.mtimeNs });
  });

  test("refuses document names that leave it", () => {
    expect(() => openStore().write("../x", 1)).toThrow("leaves its folder");
  });

  test("is an empty state after a first commit that fails", async () => {
    // A file blocks the folder of a document.
    writeFileSync(join(folder, "blocked"), "");
    await expect(fill({ a: 1, "b/c": 1, "blocked/d": 1 })).rejects.toThrow();
    expect(stored()).toEqual(["blocked", "manifest.json"]);
    expect(openStore().list()).toEqual([]);
  });

  test("is unchanged after a later commit that fails", async () => {
    await fill({ a: 1 });
    const before = stored();
    writeFileSync(join(folder, "blocked"), "");
    await expect(fill({ a: 2, "c/d": 2, "blocked/b": 2 })).rejects.toThrow();
    expect(stored()).toEqual([...before, "blocked"].sort());
    expect(await openStore().read("a")).toBe(1);
    await fill({ a: 3 });
    expect(await openStore().read("a")).toBe(3);
  });

  test("is whole when a writer is killed at any moment", async () => {
    await fill({ a: { generation: 0 }, b: { generation: 0 } });
    const script = `
      const { createStateStore } = await import(${JSON.stringify(new URL("../open-store.ts", import.meta.url).href)});
      const store = createStateStore(process.argv[1], { now: Date.now, world: "live" });
      for (let generation = 1; ; generation++) {
        for (const name of ["a", "b"]) store.write(name, { generation, pad: "x".repeat(generation % 7 * 1000) });
        await store.commit();
        process.stdout.write(".");
      }`;
    for (const commits of [1, 4]) {
      const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", script, folder]);
      let seen = 0;
      await new Promise<void>((resolve) => {
        child.stdout.on("data", (data) => {
          seen += data.length;
          if (seen >= commits) child.kill("SIGKILL");
        });
        child.on("close", () => resolve());
      });
      expect(seen).toBeGreaterThanOrEqual(commits);
      const store = openStore();
      const a = await store.read<{ generation: number }>("a");
      const b = await store.read<{ generation: number }>("b");
      expect(a?.generation).toBeGreaterThanOrEqual(1);
      expect(b?.generation).toBe(a?.generation);
      closeStores();
    }
  });
});

describe("damage", () => {
  test("to the manifest is never read as an empty state", async () => {
    await fill({ coins: 1 });
    const path = join(folder, "manifest.json");
    const whole = readFileSync(path, "utf8");
    for (const broken of [whole.slice(0, -20), whole.replace('"version": 2', '"version": 1')]) {
      writeFileSync(path, broken);
      const store = openStore();
      await expect(store.read("coins")).rejects.toThrow("The state is damaged");
      expect(() => store.write("coins", 2)).toThrow("The state is damaged");
      await expect(store.commit()).rejects.toThrow("The state is damaged");
      expect(readFileSync(path, "utf8")).toBe(broken);
    }
    rmSync(path);
    await expect(openStore().read("coins")).rejects.toThrow("cannot be read");
    expect(existsSync(fileOf(folder, "coins"))).toBe(true);
  });

  test("is repaired when the same document is written again", async () => {
    await fill({ coins: [1] });
    flipBit(fileOf(folder, "coins"));
    await fill({ coins: [1] });
    expect(await openStore().read("coins")).toEqual([1]);
  });
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
    for (const options of [{}, { closed: true }]) {
      store.write("day", [1, 2], options);
      await expect(store.commit()).rejects.toThrow('"day" is closed');
      store.rollback();
    }
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
    for (const place of folders) await fillState(place, { a: { text: "x".repeat(5000) } });
    const [first = {}, second] = folders.map(snapshot);
    expect(second).toEqual(first);
    expect(readFileSync(fileOf(folders[0] ?? "", "a")).subarray(0, 10)).toEqual(
      Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]),
    );
  });

  test("of the demo market is refused by a live build, and the other way round", async () => {
    const live = makeTempFolder();
    await fillState(folder, { a: "sample" }, { world: "sample" });
    await fillState(live, { a: "live" });
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

  test("reserves the name of the folder of damaged files", () => {
    const store = createStateStore(folder, { now: () => NOON, world: "live" });
    expect(() => store.write("damaged/x", 1)).toThrow("is reserved");
  });

  test("recognises the content of a closed document that another zlib compressed", async () => {
    const value = { text: "abcabcabd".repeat(500) };
    await fillState(folder, { day: value }, { closed: true });
    const packed = gzipSync(JSON.stringify(value), { level: 1 });
    expect(packed).not.toEqual(readFileSync(fileOf(folder, "day")));
    forgeDocument(folder, "day", packed);
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

describe("the lock of a state folder", () => {
  test("keeps a second build out until the first one closes, which loses nothing", async () => {
    const first = createStateStore(folder, { now: () => 0, world: "live" });
    first.write("a", 1);
    await expect(openAndClose(folder)).rejects.toThrow(/^The state folder .* is in use by process \d+: wait until/);
    expect(() => createStateStore(folder, { now: () => 0, world: "live" })).toThrow(
      `The state folder ${folder} is in use by process ${process.pid}: wait until it has ended, or stop it.`,
    );
    await first.commit();
    first.close();
    expect(await openAndClose(folder)).toEqual([]);
    expect(await readState(folder)).toEqual({ a: 1 });
  });

  test("is respected while its process runs, also one of another user", () => {
    writeFileSync(join(folder, "lock"), JSON.stringify(nameProcess(process.ppid)));
    expect(() => createStateStore(folder, { now: () => 0, world: "live" })).toThrow(
      `in use by process ${process.ppid}`,
    );
  });

  test("of another container is respected while it is renewed", () => {
    const path = join(folder, "lock");
    const open = () => createStateStore(folder, { now: () => 0, world: "live" });
    writeFileSync(path, JSON.stringify({ pid: 4_194_305, start: "1", host: "other" }));
    expect(open).toThrow("in use by process 4194305 on other: wait until");
    const old = new Date(Date.now() - 61_000);
    utimesSync(path, old, old);
    const store = open();
    expect(readFileSync(path, "utf8")).toContain(`"host":${JSON.stringify(hostname())}`);
    store.close();
  });

  test("is renewed while the state is open", () => {
    vi.useFakeTimers();
    try {
      const store = createStateStore(folder, { now: () => 0, world: "live" });
      const path = join(folder, "lock");
      utimesSync(path, new Date(0), new Date(0));
      vi.advanceTimersByTime(10_000);
      expect(statSync(path).mtimeMs).toBeGreaterThan(0);
      store.close();
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });

  test("is taken over when its process has ended, its id was reused, or it is unreadable", () => {
    const gone = { pid: spawnSync(process.execPath, ["-e", ""]).pid, start: null };
    const earlier = { pid: process.ppid, start: "1" };
    for (const content of [
      JSON.stringify(gone),
      ...(nameProcess(1).start ? [JSON.stringify(earlier)] : []),
      "",
      "{}",
    ]) {
      writeFileSync(join(folder, "lock"), content);
      createStateStore(folder, { now: () => 0, world: "live" }).close();
    }
    expect(readdirSync(folder)).toEqual([]);
  });

  test("creates its folder, and removes it when it stays empty", async () => {
    const deep = join(folder, "a/b");
    createStateStore(deep, { now: () => 0, world: "live" }).close();
    expect(existsSync(deep)).toBe(false);
    await fillState(deep, { note: 1 });
    expect(existsSync(deep)).toBe(true);
  });
});
