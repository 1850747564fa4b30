import { describe, expect, it } from "vitest";
import { MANIFEST_PATH, readPreviousAnswers } from "../../../build/kit/render/manifest.ts";
import { computeSha256 } from "../../../build/lib/hash.ts";
import { withManifest } from "../../fixtures/memory-tree.ts";
import { buildWorld } from "../../fixtures/small-world.ts";

const PATH = "api/coins/btc/history/all.json";
const BODY = Buffer.from('{"data":[]}\n');

/** A tree with one reusable answer. */
async function makeTree(program: string | null): Promise<Map<string, Uint8Array>> {
  const tree = new Map<string, Uint8Array>();
  const artifacts = [
    { path: PATH, body: BODY, endpoint: "coin-history", inputsDigest: "d1" },
    { path: "api/coins.json", body: "{}", endpoint: "coins" },
  ];
  for await (const { path, body } of withManifest(artifacts, buildWorld(), program)) tree.set(path, Buffer.from(body));
  return tree;
}

function find(tree: Map<string, Uint8Array>, path = PATH, inputsDigest = "d1", program = "p1") {
  return readPreviousAnswers({ readOld: (one) => tree.get(one) }, program).find(path, inputsDigest);
}

describe("readPreviousAnswers", () => {
  it("finds an answer of the same program with the same inputs", async () => {
    expect(find(await makeTree("p1"))).toEqual({ body: BODY, sha256: computeSha256(BODY) });
  });

  it("finds nothing with other inputs, of another or an unknown program, and no answer without inputs digest", async () => {
    const tree = await makeTree("p1");
    expect(find(tree, PATH, "d2")).toBeUndefined();
    expect(find(tree, PATH, "d1", "p2")).toBeUndefined();
    expect(find(tree, "api/coins.json", "d1")).toBeUndefined();
    expect(find(tree, "api/coins/eth/history/all.json")).toBeUndefined();
    expect(find(await makeTree(null))).toBeUndefined();
  });

  it("finds no file that was changed, shortened or removed", async () => {
    for (const body of [Buffer.from('{"data":[1]}\n'), BODY.subarray(1), Buffer.alloc(BODY.length), undefined]) {
      const tree = await makeTree("p1");
      if (body === undefined) tree.delete(PATH);
      else tree.set(PATH, body);
      expect(find(tree)).toBeUndefined();
    }
  });

  it("finds nothing without a tree or with an unreadable manifest", async () => {
    const tree = await makeTree("p1");
    expect(readPreviousAnswers({}, "p1").find(PATH, "d1")).toBeUndefined();
    const manifest = JSON.parse(Buffer.from(tree.get(MANIFEST_PATH)!).toString());
    const files = (change: object) => ({
      data: { ...manifest.data, files: [{ ...manifest.data.files[1], ...change }] },
    });
    expect(find(new Map([...tree, [MANIFEST_PATH, Buffer.from(JSON.stringify(files({})))]]))).toBeDefined();
    const texts = ["", "{", "null", "[]", '{"data":{"program":"p1"}}', '{"data":{"program":"p1","files":[null]}}'];
    const wrong = [files({ basis: 1 }), files({ bytes: "11" }), files({ path: null }), files({ extra: 1 })];
    for (const text of [...texts, ...wrong.map((one) => JSON.stringify(one))])
      expect(find(new Map([...tree, [MANIFEST_PATH, Buffer.from(text)]])), text).toBeUndefined();
  });
});
