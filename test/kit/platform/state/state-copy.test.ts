import { cpSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { SILENT_PROGRESS } from "../../../../build/kit/platform/platform.ts";
import { copyState } from "../../../../build/kit/platform/state/state-copy.ts";
import { openState } from "../../../../build/kit/platform/state/state-open.ts";
import { makeTempFolder } from "../../../cleanup.ts";

const OPTIONS = { now: () => 1_000, world: "live" } as const;

const openIn = (folder: string) => openState(folder, { ...OPTIONS, from: [], progress: SILENT_PROGRESS });

async function fillState(): Promise<string> {
  const folder = makeTempFolder();
  const state = await openIn(folder);
  state.write("market", { price: 1 });
  state.write("daily/2026", { times: [1, 2] });
  await state.commit();
  state.close();
  return folder;
}

const everything = () => true;

function findMarket(folder: string): string {
  return join(folder, readdirSync(folder).find((name) => name.startsWith("market."))!);
}

function listBytes(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return names.map(({ parentPath, name }) => `${name} ${readFileSync(join(parentPath, name), "base64")}`).sort();
}

describe("a copy of a state", () => {
  it("has the documents that are wanted, and its changes do not reach the folder", async () => {
    const folder = await fillState();
    const before = listBytes(folder);
    const copy = copyState(folder, (name) => name === "market", OPTIONS)!;
    expect(copy.list().map(({ name }) => name)).toEqual(["market"]);
    copy.write("market", { price: 2 });
    await copy.commit();
    expect(await copy.read("market")).toEqual({ price: 2 });
    expect(listBytes(folder)).toEqual(before);
  });

  it("needs no lock: a build may hold it, and go on", async () => {
    const folder = await fillState();
    const build = await openIn(folder);
    const copy = copyState(folder, everything, OPTIONS)!;
    build.write("market", { price: 3 });
    await build.commit();
    build.close();
    expect(await copy.read("market")).toEqual({ price: 1 });
  });

  it("is read again when a build replaced documents while they were read", async () => {
    const folder = await fillState();
    const next = await fillState();
    const build = await openIn(next);
    build.write("market", { price: 5 });
    await build.commit();
    build.close();
    const old = findMarket(folder);
    let reads = 0;
    const copy = copyState(
      folder,
      (name) => {
        // After the manifest is read, and before the files are.
        if (name === "market" && reads++ === 0) {
          cpSync(next, folder, { recursive: true });
          rmSync(old);
        }
        return true;
      },
      OPTIONS,
    )!;
    expect(reads).toBe(2);
    expect(await copy.read("market")).toEqual({ price: 5 });
  });

  it("is absent without a state", () => {
    expect(copyState(join(makeTempFolder(), "none"), everything, OPTIONS)).toBeUndefined();
  });

  it("fails for damage, and for data of the demo market", async () => {
    const folder = await fillState();
    expect(() => copyState(folder, everything, { ...OPTIONS, world: "sample" })).toThrow("holds live data");
    rmSync(findMarket(folder));
    expect(() => copyState(folder, everything, OPTIONS)).toThrow(
      'The state is damaged: the document "market" cannot be read',
    );
  });
});
