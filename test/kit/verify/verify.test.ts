import { gzipSync } from "node:zlib";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { endpoints as registry } from "../../../build/crypto/api/registry.ts";
import { assignKeys } from "../../../build/crypto/market/identity/coin-key.ts";
import { buildApi } from "../../../build/crypto/render/market-api.ts";
import { hosts } from "../../../build/kit/hosts/registry.ts";
import { LIVE_PATH } from "../../../build/kit/platform/output/live-file.ts";
import { renderRoutes } from "../../../build/kit/render/documents/routes.ts";
import { MANIFEST_PATH } from "../../../build/kit/render/manifest.ts";
import { ATTESTATION_PATH } from "../../../build/kit/verify/attestation.ts";
import { verifyTree } from "../../../build/kit/verify/verify.ts";
import { computeSha256 } from "../../../build/lib/hash.ts";
import { renderBundle } from "../../fixtures/attestation.ts";
import {
  adaptTree,
  change,
  listArtifacts,
  type MemoryTree,
  readText,
  replace,
  verifyMemory,
  withManifest,
  writeTree,
} from "../../fixtures/memory-tree.ts";
import { smallRegistry } from "../../fixtures/small-registry.ts";
import { buildCoin, buildWorld } from "../../fixtures/small-world.ts";

const BTC = "api/coins/btc.json";
const EVIL = "api/coins/evil.json";
const PAGE = "api/coins/limit/1.json";
const COINS_ARCHIVE = "api/data/download/coins-latest.csv.gz";
const COINS_PARQUET = "api/data/download/coins-latest.parquet";
const STATE_FILE = "state/market.json.gz";
const STRAY = "belongs to no endpoint and to no listed document";

let sound: MemoryTree;
let tree: MemoryTree;
beforeAll(async () => {
  sound = await writeTree(smallRegistry, buildWorld());
});
beforeEach(() => {
  tree = new Map(sound);
});

const problems = async () => (await verifyMemory(tree)).problems;
const copy = (path: string, from: string) => replace(tree, path, tree.get(from)!);

/** Changes one field of a JSON file: `data.0.path`. */
function set(path: string, at: string, value: unknown): void {
  const names = at.split(".");
  change(tree, path, (document) => {
    const owner = names.slice(0, -1).reduce((one, name) => one[name], document);
    owner[names.at(-1)!] = value;
  });
}

/** Adds the attestation of a file where that of the manifest belongs. */
const attest = (path: string) =>
  tree.set(ATTESTATION_PATH, Buffer.from(renderBundle([computeSha256(tree.get(path)!)])));

const linkNext = (next: string) => set(PAGE, "meta.pagination.next", next);

function writeState(listed: object = {}): void {
  const body = Buffer.from("{}");
  const document = { name: "market", file: "market.json.gz", bytes: body.length, sha256: computeSha256(body) };
  replace(tree, STATE_FILE, body);
  replace(tree, "state/manifest.json", Buffer.from(JSON.stringify({ documents: [{ ...document, ...listed }] })));
}

describe("the file that live runs replace", () => {
  beforeEach(() => {
    copy("api/schemas/live.json", "api/schemas/coins.json");
    tree.set(LIVE_PATH, tree.get(PAGE)!);
  });

  it("is accepted beside the files of the manifest", async () => {
    expect(await problems()).toEqual([]);
  });

  it("has the form of its endpoint", async () => {
    tree.set(LIVE_PATH, Buffer.from('{"data":[{"id":7}],"meta":{}}'));
    expect(await problems()).toEqual([expect.stringContaining(`${LIVE_PATH}: does not fit its schema`)]);
  });
});

