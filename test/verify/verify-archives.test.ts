import { gzipSync } from "node:zlib";
import { beforeEach, describe, expect, it } from "vitest";
import { change, replace } from "../render/edit-tree.ts";
import { type MemoryTree, verifyMemory, writeTree } from "../render/memory-tree.ts";
import { smallRegistry } from "../render/small-registry.ts";
import { buildWorld } from "../render/small-world.ts";

let tree: MemoryTree;
beforeEach(async () => {
  tree = await writeTree(smallRegistry, buildWorld());
});

async function problems(): Promise<string[]> {
  return (await verifyMemory(tree)).problems;
}

describe("verifyTree on archives", () => {
  it("finds an archive that is listed and was not published", async () => {
    change(tree, "api/data/archives.json", (list) => {
      list.data[0].filename = "gone.csv.gz";
    });
    expect(await problems()).toEqual(
      expect.arrayContaining([
        "api/data/download/gone.csv.gz: the list of archives names it, but it does not exist",
        "api/data/download/gone.csv.gz.sha256: the list of archives names it, but it does not exist",
      ]),
    );
  });

  it("finds an archive that is not the one that was listed", async () => {
    const path = "api/data/download/coins-latest.csv.gz";
    replace(tree, path, gzipSync("id,price\r\nbtc,1\r\n"));
    const found = await problems();
    for (const expected of ["bytes, listed with", "not the listed sha256", "1 rows, listed with 3", "the header is"]) {
      expect(found).toContainEqual(expect.stringContaining(`${path}: `));
      expect(found.some((problem) => problem.includes(expected))).toBe(true);
    }
    replace(tree, path, Buffer.from("not gzip"));
    expect(await problems()).toContainEqual(expect.stringContaining(`${path}: unreadable: `));
  });

  it("finds a checksum file and a data package that contradict the list of archives", async () => {
    replace(tree, "api/data/download/fear-greed.csv.gz.sha256", Buffer.from("0  fear-greed.csv.gz\n"));
    change(tree, "api/data/datapackage.json", (document) => {
      document.resources[0].hash = "sha256:0";
    });
    expect(await problems()).toEqual([
      "api/data/datapackage.json: coins-latest.csv.gz is missing or described differently than in the list of archives",
      "api/data/download/fear-greed.csv.gz.sha256: does not state the listed sha256",
    ]);
  });
});
