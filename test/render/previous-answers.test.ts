import { describe, expect, it } from "vitest";
import { computeSha256 } from "../../build/render/hash.ts";
import { MANIFEST_PATH } from "../../build/render/manifest.ts";
import { readPreviousAnswers } from "../../build/render/previous-answers.ts";
import { withManifest } from "./render-tree.ts";
import { buildWorld } from "./small-world.ts";

const PATH = "api/coins/btc/history/all.json";
const BODY = Buffer.from('{"data":[]}\n');

/** A tree with one answer that lasts, made by a program. */
async function makeTree(program: string | null): Promise<Map<string, Uint8Array>> {
  const tree = new Map<string, Uint8Array>();
  const artifacts = [
    { path: PATH, body: BODY, endpoint: "coin-history", basis: "b1" },
    { path: "api/coins.json", body: "{}", endpoint: "coins" },
  ];
  for await (const { path, body } of withManifest(artifacts, buildWorld(), program)) tree.set(path, Buffer.from(body));
  return tree;
}

function find(tree: Map<string, Uint8Array>, path = PATH, basis = "b1", program = "p1") {
  return readPreviousAnswers({ readOld: (one) => tree.get(one) }, program).find(path, basis);
}

describe("readPreviousAnswers", () => {
  it("finds what the same program made of the same", async () => {
    expect(find(await makeTree("p1"))).toEqual({ body: BODY, sha256: computeSha256(BODY) });
  });

  it("finds nothing of other content, of another program, of an unknown one, and no answer that says nothing of itself", async () => {
    const tree = await makeTree("p1");
    expect(find(tree, PATH, "b2")).toBeUndefined();
    expect(find(tree, PATH, "b1", "p2")).toBeUndefined();
    expect(find(tree, "api/coins.json", "b1")).toBeUndefined();
    expect(find(tree, "api/coins/eth/history/all.json")).toBeUndefined();
    expect(find(await makeTree(null))).toBeUndefined();
  });

  it("finds nothing that was changed, shortened or removed since", async () => {
    for (const body of [Buffer.from('{"data":[1]}\n'), BODY.subarray(1), Buffer.alloc(BODY.length), undefined]) {
      const tree = await makeTree("p1");
      if (body === undefined) tree.delete(PATH);
      else tree.set(PATH, body);
      expect(find(tree)).toBeUndefined();
    }
  });

  it("finds nothing where there is no tree, or its manifest cannot be read", async () => {
    const tree = await makeTree("p1");
    expect(readPreviousAnswers({}, "p1").find(PATH, "b1")).toBeUndefined();
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