describe("verifyTree accepts", () => {
  it("an unchanged tree", async () => {
    const { files, checks, problems } = await verifyMemory(tree);
    expect(problems).toEqual([]);
    expect(files).toBe(tree.size - 1);
    expect(checks).toBeGreaterThan(files * 3);
  });

  it("the tree of the registry, with hostile symbols and without data", async () => {
    const symbols = ["$", "%24", "..", "CON", "SEARCH", "Ä/Ö", "A B?#", "CON"];
    const ids = symbols.map((symbol, at) => ({ id: `coin.${at}`, symbol, marketCapUsd: null }));
    const { keys } = assignKeys(ids, null, 0);
    const hostile = ids.map(({ id, symbol }, at) =>
      buildCoin({ id, symbol, name: symbol, key: keys.get(id)!, rank: at + 1 }),
    );
    const worlds = [
      { ...buildWorld({ coins: hostile }), sample: true },
      buildWorld({ coins: [], fearGreed: [], exchangeRates: null, articles: [], datasets: [] }),
    ];
    for (const world of worlds) expect((await verifyMemory(await writeTree(registry, world))).problems).toEqual([]);
  });

  it.each<[string, () => void]>([
    ["a file outside of /api that the manifest lists", () => replace(tree, "CNAME", Buffer.from("site.example"))],
    ["an index file that copies an answer", () => copy("api/coins/btc/index.json", BTC)],
    [
      "copies in other spellings of a path",
      () => {
        for (const path of ["dollar-pepe/index.json", "DOLLAR-PEPE.json", "DOLLAR-PEPE/index.json"])
          copy(`api/coins/${path}`, "api/coins/dollar-pepe.json");
        copy("api/coins/BTC.json", BTC);
      },
    ],
    ["a query form of an answer that exists", () => linkNext("coins?limit=1&offset=7")],
    ["a state with its manifest", () => writeState()],
    ["an attestation that the manifest does not list", () => attest(MANIFEST_PATH)],
  ])("%s", async (_, edit) => {
    edit();
    expect(await problems()).toEqual([]);
  });

  it.each(hosts.map((host) => [host.id, host] as const))("a tree with what %s needs", async (_, host) => {
    const plain = listArtifacts(sound).filter(({ path }) => path !== MANIFEST_PATH);
    const complete = adaptTree(host, plain, renderRoutes(buildApi(smallRegistry)), "export default {}");
    const adapted: MemoryTree = new Map();
    for await (const { path, body } of withManifest(complete, buildWorld())) adapted.set(path, Buffer.from(body));
    expect(await verifyMemory(adapted)).toMatchObject({ problems: [], files: adapted.size - 1 });
  });
});

describe("verifyTree finds only", () => {
  it.each<[string, () => void, unknown[]]>([
    [
      "a file outside of /api that the manifest does not list",
      () => tree.set("CNAME", Buffer.from("site.example")),
      ["CNAME: is not in the manifest"],
    ],
    [
      "a truncated file",
      () => tree.set("api/coins.csv", tree.get("api/coins.csv")!.subarray(1)),
      [
        expect.stringMatching(/^api\/coins\.csv: \d+ bytes, \d+ in the manifest$/),
        "api/coins.csv: not the sha256 of the manifest",
      ],
    ],
    ["a missing file", () => tree.delete(BTC), [`${BTC}: the manifest lists it, but it does not exist`]],
    [
      "an extra file",
      () => tree.set("api/coins/extra.json", Buffer.from("{}")),
      ["api/coins/extra.json: is not in the manifest"],
    ],
    [
      "an unexpected JSON file",
      () => replace(tree, "api/left-over.json", Buffer.from("{}")),
      [`api/left-over.json: ${STRAY}`],
    ],
    [
      "another spelling of a path with the bytes of another answer",
      () => copy("api/coins/BTC/index.json", "api/coins/dollar-pepe.json"),
      [`api/coins/BTC/index.json: ${STRAY}`],
    ],
    [
      "an answer that does not fit its schema",
      () => set(EVIL, "data.extra", 1),
      [`${EVIL}: does not fit its schema: /data must NOT have additional properties`],
    ],
    [
      "a broken link anywhere",
      () => {
        linkNext("coins/limit/1/offset/7.json");
        set(PAGE, "data.0.path", "coins/../x.json");
        set(BTC, "data.history.1h", "../coins.json");
        set("api/index.json", "data.endpoints.0.example", "gone.json");
      },
      [
        `${BTC}: /data/history/1h leads to ../coins.json, which does not exist`,
        `${PAGE}: /data/0/path leads to coins/../x.json, which does not exist`,
        `${PAGE}: /meta/pagination/next leads to coins/limit/1/offset/7.json, which does not exist`,
        "api/index.json: /data/endpoints/0/example leads to gone.json, which does not exist",
      ],
    ],
    [
      "a query form of an answer that does not exist",
      () => linkNext("coin?limit=1"),
      [`${PAGE}: /meta/pagination/next leads to coin?limit=1, a query of nothing that exists`],
    ],
    [
      "an answer with the self of another one",
      () => set(EVIL, "meta.self", "coins/btc.json"),
      [`${EVIL}: /meta/self leads to coins/btc.json, which is another answer`],
    ],
    [
      "an unreadable manifest",
      () => tree.set("api/manifest.json", Buffer.from('{"data":{}}')),
      ["api/manifest.json: does not have the published form"],
    ],
    [
      "a checksum file and a data package that contradict the list of archives",
      () => {
        replace(tree, "api/data/download/fear-greed.csv.gz.sha256", Buffer.from("0  fear-greed.csv.gz\n"));
        set("api/data/datapackage.json", "resources.0.hash", "sha256:0");
      },
      [
        "api/data/datapackage.json: coins-latest.csv.gz is missing or described differently than in the list of archives",
        "api/data/download/fear-greed.csv.gz.sha256: does not state the listed sha256",
      ],
    ],
    [
      "an attestation of something else",
      () => attest(BTC),
      [expect.stringMatching(/^api\/attestation\.json: is about another manifest/)],
    ],
    [
      "a state file that was changed",
      () => {
        writeState();
        replace(tree, STATE_FILE, Buffer.from("[]"));
      },
      [`${STATE_FILE}: not the size or the sha256 that the state lists`],
    ],
    [
      "a state file that the state does not list",
      () => {
        writeState();
        copy("state/old.json.gz", STATE_FILE);
      },
      ["state/old.json.gz: the state does not list it"],
    ],
  ])("%s", async (_, damage, expected) => {
    damage();
    expect((await problems()).toSorted()).toEqual(expected);
  });

  it("a missing manifest", async () => {
    const problems = ["api/manifest.json: does not exist"];
    expect(await verifyMemory(new Map())).toEqual({ files: 0, checks: 1, attested: false, problems });
  });
});

