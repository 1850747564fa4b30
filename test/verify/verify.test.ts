import { beforeEach, describe, expect, it } from "vitest";
import { endpoints as registry } from "../../build/api/registry.ts";
import { assignKeys } from "../../build/market/coins/coin-key.ts";
import { verifyTree } from "../../build/verify/verify.ts";
import { change, replace } from "../render/edit-tree.ts";
import { type MemoryTree, readText, verifyMemory, writeTree } from "../render/memory-tree.ts";
import { smallRegistry } from "../render/small-registry.ts";
import { buildCoin, buildWorld } from "../render/small-world.ts";

let tree: MemoryTree;
beforeEach(async () => {
  tree = await writeTree(smallRegistry, buildWorld());
});

async function problems(): Promise<string[]> {
  return (await verifyMemory(tree)).problems;
}

describe("verifyTree", () => {
  it("accepts an unchanged tree", async () => {
    const { files, checks, problems } = await verifyMemory(tree);
    expect(problems).toEqual([]);
    expect(files).toBe(tree.size - 1);
    expect(checks).toBeGreaterThan(files * 3);
  });

  it("accepts the tree of the registry, with hostile symbols and without data", async () => {
    const symbols = ["$", "%24", "..", "CON", "SEARCH", "Ä/Ö", "A B?#", "CON"];
    const ids = symbols.map((symbol, at) => ({ id: `coin.${at}`, symbol, marketCapUsd: null }));
    const { keys } = assignKeys(ids, null, 0);
    const hostile = ids.map(({ id, symbol }, at) =>
      buildCoin({ id, symbol, name: symbol, key: keys.get(id)!, rank: at + 1 }),
    );
    const worlds = [
      buildWorld(),
      buildWorld({ coins: hostile }),
      buildWorld({ coins: [], fearGreed: [], exchangeRates: null, articles: [], datasets: [] }),
      { ...buildWorld(), sample: true },
    ];
    for (const world of worlds) expect((await verifyMemory(await writeTree(registry, world))).problems).toEqual([]);
  });

  it("looks at everything that was published, not only below /api", async () => {
    tree.set("CNAME", Buffer.from("site.example"));
    expect(await problems()).toEqual(["CNAME: is not in the manifest"]);
    replace(tree, "CNAME", Buffer.from("site.example"));
    expect(await problems()).toEqual([]);
  });

  it("reports problems of the host, and progress", async () => {
    const steps: number[] = [];
    const read = async (path: string) => tree.get(path);
    const progress = (done: number, total: number) => steps.push(done / total);
    const checkHost = (files: readonly { path: string }[]) => [`${files.length} files are too many`];
    const found = await verifyTree(read, { progress, checkHost });
    expect(found.problems).toEqual([`${tree.size - 1} files are too many`]);
    expect(steps).toHaveLength(tree.size - 1);
    expect(steps.at(-1)).toBe(1);
  });

  it("finds a flipped byte", async () => {
    const body = Buffer.from(tree.get("api/coins/btc.json")!);
    body[10]! ^= 1;
    tree.set("api/coins/btc.json", body);
    expect(await problems()).toContain("api/coins/btc.json: not the sha256 of the manifest");
  });

  it("finds a truncated file", async () => {
    tree.set("api/coins.csv", tree.get("api/coins.csv")!.subarray(1));
    expect(await problems()).toEqual([
      expect.stringMatching(/^api\/coins\.csv: \d+ bytes, \d+ in the manifest$/),
      "api/coins.csv: not the sha256 of the manifest",
    ]);
  });

  it("finds a missing file, and the links that led to it", async () => {
    tree.delete("api/coins/btc.json");
    expect(await problems()).toEqual(["api/coins/btc.json: the manifest lists it, but it does not exist"]);
    tree = await writeTree(smallRegistry, buildWorld());
    const manifest = JSON.parse(readText(tree, "api/manifest.json"));
    manifest.data.files = manifest.data.files.filter((file: { path: string }) => file.path !== "api/coins/btc.json");
    manifest.data.count -= 1;
    tree.set("api/manifest.json", Buffer.from(JSON.stringify(manifest)));
    tree.delete("api/coins/btc.json");
    expect(await problems()).toContain("api/coins.json: /data/0/path leads to coins/btc.json, which does not exist");
  });

  it("finds an extra file", async () => {
    tree.set("api/coins/extra.json", Buffer.from("{}"));
    expect(await problems()).toEqual(["api/coins/extra.json: is not in the manifest"]);
  });

  it("finds an unexpected JSON file", async () => {
    replace(tree, "api/left-over.json", Buffer.from("{}"));
    expect(await problems()).toEqual(["api/left-over.json: belongs to no endpoint and to no listed document"]);
  });

  it("finds a file whose name needs an escape", async () => {
    replace(tree, "api/coins/%24x.json", tree.get("api/coins/btc.json")!);
    expect(await problems()).toContain("api/coins/%24x.json: hosts decode its name in different ways");
  });

  it("accepts an index file that copies an answer and refuses one that differs", async () => {
    replace(tree, "api/coins/btc/index.json", tree.get("api/coins/btc.json")!);
    expect(await problems()).toEqual([]);
    replace(tree, "api/coins/evil/index.json", tree.get("api/coins/btc.json")!);
    expect(await problems()).toContain("api/coins/evil/index.json: belongs to no endpoint and to no listed document");
  });

  it("accepts copies in other spellings of a path, and refuses one with the bytes of another answer", async () => {
    const pepe = tree.get("api/coins/dollar-pepe.json")!;
    for (const path of [
      "api/coins/dollar-pepe/index.json",
      "api/coins/DOLLAR-PEPE.json",
      "api/coins/DOLLAR-PEPE/index.json",
    ])
      replace(tree, path, pepe);
    replace(tree, "api/coins/BTC.json", tree.get("api/coins/btc.json")!);
    expect(await problems()).toEqual([]);
    replace(tree, "api/coins/BTC/index.json", pepe);
    expect(await problems()).toEqual(["api/coins/BTC/index.json: belongs to no endpoint and to no listed document"]);
  });

  it("finds an answer that does not fit its schema", async () => {
    change(tree, "api/coins/evil.json", (document) => {
      document.data.extra = 1;
    });
    expect(await problems()).toEqual([
      "api/coins/evil.json: does not fit its schema: /data must NOT have additional properties",
    ]);
  });

  it("finds a schema that is wrong, unusable or missing", async () => {
    change(tree, "api/schemas/coin.json", (schema) => {
      schema.properties.data.properties.id.type = "number";
    });
    expect(await problems()).toContain("api/coins/btc.json: does not fit its schema: /data/id must be number");
    change(tree, "api/schemas/coin.json", (schema) => {
      schema.type = "nonsense";
    });
    expect(await problems()).toContain("api/coins/btc.json: its schema api/schemas/coin.json is missing or unusable");
  });

  it("finds a broken link anywhere", async () => {
    change(tree, "api/coins/limit/1.json", (document) => {
      document.meta.pagination.next = "coins/limit/1/offset/7.json";
      document.data[0].path = "coins/../x.json";
    });
    change(tree, "api/coins/btc.json", (document) => {
      document.data.same_symbol[0].path = "../coins.json";
    });
    change(tree, "api/index.json", (document) => {
      document.data.endpoints[0].example = "gone.json";
    });
    expect((await problems()).toSorted()).toEqual([
      "api/coins/btc.json: /data/same_symbol/0/path leads to ../coins.json, which does not exist",
      "api/coins/limit/1.json: /data/0/path leads to coins/../x.json, which does not exist",
      "api/coins/limit/1.json: /meta/pagination/next leads to coins/limit/1/offset/7.json, which does not exist",
      "api/index.json: /data/endpoints/0/example leads to gone.json, which does not exist",
    ]);
  });

  it("accepts a query form of an answer that exists and refuses any other", async () => {
    change(tree, "api/coins/limit/1.json", (document) => {
      document.meta.pagination.next = "coins?limit=1&offset=7";
    });
    expect(await problems()).toEqual([]);
    change(tree, "api/coins/limit/1.json", (document) => {
      document.meta.pagination.next = "coin?limit=1";
    });
    expect(await problems()).toEqual([
      "api/coins/limit/1.json: /meta/pagination/next leads to coin?limit=1, a query of nothing that exists",
    ]);
  });

  it("finds an answer with the self of another one", async () => {
    change(tree, "api/coins/evil.json", (document) => {
      document.meta.self = "coins/btc.json";
    });
    expect(await problems()).toEqual([
      "api/coins/evil.json: /meta/self leads to coins/btc.json, which is another answer",
    ]);
  });

  it("finds a number that is not finite although it is JSON, and a file that is not JSON", async () => {
    replace(
      tree,
      "api/coins/evil.json",
      Buffer.from(readText(tree, "api/coins/evil.json").replace('"id":"evil"', '"id":1e999')),
    );
    replace(tree, "api/coins/btc.json", Buffer.from("<html>"));
    expect(await problems()).toEqual(
      expect.arrayContaining([
        "api/coins/evil.json: numbers that are not finite at /data/id",
        "api/coins/btc.json: is not JSON",
      ]),
    );
  });

  it("reports a missing or unreadable manifest", async () => {
    tree.set("api/manifest.json", Buffer.from('{"data":{}}'));
    expect(await problems()).toEqual(["api/manifest.json: does not have the published form"]);
    expect(await verifyMemory(new Map())).toEqual({
      files: 0,
      checks: 1,
      problems: ["api/manifest.json: does not exist"],
    });
  });
});
