import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { OperationalError } from "../../../build/lib/operational-error.ts";
import { createMemoryStateStore } from "../../../build/platform/state/memory-state-store.ts";
import { createStateStore, type DiskStateStore } from "../../../build/platform/state/state-store.ts";
import { makeTempFolder } from "../../cleanup.ts";

let folder: string;
const open: DiskStateStore[] = [];
beforeEach(() => {
  folder = makeTempFolder();
});
afterEach(() => {
  for (const store of open.splice(0)) store.close();
  rmSync(folder, { recursive: true, force: true });
});

function openStore(): DiskStateStore {
  for (const store of open.splice(0)) store.close();
  const store = createStateStore(folder, { now: () => 0, world: "live" });
  open.push(store);
  return store;
}

async function fill(documents: Record<string, unknown>): Promise<void> {
  const store = openStore();
  for (const [name, value] of Object.entries(documents)) store.write(name, value);
  await store.commit();
}

const stored = () =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => statSync(join(folder, path)).isFile() && path !== "lock")
    .sort();
const fileOf = (name: string) => join(folder, stored().find((path) => path.startsWith(`${name}.`)) ?? "missing");

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
    writeFileSync(join(folder, "a.0123456789abcdef.json.gz"), "of a killed run");
    writeFileSync(join(folder, "notes.txt"), "not ours");
    await fill({ a: 3 });
    expect(stored().map((path) => path.replace(/\.[0-9a-f]{16}\./, ".HASH."))).toEqual([
      "a.HASH.json.gz",
      "b/c.HASH.json.gz",
      "manifest.json",
      "notes.txt",
    ]);
    const manifest = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8"));
    expect(manifest.documents[0]).toMatchObject({ name: "a", bytes: statSync(fileOf("a")).size });
    expect(await openStore().read("a")).toBe(3);
  });

  test("does not rewrite an unchanged document", async () => {
    await fill({ a: [1, 2, 3] });
    const before = statSync(fileOf("a"), { bigint: true });
    await fill({ a: [1, 2, 3], b: 1 });
    expect(statSync(fileOf("a"), { bigint: true })).toMatchObject({ ino: before.ino, mtimeNs: before.mtimeNs });
  });

  test("refuses document names that leave it", () => {
    expect(() => openStore().write("../x", 1)).toThrow("leaves its folder");
  });

  test("is empty after a first commit that fails", async () => {
    // A file blocks the folder of a document.
    writeFileSync(join(folder, "blocked"), "");
    await expect(fill({ a: 1, "b/c": 1, "blocked/d": 1 })).rejects.toThrow();
    expect(stored()).toEqual(["blocked"]);
    expect(existsSync(join(folder, "b"))).toBe(false);
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
    open.splice(0)[0]?.close();
    const script = `
      const { createStateStore } = await import(${JSON.stringify(new URL("../../../build/platform/state/state-store.ts", import.meta.url).href)});
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
      const [a, b] = [await store.read<{ generation: number }>("a"), await store.read<{ generation: number }>("b")];
      expect(a?.generation).toBeGreaterThanOrEqual(1);
      expect(b?.generation).toBe(a?.generation);
      open.splice(0)[0]?.close();
    }
  });
});

describe("damage", () => {
  const damage: [string, (path: string) => void, string][] = [
    ["a flipped bit", flipBit, "its checksum differs"],
    ["a cut end", (path) => truncateSync(path, 10), "has 10 instead of"],
    ["a missing file", (path) => rmSync(path), "cannot be read from"],
  ];
  test.each(damage)("by %s is an error that names the document and what to do", async (_, destroy, reason) => {
    await fill({ coins: { btc: 1 }, other: 2 });
    destroy(fileOf("coins"));
    const store = openStore();
    await expect(store.read("coins")).rejects.toThrow(OperationalError);
    await expect(store.read("coins")).rejects.toThrow(reason);
    await expect(store.read("coins")).rejects.toThrow(/"coins".*Restore .* with --restore-from .*, or move it away/);
    expect(await store.read("other")).toBe(2);
  });

  test("to the manifest is never read as an empty state", async () => {
    await fill({ coins: 1 });
    const path = join(folder, "manifest.json");
    const whole = readFileSync(path, "utf8");
    for (const broken of [
      whole.replace('"coins"', '"coinz"'),
      whole.slice(0, -20),
      "",
      whole.replace('"version": 2', '"version": 3'),
    ]) {
      writeFileSync(path, broken);
      await expect(openStore().read("coins")).rejects.toThrow("The state is damaged");
      const store = openStore();
      expect(() => store.write("coins", 2)).toThrow("The state is damaged");
      await expect(store.commit()).rejects.toThrow("The state is damaged");
      expect(readFileSync(path, "utf8")).toBe(broken);
    }
    rmSync(path);
    await expect(openStore().read("coins")).rejects.toThrow("cannot be read");
    expect(existsSync(fileOf("coins"))).toBe(true);
  });

  test("is repaired when the same document is written again", async () => {
    await fill({ coins: [1] });
    flipBit(fileOf("coins"));
    await fill({ coins: [1] });
    expect(await openStore().read("coins")).toEqual([1]);
  });

  function flipBit(path: string): void {
    const bytes = readFileSync(path);
    const middle = bytes.length >> 1;
    bytes[middle] = (bytes[middle] ?? 0) ^ 1;
    writeFileSync(path, bytes);
  }
});
