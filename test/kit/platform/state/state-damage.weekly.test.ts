import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { nameDocumentFile } from "../../../../build/kit/platform/state/state-document.ts";
import { MAX_MANIFEST_BYTES, parseStateManifest } from "../../../../build/kit/platform/state/state-manifest.ts";
import { verifyState } from "../../../../build/kit/platform/state/state-open.ts";
import { exportState } from "../../../../build/kit/platform/state/state-store.ts";
import { computeSha256 } from "../../../../build/lib/hash.ts";
import { OperationalError } from "../../../../build/lib/operational-error.ts";
import { makeTempFolder } from "../../../cleanup.ts";
import { createStateStore } from "../open-store.ts";
import { copyFolder, fileOf, fillState, flipBit, NOON, openAndClose, readState, snapshot } from "../state-folder.ts";

const DOCUMENTS: Record<string, unknown> = {
  coins: { btc: 1 },
  market: ["x".repeat(300)],
  "samples/2026-11-20": { times: [1, 2] },
  "daily/2026": { times: [1] },
  "last-good/kraken.tickers": { records: [] },
};
const PROJECT = fileURLToPath(new URL("../../../../", import.meta.url));
/** What a process needs that only loads the program. */
const PROGRAM_MB = 64;
const MANIFEST = new URL("../../../../build/kit/platform/state/state-manifest.ts", import.meta.url).href;
const CACHE = "last-good/kraken.tickers";
const ofRecord = Object.keys(DOCUMENTS).filter((name) => name !== CACHE);

let whole: string;
beforeAll(async () => {
  whole = await fillState(makeTempFolder(), DOCUMENTS);
});

/** Damage is refused without a copy and repaired with one. The damaged file is kept. */
async function expectRefusedAndRepaired(folder: string, name: string): Promise<void> {
  const before = snapshot(folder);
  await expect(openAndClose(folder)).rejects.toThrow(OperationalError);
  await expect(openAndClose(folder)).rejects.toThrow(`"${name}"`);
  await expect(openAndClose(folder)).rejects.toThrow("--restore-from");
  expect(snapshot(folder)).toEqual(before);
  expect(verifyState(folder).faults).toMatchObject([{ name }]);
  const warnings = await openAndClose(folder, [whole]);
  expect(warnings.join("\n")).toContain(name);
  expect(await readState(folder)).toEqual(DOCUMENTS);
  expect(verifyState(folder).faults).toEqual([]);
}

const publish = async (folder: string) => {
  const store = createStateStore(folder, { now: () => NOON, world: "live" });
  try {
    for await (const _ of exportState(store));
  } finally {
    store.close();
  }
};

const DAMAGE: [string, (path: string) => void][] = [
  ["a flipped bit at the start", (path) => flipBit(path, 0)],
  ["a flipped bit", (path) => flipBit(path, 0.6)],
  ["a cut end", (path) => truncateSync(path, 12)],
  ["its loss", (path) => rmSync(path)],
  [
    "a folder in its place",
    (path) => {
      rmSync(path);
      mkdirSync(path);
      copyFileSync(join(whole, "manifest.json"), join(path, basename(path)));
    },
  ],
];

/** What is in the place of a file, with its content if it is one. */
const lookAt = (path: string) => {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat?.isFile() === true ? readFileSync(path) : stat?.isDirectory();
};

describe.each(ofRecord)("damage to %s", (name) => {
  test.each(DAMAGE)("by %s is named, refused or repaired", async (_, destroy) => {
    const folder = copyFolder(whole);
    const path = fileOf(folder, name);
    destroy(path);
    const damaged = lookAt(path);
    await expect(publish(folder)).rejects.toThrow(`"${name}"`);
    await expectRefusedAndRepaired(folder, name);
    const aside = path.replace(folder, join(folder, "damaged"));
    expect(lookAt(aside)).toEqual(damaged);
  });
});

describe("damage to a last known good response", () => {
  test.each(DAMAGE)("by %s sets it aside, and the build continues without it", async (_, destroy) => {
    const folder = copyFolder(whole);
    const path = fileOf(folder, CACHE);
    destroy(path);
    const damaged = lookAt(path);
    expect(await openAndClose(folder)).toEqual([expect.stringMatching(`"${CACHE}" .* is set aside`)]);
    const { [CACHE]: _lost, ...rest } = DOCUMENTS;
    expect(await readState(folder)).toEqual(rest);
    expect(verifyState(folder).faults).toEqual([]);
    await publish(folder);
    expect(lookAt(path.replace(folder, join(folder, "damaged")))).toEqual(damaged);
    expect(await openAndClose(folder)).toEqual([]);
  });

  test("does not excuse damage to a document of record", async () => {
    const folder = copyFolder(whole);
    for (const name of [CACHE, "market"]) flipBit(fileOf(folder, name));
    const before = snapshot(folder);
    await expect(openAndClose(folder)).rejects.toThrow('"market" is not what was written');
    expect(snapshot(folder)).toEqual(before);
  });
});

