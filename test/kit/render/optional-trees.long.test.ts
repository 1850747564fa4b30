import { beforeAll, describe, expect, it } from "vitest";
import { layout } from "../../../build/crypto/api/layout.ts";
import { endpoints as registered } from "../../../build/crypto/api/registry.ts";
import type { World } from "../../../build/crypto/api/world.ts";
import { buildApi } from "../../../build/crypto/render/market-api.ts";
import { nameParquetFile } from "../../../build/kit/api/archive-entry.ts";
import { type Host, none } from "../../../build/kit/hosts/host.ts";
import { createHostAdapter } from "../../../build/kit/hosts/kit/adapt-tree.ts";
import { hosts } from "../../../build/kit/hosts/registry.ts";
import { renderRoutes } from "../../../build/kit/render/documents/routes.ts";
import { type ApiInput, renderCore } from "../../../build/kit/render/tree/render-tree.ts";
import { beginSite } from "../../../build/kit/render/tree/site-writer.ts";
import { measureLaterFiles, measureSite, writeApi } from "../../../build/kit/render/tree/write-api.ts";
import { verifyTree } from "../../../build/kit/verify/verify.ts";
import { computeSha256 } from "../../../build/lib/hash.ts";
import { DAY_MS } from "../../../build/lib/time.ts";
import { ARCHIVE, AS_OF_MS, makeHistory, makeVenue, makeWorld } from "../../fixtures/market.ts";
import { makeCoins } from "../../fixtures/site.ts";
import { createMemoryOutput, type MemoryFiles } from "../../kit/platform/output/memory-output.ts";

/** Without hours of years, so that the price files are the last ones of coins. */
const { series } = makeHistory(AS_OF_MS - 2 * DAY_MS);
const world = makeWorld({ coins: makeCoins(50), venues: [makeVenue("kraken")] }, { archives: [], history: { series } });
/** One currency: more of them repeat it. Without candles, which cover other coins than the rest. */
const endpoints = registered.filter(({ derived, tree }) => {
  const isOfCandles = tree === "candles" || derived?.base === "coin-ohlc";
  return (derived?.shown === undefined || derived.currency === "eur") && !isOfCandles;
});
const api = buildApi(endpoints);

const RESERVE = { files: 40, bytes: 1_000 };

/** The tree of a host with room for so many files, and what it lacks. */
async function publish(maxFiles: number, input: Partial<ApiInput<World>> = {}) {
  const output = createMemoryOutput();
  const warnings: string[] = [];
  const limits = { files: { max: maxFiles, reason: "so it is" } };
  const host: Host = { ...none, id: "small", name: "Small Host", limits };
  const site = await beginSite(output, {
    hosts: [host],
    adapt: (one) => createHostAdapter(one, { layout, routes: renderRoutes(api), worker: undefined }),
    noun: "coins",
    api,
    world,
    program: undefined,
    warn: (text: string) => void warnings.push(text),
    update: () => undefined,
  });
  const all = { api, world, homepage: null, ...input };
  await site.write(renderCore(all));
  const { leftOut = [] } = await writeApi(site, all, RESERVE);
  const sizes = measureSite(api, site.measure(), RESERVE, { hosts, leftOut });
  await site.commit();
  return { files: output.files, leftOut, warnings, sizes };
}

const PRICES = "api/data/prices/";

const countBelow = (files: MemoryFiles, folder: string) =>
  [...files.keys()].filter((path) => path.startsWith(folder)).length;
const read = (files: MemoryFiles, path: string) => JSON.parse(Buffer.from(files.get(path) as Uint8Array).toString());

let all: Awaited<ReturnType<typeof publish>>;
beforeAll(async () => {
  all = await publish(1e6);
});

describe("a host with room", () => {
  it("has every tree", () => {
    expect(all.leftOut).toEqual([]);
    expect(countBelow(all.files, "api/price/")).toBe(world.market.coins.length);
    expect(countBelow(all.files, "api/in/eur/coins/")).toBeGreaterThan(600);
    expect(all.files.has("api/in/eur/coins.csv") && all.files.has("api/price.csv")).toBe(true);
    expect(read(all.files, "api/status.json").data.trees_left_out).toEqual([]);
  });
});

