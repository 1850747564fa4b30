import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openState } from "../../build/platform/state/state-open.ts";
import { createStateStore } from "../../build/platform/state/state-store.ts";
import { verifyState } from "../../build/platform/state/state-verify.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "state-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const options = { now: () => 0, world: "live" } as const;
const list = () =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => statSync(join(folder, path)).isFile())
    .sort();

async function commit(...names: string[]): Promise<unknown> {
  const store = createStateStore(folder, options);
  for (const name of names) store.write(name, [name]);
  try {
    return await store.commit().catch((error: unknown) => error);
  } finally {
    store.close();
  }
}

it("a first commit that fails leaves nothing of its own behind", async () => {
  writeFileSync(join(folder, "blocked"), "");
  expect(await commit("a", "b/c", "blocked/d")).toBeInstanceOf(Error);
  expect(readdirSync(folder)).toEqual(["blocked"]);
});

it("a later commit that fails leaves the state as it was, without files that no list knows", async () => {
  await commit("a");
  const before = list();
  writeFileSync(join(folder, "blocked"), "");
  expect(await commit("b", "c/d", "blocked/d")).toBeInstanceOf(Error);
  expect(list()).toEqual([...before, "blocked"].sort());
  expect(verifyState(folder).faults).toEqual([]);
  expect(await commit("b")).toBeUndefined();
});

it("the list of damaged documents ends after ten", async () => {
  const names = Array.from({ length: 15 }, (_, index) => `part-${index + 10}`);
  await commit(...names);
  for (const file of list()) if (file.endsWith(".gz")) rmSync(join(folder, file));
  const progress = { start: () => ({}), note: () => {}, warn: () => {} } as never;
  const opened = openState(folder, { ...options, from: [], fetch: () => Promise.reject(), progress });
  await expect(opened).rejects.toThrow(/"part-10" .*, and so are "part-11", .*"part-20", … and 4 more\. Restore /);
});
