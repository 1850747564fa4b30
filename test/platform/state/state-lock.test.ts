import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { createStateStore } from "../../../build/platform/state/state-store.ts";
import { nameProcess } from "../../../build/platform/terminal/running-process.ts";
import { makeTempFolder } from "../../cleanup.ts";
import { fillState } from "../state-folder.ts";

let folder: string;
beforeEach(() => {
  folder = makeTempFolder();
});

describe("the lock of a state folder", () => {
  test("keeps a second build out until the first one closes", () => {
    const first = createStateStore(folder, { now: () => 0, world: "live" });
    expect(() => createStateStore(folder, { now: () => 0, world: "live" })).toThrow(
      `The state folder ${folder} is in use by process ${process.pid}: wait until it has ended, or stop it.`,
    );
    first.close();
    createStateStore(folder, { now: () => 0, world: "live" }).close();
    expect(readdirSync(folder)).toEqual([]);
  });

  test("is respected while its process runs, also one of another user", () => {
    writeFileSync(join(folder, "lock"), JSON.stringify(nameProcess(process.ppid)));
    expect(() => createStateStore(folder, { now: () => 0, world: "live" })).toThrow(
      `in use by process ${process.ppid}`,
    );
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