describe("a host with less room", () => {
  it("lacks the last trees first, covers fewer coins of one, and says so", async () => {
    const prices = countBelow(all.files, PRICES);
    const { files, leftOut, warnings } = await publish(all.files.size - Math.floor(prices / 4));
    expect(leftOut.map(({ tree, covered }) => [tree, covered])).toEqual([["prices", 50]]);
    expect(leftOut[0]?.reason).toMatch(
      /^It covers 50 coins: [\d,]+ files are more than the [\d,]+ that Small Host accepts/,
    );
    expect(warnings).toHaveLength(1);
    expect(files.has(`${PRICES}btc/eur.csv`)).toBe(true);
    expect(countBelow(files, PRICES)).toBe(50 * 2 * 3);
    for (const folder of ["api/in/", "compat/"]) expect(countBelow(files, folder)).toBe(countBelow(all.files, folder));
    expect(read(files, "api/status.json").data.trees_left_out).toMatchObject([{ tree: "prices" }]);
  });

  it("lacks whole trees, and nothing leads to them", async () => {
    const countOptional = (tree: MemoryFiles) =>
      ["api/in/", "api/price/", "api/price.", "compat/", PRICES].reduce(
        (sum, folder) => sum + countBelow(tree, folder),
        0,
      );
    const optional = countOptional(all.files);
    const { files, leftOut } = await publish(all.files.size - optional + 20);
    expect(leftOut.map(({ tree, covered }) => [tree, covered])).toEqual([
      ["price", 0],
      ["currencies", 0],
      ["compat", 0],
      ["prices", 0],
    ]);
    expect(countOptional(files)).toBe(0);
    const { problems } = await verifyTree(
      async (path) => (files.has(path) ? Buffer.from(files.get(path) as Uint8Array) : undefined),
      { listFiles: async () => [...files.keys()] },
    );
    expect(problems).toEqual([]);
  });

  it("keeps a twentieth of its bytes free of optional files, and every site's files may fill it", () => {
    const limits = { totalBytes: { max: 1_000, reason: "so it is" } };
    const adapter = createHostAdapter({ ...none, limits }, { layout, routes: [], worker: undefined });
    const fileOf = (bytes: number) => ({ path: `api/${bytes}.json`, body: "x".repeat(bytes) });
    const reserve = { files: 1, bytes: 50 };
    adapter.adapt(fileOf(700));
    expect(adapter.findProblem([fileOf(200)], reserve)).toBeUndefined();
    expect(adapter.findProblem([fileOf(201)], reserve)).toMatch(
      /951 bytes in total are more than the 950 .*so it is; optional files leave a twentieth of it free/,
    );
    adapter.adapt(fileOf(300));
    expect(() => adapter.finish()).not.toThrow();
  });

  it("lacks Parquet files first, and the list of archives does not name them", async () => {
    const path = `api/data/download/${nameParquetFile(ARCHIVE.filename)}`;
    const others = Array.from({ length: 300 }, (_, at) => `api/data/download/${at}.parquet`);
    const rendered = [path, ...others].map((name) => ({ path: name, body: "rows", tree: "parquet" }));
    const parquet = { sizeBytes: 4, sha256: computeSha256("rows"), form: 1 };
    const plain = endpoints.filter(({ derived }) => derived === undefined);
    const input = { api: buildApi(plain), rendered, world: { ...world, archives: [{ ...ARCHIVE, parquet }] } };
    const large = await publish(1e6, input);
    const { files, leftOut, sizes } = await publish(large.files.size - others.length, input);
    const listFormats = (tree: MemoryFiles) => read(tree, "api/data/archives.json").data[0].formats.length;
    expect([large.files.has(path), listFormats(large.files)]).toEqual([true, 2]);
    expect([files.has(path), listFormats(files)]).toEqual([false, 1]);
    expect(leftOut.map(({ tree }) => tree)).toEqual(["parquet"]);
    expect(sizes.trees.find(({ title }) => title.includes("Parquet"))).toMatchObject({
      files: 0,
      leftOut: expect.stringMatching(/^It is missing: .* Small Host/),
    });
  });

  it("is measured by tree and by host", async () => {
    const { files, sizes } = all;
    const counted = sizes.trees.reduce((sum, tree) => sum + tree.files, 0);
    // Control files and the manifest follow later.
    expect(files.size - counted).toBe(1);
    expect(sizes.trees.find(({ title }) => title.startsWith("Price files"))?.files).toBe(countBelow(files, PRICES));
    expect(sizes.hosts.map(({ name }) => name)).toEqual(["Small Host", ...hosts.map(({ name }) => name)]);
    expect(sizes.hosts[0]?.used?.files).toBe(counted + RESERVE.files);
    expect(sizes.hosts.slice(1).every(({ used }) => used === null)).toBe(true);
  });

  it("never lacks an endpoint of the core", async () => {
    await expect(publish(100)).rejects.toThrow(/files are more than the 100 that Small Host accepts/);
  });
});

it("keeps room for pages and state", () => {
  expect(measureLaterFiles([{ bytes: 1_000_000 }, {}], 250)).toEqual({ files: 702, bytes: 28_000_000 });
});