describe("a manifest", () => {
  test("that lists a missing document is refused, also where no copy has it", async () => {
    const folder = copyFolder(whole);
    const sha256 = "0".repeat(64);
    forgeManifest(folder, (list) => [
      ...list,
      { ...list[0], name: "xenon", file: "xenon.0000000000000000.json.gz", sha256 },
    ]);
    const before = snapshot(folder);
    await expect(openAndClose(folder)).rejects.toThrow('"xenon" cannot be read');
    await expect(openAndClose(folder, [whole])).rejects.toThrow(
      /1 documents are damaged in every place\.\n {2}xenon: /,
    );
    expect(snapshot(folder)).toEqual(before);
  });

  test.each<[string, (text: string) => string]>([
    ["with a forged checksum", (text) => text.replace(/"sha256": "./, '"sha256": "-')],
    ["with a changed name", (text) => text.replace('"coins"', '"coinz"')],
    ["with a changed world", (text) => text.replace('"live"', '"sample"')],
    ["with a document opened again", (text) => text.replace('"closed": false', '"closed": true')],
    ["that is cut", (text) => text.slice(0, 400)],
    ["that is empty", () => ""],
  ])("%s is refused, or replaced and kept", async (_, forge) => {
    const folder = copyFolder(whole);
    const path = join(folder, "manifest.json");
    const forged = forge(readFileSync(path, "utf8"));
    writeFileSync(path, forged);
    const before = snapshot(folder);
    await expect(openAndClose(folder)).rejects.toThrow(/manifest\.json is not what was written.*--restore-from/);
    await expect(publish(folder)).rejects.toThrow("is not what was written");
    expect(() => verifyState(folder)).toThrow("is not what was written");
    expect(snapshot(folder)).toEqual(before);
    const warnings = await openAndClose(folder, [whole]);
    expect(warnings[0]).toContain("manifest.json");
    expect(await readState(folder)).toEqual(DOCUMENTS);
    expect(readFileSync(join(folder, "damaged/manifest.json"), "utf8")).toBe(forged);
  });

  test("that is lost is refused or replaced", async () => {
    const folder = copyFolder(whole);
    rmSync(join(folder, "manifest.json"));
    await expect(openAndClose(folder)).rejects.toThrow("manifest.json cannot be read");
    await openAndClose(folder, [whole]);
    expect(await readState(folder)).toEqual(DOCUMENTS);
  });

  test("of another place must not name files outside its folder", async () => {
    const folder = copyFolder(whole);
    const sha256 = "0".repeat(64);
    forgeManifest(folder, (list) => [{ ...list[0], name: "../x", file: "../x.0000000000000000.json.gz", sha256 }]);
    await expect(openAndClose(makeTempFolder(), [folder])).rejects.toThrow("leaves its folder");
  });

  test.each([
    ["by case only", "coins", "Coins"],
    ["by the form of an accent", "daily/\u00e9", "daily/e\u0301"],
    ["in nothing", "coins", "coins"],
  ])("with names that differ %s is refused when it is read", async (_, name, twin) => {
    const folder = await fillState(makeTempFolder(), { [name]: 1 });
    const sha256 =
      parseStateManifest(readFileSync(join(folder, "manifest.json"), "utf8"), folder).documents.get(name)?.sha256 ?? "";
    forgeManifest(folder, (list) => [
      ...list,
      { ...list[0], name: twin, file: nameDocumentFile({ name: twin, sha256 }) },
    ]);
    await expect(openAndClose(folder)).rejects.toThrow(/not what was written/);
    const into = makeTempFolder();
    await expect(openAndClose(into, [folder])).rejects.toThrow("are one file on some systems");
    await openAndClose(into, [whole]);
    expect(await readState(into)).toEqual(DOCUMENTS);
  });

  test("is refused where two places have names that differ by case only", async () => {
    const [one, other] = [{ "daily/2026": 1 }, { "Daily/2026": 1 }].map((documents) =>
      fillState(makeTempFolder(), documents),
    );
    const into = makeTempFolder();
    const restored = openAndClose(into, [await one!, await other!]);
    await expect(restored).rejects.toThrow(OperationalError);
    await expect(restored).rejects.toThrow("was not restored and is unchanged");
    expect(snapshot(into)).toEqual({});
  });

  test.each([
    ["empty objects", "{}"],
    ["lists", "[]"],
    ["half entries", '{"name":"a"}'],
  ])("of a million %s is refused with room for forty times its size", (_, row) => {
    const rows = 1_000_000;
    const heapMb = PROGRAM_MB + Math.ceil((40 * rows * row.length) / 1e6);
    // A process of its own: the heap of this one depends on the tests before.
    const program = `
      import { parseStateManifest } from ${JSON.stringify(MANIFEST)};
      const rows = Array(${rows}).fill(${JSON.stringify(row)}).join(",");
      try { parseStateManifest('{"version":2,"world":"live","sha256":"","documents":[' + rows + "]}", "memory"); }
      catch (error) { console.log(error.message); }`;
    const args = [`--max-old-space-size=${heapMb}`, "--import", "tsx", "--input-type=module", "--eval", program];
    const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: PROJECT, encoding: "utf8" });
    expect(stderr).toBe("");
    expect(stdout).toMatch(/expected/);
  });

  test("that is too large is refused before it is read", async () => {
    const folder = copyFolder(whole);
    truncateSync(join(folder, "manifest.json"), MAX_MANIFEST_BYTES + 1);
    await expect(openAndClose(folder)).rejects.toHaveProperty("cause.message", expect.stringContaining("more than"));
    await expect(openAndClose(makeTempFolder(), [folder])).rejects.toThrow("more than");
  });

  test("of another version is refused with its version", async () => {
    const folder = makeTempFolder();
    writeFileSync(join(folder, "manifest.json"), '{"version":1,"sha256":"","documents":[]}');
    await expect(openAndClose(folder)).rejects.toHaveProperty("cause.message", expect.stringContaining("version 1"));
  });
});

