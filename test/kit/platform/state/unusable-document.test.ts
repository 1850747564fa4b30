import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeEach, describe, expect, test } from "vitest";
import type { StateStore } from "../../../../build/kit/platform/platform.ts";
import type { DocumentKinds } from "../../../../build/kit/platform/state/document-kind.ts";
import { MAX_FILE_BYTES, unpackDocument } from "../../../../build/kit/platform/state/state-document.ts";
import { parseStateManifest } from "../../../../build/kit/platform/state/state-manifest.ts";
import { mergeStates, openState, verifyState } from "../../../../build/kit/platform/state/state-open.ts";
import { computeSha256 } from "../../../../build/lib/hash.ts";
import { makeTempFolder } from "../../../cleanup.ts";
import {
  fillState,
  forgeDocument,
  NOON,
  noSite,
  openAndClose,
  readState,
  recordProgress,
  snapshot,
} from "../state-folder.ts";

const kinds: DocumentKinds = {
  prices: { accepts: (value) => typeof value === "object" && value !== null && "btc" in value },
  "daily/": { isName: (name) => /^daily\/\d{4}$/.test(name), accepts: (value) => Array.isArray(value) },
};
const DOCUMENTS = { prices: { btc: 1 }, "daily/2026": [1, 2], note: "any" };

let folder: string;
beforeEach(async () => {
  folder = await fillState(makeTempFolder(), DOCUMENTS);
});

/** What a build does with a state, and what it is warned of. */
async function use(work: (state: StateStore) => Promise<unknown>, from: string[] = []): Promise<string[]> {
  const progress = recordProgress();
  const state = await openState(folder, { now: () => NOON + 1, world: "live", from, fetch: noSite, progress, kinds });
  try {
    await work(state);
  } finally {
    state.close();
  }
  return progress.warnings;
}

const setAside = (place: string): string[] =>
  readdirSync(join(place, "damaged"), { recursive: true, encoding: "utf8" });

const WRONG: [string, unknown][] = [
  ["has another shape", ["no", "prices"]],
  ["is no JSON", gzipSync("{")],
  ["is no gzip file", Buffer.from("something that is not compressed")],
  ["makes its check fail", null],
];

describe.each(WRONG)("a document with the right checksum that %s", (_, content) => {
  test("counts as missing, and is set aside when the build has replaced it", async () => {
    forgeDocument(folder, "prices", content);
    const before = snapshot(folder);
    const warnings = await use(async (state) => {
      expect(await state.read("prices")).toBeUndefined();
      expect(await state.read("note")).toBe("any");
      expect(state.list().map(({ name }) => name)).toEqual(["daily/2026", "note"]);
      // A process that is killed now has changed nothing.
      expect(snapshot(folder)).toMatchObject(before);
      state.write("prices", { btc: 2 });
      await state.commit();
      expect(await state.read("prices")).toEqual({ btc: 2 });
    });
    expect(warnings).toEqual([expect.stringMatching(/"prices" .* It is set aside, and the build continues/)]);
    expect(setAside(folder)).toHaveLength(1);
    expect(verifyState(folder, kinds).faults).toEqual([]);
    expect(await readState(folder)).toEqual({ ...DOCUMENTS, prices: { btc: 2 } });
    expect(await openAndClose(folder, [], "live", kinds)).toEqual([]);
  });

  test("is reported by a verification, and set aside by the next commit", async () => {
    forgeDocument(folder, "prices", content);
    expect(verifyState(folder, kinds).faults).toMatchObject([{ name: "prices" }]);
    await use(async (state) => {
      await state.read("prices");
      await state.commit();
    });
    expect(setAside(folder)).toHaveLength(1);
    expect(await readState(folder)).toEqual({ "daily/2026": [1, 2], note: "any" });
  });

  test("is replaced by an older version from another place", async () => {
    const branch = await fillState(makeTempFolder(), { prices: { btc: 7 } }, { now: () => NOON - 1 });
    forgeDocument(folder, "prices", content);
    const warnings = await openAndClose(folder, [branch], "live", kinds);
    expect(warnings).toEqual([expect.stringContaining('"prices" is damaged in some places')]);
    expect(await readState(folder)).toEqual({ ...DOCUMENTS, prices: { btc: 7 } });
    expect(setAside(folder)).toHaveLength(1);
  });

  test("is skipped with a warning where no place has a better version", async () => {
    forgeDocument(folder, "prices", content);
    const into = makeTempFolder();
    const warnings = await openAndClose(into, [folder], "live", kinds);
    expect(warnings).toEqual([expect.stringContaining('"prices" is damaged in every place and was skipped')]);
    expect(await readState(into)).toEqual({ "daily/2026": [1, 2], note: "any" });
  });

  test("is skipped when two states are joined", async () => {
    const other = await fillState(makeTempFolder(), { prices: { btc: 7 } }, { now: () => NOON - 1 });
    forgeDocument(folder, "prices", content);
    const into = makeTempFolder();
    await mergeStates([folder, other], into, kinds, () => undefined);
    expect(await readState(into)).toEqual({ ...DOCUMENTS, prices: { btc: 7 } });
  });
});

test("a manifest that states too many bytes is refused", () => {
  const path = join(folder, "manifest.json");
  const { world, documents } = JSON.parse(readFileSync(path, "utf8"));
  documents[0].bytes = MAX_FILE_BYTES + 1;
  const sha256 = computeSha256(JSON.stringify([world, documents]));
  expect(() => parseStateManifest(JSON.stringify({ version: 2, world, sha256, documents }), folder)).toThrow(
    "100000000",
  );
});

describe("a document that unpacks to", () => {
  test("more than it states is refused", () => {
    const honest = gzipSync("12345");
    const liar = Buffer.concat([gzipSync(Buffer.alloc(1 << 20, " ")), honest]);
    expect(unpackDocument(honest)).toBe("12345");
    expect(() => unpackDocument(liar)).toThrow(RangeError);
    const cut = Buffer.from(gzipSync("x".repeat(1_000)));
    cut.writeUInt32LE(10, cut.length - 4);
    expect(() => unpackDocument(cut)).toThrow();
  });

  test("far more than a series of its size is refused before it is unpacked", () => {
    const body = gzipSync("x".repeat(1_000));
    body.writeUInt32LE(65 * 1024 * 1024, body.length - 4);
    expect(() => unpackDocument(body)).toThrow(/states an unpacked size of 68157440 bytes, and the limit is 67108864/);
  });
});

test("a commit that fails after it replaced the manifest loses nothing", async () => {
  forgeDocument(folder, "prices", ["no", "prices"]);
  // Nothing can be set aside: the folder for it is a file.
  writeFileSync(join(folder, "damaged"), "");
  const failed = use(async (state) => {
    await state.read("prices");
    state.write("daily/2026", [1, 2, 3]);
    await state.commit();
  });
  await expect(failed).rejects.toThrow();
  rmSync(join(folder, "damaged"));
  await use(async (state) => {
    expect(await state.read("daily/2026")).toEqual([1, 2, 3]);
    expect(await state.read("note")).toBe("any");
  });
});

test("a document whose name has no meaning is set aside before it is listed", async () => {
  folder = await fillState(makeTempFolder(), { ...DOCUMENTS, "daily/2026-11": [1] });
  const warnings = await use(async (state) => {
    expect(state.list("daily/").map(({ name }) => name)).toEqual(["daily/2026"]);
  });
  expect(warnings).toEqual([expect.stringMatching(/"daily\/2026-11" .* has no valid name/)]);
});
