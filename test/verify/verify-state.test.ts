import { beforeEach, describe, expect, it } from "vitest";
import { computeSha256 } from "../../build/lib/hash.ts";
import { replace } from "../render/edit-tree.ts";
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

describe("verifyTree on the state", () => {
  it("finds a state that differs from its manifest", async () => {
    const body = Buffer.from("{}");
    const document = { name: "market", file: "market.json.gz", bytes: body.length, sha256: computeSha256(body) };
    replace(tree, "state/market.json.gz", body);
    replace(tree, "state/manifest.json", Buffer.from(JSON.stringify({ documents: [document] })));
    expect(await problems()).toEqual([]);
    replace(tree, "state/market.json.gz", Buffer.from("[]"));
    expect(await problems()).toEqual(["state/market.json.gz: not the size or the sha256 that the state lists"]);
    replace(tree, "state/market.json.gz", body);
    replace(tree, "state/old.json.gz", body);
    expect(await problems()).toEqual(["state/old.json.gz: the state does not list it"]);
    replace(
      tree,
      "state/manifest.json",
      Buffer.from(JSON.stringify({ documents: [{ ...document, file: "gone.json.gz" }] })),
    );
    expect(await problems()).toContain(
      "state/manifest.json: market is listed, but state/gone.json.gz was not published",
    );
  });
});
