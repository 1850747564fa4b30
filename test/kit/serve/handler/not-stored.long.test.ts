import { beforeAll, describe, expect, it } from "vitest";
import { layout } from "../../../../build/crypto/api/layout.ts";
import { endpoints } from "../../../../build/crypto/api/registry.ts";
import { buildApi } from "../../../../build/crypto/render/market-api.ts";
import { cloudflare } from "../../../../build/kit/hosts/cloudflare.ts";
import { createHostAdapter } from "../../../../build/kit/hosts/kit/adapt-tree.ts";
import { collect } from "../../../fixtures/collect.ts";
import { renderApi } from "../../../fixtures/memory-tree.ts";
import { createMemoryHandler, makeSiteWorld } from "../../../fixtures/site.ts";
import { routes } from "../../../system/hosts/host-tree.ts";

const left = new Map<string, Uint8Array>();
let get: ReturnType<typeof createMemoryHandler>;

beforeAll(async () => {
  const adapter = createHostAdapter(cloudflare, { layout, routes, worker: "" });
  const stored = new Map<string, Uint8Array>();
  const api = buildApi(endpoints);
  for (const file of await collect(renderApi({ api, world: makeSiteWorld(), homepage: null, baseUrl: null }))) {
    const body = Buffer.from(file.body);
    const adapted = adapter.adapt({ ...file, body });
    for (const { path } of adapted) stored.set(path, body);
    if (adapted.length === 0) left.set(file.path, body);
  }
  get = createMemoryHandler(stored);
});

const readText = async (path: string): Promise<string> => {
  const response = await get(path);
  expect(`${response.status} ${path}`).toBe(`200 ${path}`);
  return response.text();
};

describe("on a host with the handler", () => {
  it("searches, second names, and answers about one coin that are made from others are not stored", () => {
    const paths = [...left.keys()];
    expect(paths).toContain("api/coins/search/btc.json");
    expect(paths).toContain("api/coins/btc/history/7d.json");
    expect(paths).toContain("api/in/eur/coins/btc/history/7d.json");
    expect(paths).toContain("api/coins/limit/100.json");
    expect(paths).toContain("api/price/btc.json");
    expect(paths).toContain("api/in/eur/coins/btc.json");
    expect(paths).toContain("api/in/eur/coins/btc/history/24h.json");
    expect(paths).toContain("compat/coingecko/usd/api/v3/coins/bitcoin.json");
    const computed = [
      /\/search\/|\/prices?\/|\/history\/7d\.json$|\/ohlc\/30d\.json$|\/limit\/\d+\.json$/,
      /^api\/in\/\w+\/coins\/\w+(?:\/\w+)*\.json$/,
      /^compat\/coingecko\/\w+\/api\/v3\/coins\/(?!list|markets)[\w-]+(?:\/\w+)*\.json$/,
    ];
    expect(paths.filter((path) => !computed.some((pattern) => pattern.test(path)))).toEqual([]);
    // Long, or rarely another one.
    const stored = /^api\/in\/\w+\/coins\/(?:limit\/all|\w+\/history\/(?:1y|all)|\w+\/ohlc\/all|\w+\/hours\/)/;
    expect(paths.filter((path) => stored.test(path))).toEqual([]);
  });

  it("each of them is answered byte for byte as its file on other hosts", async () => {
    const different: string[] = [];
    for (const [path, body] of left)
      if ((await readText(`/${path}`)) !== new TextDecoder().decode(body)) different.push(path);
    expect(different).toEqual([]);
  });

  it("the query of a search gives the same as its file", async () => {
    for (const search of ["btc", "b", "coin", "number"])
      expect(await readText(`/api/coins?search=${search}`)).toBe(
        new TextDecoder().decode(left.get(`api/coins/search/${search}.json`)),
      );
  });

  it.each([
    "coins/search/zzzz.json",
    "coins/search/bitcoin-and-more.json",
    "coins/limit/7.json",
    "coins/limit/10/offset/15.json",
    "sparklines/nope.json",
    "coins/nope/history/7d.json",
  ])("%s is no file on any host, and not found here", async (path) => {
    expect((await get(`/api/${path}`)).status).toBe(404);
  });
});