test("a message lists at most eleven damaged documents", async () => {
  const names = Array.from({ length: 15 }, (_, index) => `part-${index + 10}`);
  const folder = await fillState(makeTempFolder(), Object.fromEntries(names.map((name) => [name, name])));
  for (const name of names) rmSync(fileOf(folder, name));
  const message = /"part-10" .*, and so are "part-11", .*"part-20", … and 4 more\. A build restores /;
  await expect(openAndClose(folder)).rejects.toThrow(message);
});

describe("files that the manifest does not list", () => {
  test("are ignored; the next commit removes whole ones and sets others aside", async () => {
    const folder = copyFolder(whole);
    const killed = `fresh.${computeSha256("killed").slice(0, 16)}.json.gz`;
    writeFileSync(join(folder, killed), "killed");
    writeFileSync(join(folder, "coins.0123456789abcdef.json.gz"), "not named by its content");
    expect(verifyState(folder).faults).toEqual([]);
    expect(await openAndClose(folder)).toEqual([]);
    await fillState(folder, { coins: 2 });
    expect(Object.keys(snapshot(folder)).filter((path) => /^(fresh|coins)/.test(path))).toHaveLength(1);
    expect(readdirSync(join(folder, "damaged"))).toEqual(["coins.0123456789abcdef.json.gz"]);
  });

  test("are set aside by a restore where the manifest is damaged", async () => {
    const folder = copyFolder(whole);
    writeFileSync(join(folder, "alien.0123456789abcdef.json.gz"), "only copy");
    writeFileSync(join(folder, "manifest.json"), "{");
    await openAndClose(folder, [whole]);
    expect(await readState(folder)).toEqual(DOCUMENTS);
    expect(readFileSync(join(folder, "damaged/alien.0123456789abcdef.json.gz"), "utf8")).toBe("only copy");
  });
});

interface Entry {
  name?: string;
  file?: string;
  sha256?: string;
}

/** Changes the list and makes the manifest's own checksum fit, as an attacker or a bug could. */
function forgeManifest(folder: string, change: (list: Entry[]) => Entry[]): void {
  const path = join(folder, "manifest.json");
  const manifest = JSON.parse(readFileSync(path, "utf8"));
  const documents = change(manifest.documents);
  const sha256 = computeSha256(JSON.stringify([manifest.world, documents]));
  writeFileSync(path, JSON.stringify({ ...manifest, sha256, documents }));
}
