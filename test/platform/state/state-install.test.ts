import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { installStaged } from "../../../build/platform/state/state-install.ts";
import { readStateManifest } from "../../../build/platform/state/state-manifest.ts";
import { verifyState } from "../../../build/platform/state/state-verify.ts";
import { copyFolder, fileOf, fillState, makeFolder, NOON, openAndClose, readState } from "../state-folder.ts";

const OLD = { a: "old", b: "old", c: "old" };
const NEW = { a: "new", b: "new", c: "new" };

/** A folder with the old state and, staged in it, the new one. */
async function stage(): Promise<{ folder: string; next: NonNullable<ReturnType<typeof readStateManifest>> }> {
  const folder = await fillState(makeFolder(), OLD);
  const source = await fillState(makeFolder(), NEW, { now: () => NOON + 1 });
  const next = readStateManifest(source);
  if (next === undefined) throw new Error("There is no state");
  cpSync(source, join(folder, "restoring"), { recursive: true });
  return { folder, next };
}

test.each(["a", "b", "c"])("an install that ends at the document %s leaves the old state, whole", async (name) => {
  const { folder, next } = await stage();
  rmSync(fileOf(join(folder, "restoring"), name));
  await expect(installStaged(folder, next)).rejects.toThrow("ENOENT");
  expect(verifyState(folder).faults).toEqual([]);
  expect(await readState(folder)).toEqual(OLD);
  const source = await fillState(makeFolder(), NEW, { now: () => NOON + 1 });
  await openAndClose(folder, [source]);
  expect(await readState(folder)).toEqual(NEW);
});

test("an install into a new folder that ends early leaves an empty state, and nothing that looks like damage", async () => {
  const { folder, next } = await stage();
  const fresh = makeFolder();
  cpSync(join(folder, "restoring"), join(fresh, "restoring"), { recursive: true });
  rmSync(fileOf(join(fresh, "restoring"), "c"));
  await expect(installStaged(fresh, next)).rejects.toThrow("ENOENT");
  await openAndClose(fresh);
  expect(await readState(fresh)).toEqual({});
});

test("an install replaces the state as a whole, documents that are no more included", async () => {
  const { folder, next } = await stage();
  const documents = new Map([...next.documents].filter(([name]) => name !== "b"));
  await installStaged(folder, { world: "live", documents });
  expect(await readState(folder)).toEqual({ a: "new", c: "new" });
  expect(verifyState(copyFolder(folder)).faults).toEqual([]);
});