describe("verifyTree finds among others", () => {
  it.each<[string, () => void, unknown[]]>([
    [
      "a flipped byte",
      () => {
        const body = Buffer.from(tree.get(BTC)!);
        body[10]! ^= 1;
        tree.set(BTC, body);
      },
      [`${BTC}: not the sha256 of the manifest`],
    ],
    [
      "the links to a file that neither exists nor is listed",
      () => {
        const { files } = JSON.parse(readText(tree, MANIFEST_PATH)).data;
        set(
          MANIFEST_PATH,
          "data.files",
          files.filter(({ path }: { path: string }) => path !== BTC),
        );
        tree.delete(BTC);
      },
      ["api/coins.json: /data/0/path leads to coins/btc.json, which does not exist"],
    ],
    [
      "a file whose name needs an escape",
      () => copy("api/coins/%24x.json", BTC),
      ["api/coins/%24x.json: hosts decode its name in different ways"],
    ],
    [
      "an index file that differs from the answer",
      () => copy("api/coins/evil/index.json", BTC),
      [`api/coins/evil/index.json: ${STRAY}`],
    ],
    [
      "a schema that is wrong",
      () => set("api/schemas/coin.json", "properties.data.properties.id.type", "number"),
      [`${BTC}: does not fit its schema: /data/id must be number`],
    ],
    [
      "a schema that is unusable",
      () => set("api/schemas/coin.json", "type", "nonsense"),
      [`${BTC}: its schema api/schemas/coin.json is missing or unusable`],
    ],
    [
      "a number that is not finite although it is JSON, and a file that is not JSON",
      () => {
        replace(tree, EVIL, Buffer.from(readText(tree, EVIL).replace('"id":"evil"', '"id":1e999')));
        replace(tree, BTC, Buffer.from("<html>"));
      },
      [`${EVIL}: numbers that are not finite at /data/id`, `${BTC}: is not JSON`],
    ],
    [
      "an archive that is listed and was not published",
      () => set("api/data/archives.json", "data.0.filename", "gone.csv.gz"),
      ["gone.csv.gz", "gone.csv.gz.sha256"].map(
        (file) => `api/data/download/${file}: the list of archives names it, but it does not exist`,
      ),
    ],
    [
      "an archive that is not the one that was listed",
      () => replace(tree, COINS_ARCHIVE, gzipSync("id,price\r\nbtc,1\r\n")),
      ["bytes, listed with", "not the listed sha256", "1 rows, listed with 3", "the header is"].map((text) =>
        expect.stringMatching(new RegExp(`^${COINS_ARCHIVE}: .*${text}`)),
      ),
    ],
    [
      "a Parquet file that is not the one that was listed",
      () => replace(tree, COINS_PARQUET, Buffer.from("not Parquet")),
      [`${COINS_PARQUET}: not the listed sha256`, expect.stringContaining(`${COINS_PARQUET}: unreadable: `)],
    ],
    [
      "a Parquet file that is listed and was not published",
      () => set("api/data/archives.json", "data.0.formats.1.url", "data/download/gone.parquet"),
      ["api/data/download/gone.parquet: the list of archives names it, but it does not exist"],
    ],
    [
      "an unreadable archive",
      () => replace(tree, COINS_ARCHIVE, Buffer.from("not gzip")),
      [expect.stringContaining(`${COINS_ARCHIVE}: unreadable: `)],
    ],
    [
      "a state document that was not published",
      () => writeState({ file: "gone.json.gz" }),
      ["state/manifest.json: market is listed, but state/gone.json.gz was not published"],
    ],
  ])("%s", async (_, damage, expected) => {
    damage();
    expect(await problems()).toEqual(expect.arrayContaining(expected));
  });
});

it("reports problems of the host, and progress", async () => {
  const steps: number[] = [];
  const progress = (done: number, total: number) => steps.push(done / total);
  const checkHost = (files: readonly { path: string }[]) => [`${files.length} files are too many`];
  const found = await verifyTree(async (path) => tree.get(path), { progress, checkHost });
  expect(found.problems).toEqual([`${tree.size - 1} files are too many`]);
  expect(steps).toHaveLength(tree.size - 1);
  expect(steps.at(-1)).toBe(1);
});
