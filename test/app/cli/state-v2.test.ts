import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { STATE_KINDS } from "../../../build/app/run/state-kinds.ts";
import { verifyState } from "../../../build/kit/platform/state/state-open.ts";
import { computeSha256 } from "../../../build/lib/hash.ts";
import { makeTempFolder } from "../../cleanup.ts";
import { copyFolder, openAndClose, readState, snapshot } from "../../kit/platform/state-folder.ts";

const FIXTURE = new URL("../../fixtures/state-v2/", import.meta.url).pathname;

/** Short, so that a difference can be printed. */
const hashFiles = (folder: string) =>
  Object.entries(snapshot(folder)).map(([path, content]) => `${path} ${computeSha256(content)}`);

test("a state of version 2 is valid, and opens and restores without a change", async () => {
  expect(verifyState(FIXTURE, STATE_KINDS).faults).toEqual([]);
  const state = copyFolder(FIXTURE);
  rmSync(join(state, "README.md"));
  const before = hashFiles(state);
  expect(await openAndClose(state, [], "sample", STATE_KINDS)).toEqual([]);
  expect(hashFiles(state)).toEqual(before);
  const restored = makeTempFolder();
  expect(await openAndClose(restored, [FIXTURE], "sample", STATE_KINDS)).toEqual([]);
  expect(hashFiles(restored)).toEqual(before);
});

test("a state of version 2 holds odd tickers and a reopened day", async () => {
  const { documents } = JSON.parse(readFileSync(join(FIXTURE, "manifest.json"), "utf8"));
  expect(documents.some(({ revision }: { revision: number }) => revision > 1)).toBe(true);
  const state = await readState(copyFolder(FIXTURE), "sample");
  const { owners } = state["market"] as { owners: Record<string, { id: string }> };
  expect(owners).toMatchObject({
    "%24anrx": { id: "anrkey-x" },
    "%63on": { id: "converge-network" },
    "%F0%9F%A6%B4": { id: "bone-emoji" },
  });
  expect(Object.keys(state)).toEqual(expect.arrayContaining(["hourly/2026-10-31", "archives", "builds"]));
});
