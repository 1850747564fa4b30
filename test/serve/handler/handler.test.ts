import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { computeSha256 } from "../../../build/lib/hash.ts";
import { createMemoryHandler, makeSite, renderAnswer, renderComputed, type Site } from "../../fixtures/site.ts";
import { anyUrl } from "../any-url.ts";

let site: Site;
let get: ReturnType<typeof createMemoryHandler>;
const getText = async (path: string): Promise<string> => {
  const response = await get(path);
  expect(`${response.status} ${path}`).toBe(`200 ${path}`);
  return response.text();
};

beforeAll(async () => {
  site = await makeSite();
  get = createMemoryHandler(site.tree);
});

describe("every endpoint gives the response computed from the model", () => {
  it.each([
    ["coins", "/api/coins", {}],
    ["coin", "/api/coins/btc", { symbol: "btc" }],
    ["coin-history", "/api/coins/btc/history", { symbol: "btc" }],
    ["global", "/api/global", {}],
    ["trending", "/api/trending", {}],
    ["exchanges", "/api/exchanges", {}],
    ["fear-greed", "/api/fear-greed", {}],
    ["defi-overview", "/api/defi/overview", {}],
    ["defi-protocols", "/api/defi/protocols", {}],
    ["defi-chains", "/api/defi/chains", {}],
    ["data-archives", "/api/data/archives", {}],
    ["news", "/api/news", {}],
    ["exchange-rates", "/api/exchange-rates", {}],
    ["status", "/api/status", {}],
  ])("%s", async (id, path, params) => {
    const expected = renderAnswer(site.world, id, params);
    for (const spelling of [path, `${path}/`, `${path}.json`, `${path}?nocache=1`, `${path}.json?nocache=1`]) {
      expect(await getText(spelling)).toBe(expected);
    }
  });

  it.each(["", "/", "/index", "/index.json", "?x=1"])("answers the index at /api%s", async (path) => {
    expect(JSON.parse(await getText(`/api${path}`)).meta.self).toBe("index.json");
  });

  it("answers the manifest, and every file that the manifest lists by its path", async () => {
    const { data } = JSON.parse(await getText("/api/manifest"));
    for (const { path, sha256 } of data.files) {
      const response = await get(`/${path.split("/").map(encodeURIComponent).join("/")}`);
      expect(`${computeSha256(new Uint8Array(await response.arrayBuffer()))} ${path}`).toBe(`${sha256} ${path}`);
    }
  });
});

describe("coins", () => {
  it.each([
    ["?limit=10", { limit: 10 }],
    ["?limit=10&offset=20", { limit: 10, offset: 20 }],
    ["?offset=20&limit=10", { limit: 10, offset: 20 }],
    ["?offset=20&x=%zz&limit=10&limit=99", { limit: 10, offset: 20 }],
    ["?limit=&offset=&search=", {}],
    ["?limit=100&offset=0", {}],
    ["?offset=100", { limit: 100, offset: 100 }],
    ["?search=bi", { search: "bi" }],
    ["?search=%20BitGet+", { search: "bitget" }],
  ])("answers %s from the file of it", async (query, params) => {
    const answer = await getText(`/api/coins${query}`);
    expect(answer).toBe(renderAnswer(site.world, "coins", params));
    expect(site.tree.has(`api/${JSON.parse(answer).meta.self}`)).toBe(true);
  });

  it.each([
    ["?limit=7&offset=3", { limit: 7, offset: 3 }, "coins?limit=7&offset=3"],
    ["?offset=3&limit=7", { limit: 7, offset: 3 }, "coins?limit=7&offset=3"],
    ["?offset=7", { offset: 7 }, "coins?offset=7"],
    ["?offset=999999999999", { offset: 999_999_999_999 }, "coins?offset=999999999999"],
    ["?limit=10&offset=1000", { limit: 10, offset: 1000 }, "coins?limit=10&offset=1000"],
    ["?search=bit&limit=1", { search: "bit", limit: 1 }, "coins?search=bit&limit=1"],
    ["?limit=1&offset=1&search=BiT", { search: "bit", limit: 1, offset: 1 }, "coins?search=bit&limit=1&offset=1"],
    ["?search=%E6%AF%94", { search: "比" }, "coins?search=%E6%AF%94"],
    ["?search=%24anrx", { search: "$anrx" }, "coins?search=%24anrx"],
    ["?search=index", { search: "index" }, "coins?search=index"],
    ["?search=.", { search: "." }, "coins?search=."],
    ["?search=umber+1", { search: "umber 1" }, "coins?search=umber%201"],
    ["?search=nothing+has+this", { search: "nothing has this" }, "coins?search=nothing%20has%20this"],
    [
      `?search=${encodeURIComponent("😀".repeat(64))}`,
      { search: "😀".repeat(64) },
      `coins?search=${encodeURIComponent("😀".repeat(64))}`,
    ],
    ["?search=..%2F..%2Fsecret", { search: "../../secret" }, "coins?search=..%2F..%2Fsecret"],
    ["?search=a%00b", { search: "a\0b" }, "coins?search=a%00b"],
  ])("computes %s, which has no file", async (query, params, self) => {
    const expected = renderComputed(site.world, "coins", params, self);
    expect(await getText(`/api/coins${query}`)).toBe(expected);
    expect(await getText(`/api/coins.json${query}`)).toBe(expected);
    expect(await getText(`/api/${self}`)).toBe(expected);
  });

  it("gives an empty list past the end, with a link to the last page", async () => {
    const { data, meta } = JSON.parse(await getText("/api/coins?limit=10&offset=1000"));
    expect(data).toEqual([]);
    const last = JSON.parse(await getText(`/api/${meta.pagination.previous}`));
    expect(last.data.at(-1).id).toBe(site.world.market.coins.at(-1)!.id);
  });

  it("links all pages by next and previous", async () => {
    for (const start of ["coins?limit=7&offset=5", "coins?limit=50", "coins?search=coin&limit=33"]) {
      let page = JSON.parse(await getText(`/api/${start}`));
      const { offset, total } = page.meta.pagination;
      const ids: string[] = page.data.map((row: { id: string }) => row.id);
      while (page.meta.pagination.next !== null) {
        const self = page.meta.self;
        page = JSON.parse(await getText(`/api/${page.meta.pagination.next}`));
        expect(JSON.parse(await getText(`/api/${page.meta.pagination.previous}`)).meta.self).toBe(self);
        ids.push(...page.data.map((row: { id: string }) => row.id));
      }
      expect(new Set(ids).size).toBe(total - offset);
    }
  });

  it("answers a file by its name, with unknown parameters", async () => {
    const expected = renderAnswer(site.world, "coins", { limit: 10 });
    for (const path of ["limit/10", "limit/10.json", "limit/10.json?limit=20", "LIMIT/10.JSON"]) {
      expect(await getText(`/api/coins/${path}`)).toBe(expected);
    }
  });
});

describe("a coin", () => {
  it.each([
    "btc",
    "BTC",
    "bTc",
    "btc.json",
    "BTC.json",
    "bitcoin",
    "Bitcoin",
    "BITCOIN.json",
    "Bitcoin.JSON",
    "%62tc",
    "btc/",
  ])("is found as %s", async (name) => {
    expect(await getText(`/api/coins/${name}`)).toBe(renderAnswer(site.world, "coin", { symbol: "btc" }));
  });

  it("is found by its id if another coin owns its symbol", async () => {
    for (const id of ["batcat", "BatCat", "Mixed-Case", "mixed-case"]) {
      expect(await getText(`/api/coins/${id}`)).toBe(renderAnswer(site.world, "coin", { symbol: id.toLowerCase() }));
    }
  });

  it.each([
    ["btc/history?period=1y", "1y"],
    ["BTC/history?period=1Y", "1y"],
    ["bitcoin/history?x=1&period=1y", "1y"],
    ["btc/history.json?period=1y", "1y"],
    ["btc/history/1y", "1y"],
    ["BTC/history/1Y.json", "1y"],
    ["btc/history?period=7d", undefined],
    ["btc/history?period=", undefined],
    ["bitcoin/history", undefined],
  ])("has its history as %s", async (path, period) => {
    const params = { symbol: "btc", ...(period === undefined ? {} : { period }) };
    expect(await getText(`/api/coins/${path}`)).toBe(renderAnswer(site.world, "coin-history", params));
  });
});

describe("sparklines", () => {
  const pick = async (symbols: string) => JSON.parse(await getText(`/api/sparklines?symbols=${symbols}`));
  const entryOf = (key: string) => JSON.parse(renderAnswer(site.world, "sparklines", { symbols: key })).data;

  it("of one symbol come from its file", async () => {
    const expected = renderAnswer(site.world, "sparklines", { symbols: "btc" });
    for (const path of ["?symbols=btc", "?symbols=%20BTC,,btc", ".json?symbols=Btc", "/btc", "/BTC.json"]) {
      expect(await getText(`/api/sparklines${path}`)).toBe(expected);
    }
  });

  it("of several symbols come from the file of all, with its meta", async () => {
    const { data, meta } = await pick("ETH,batcat,Odd-0,eth");
    expect(data).toEqual({ ...entryOf("eth"), ...entryOf("batcat"), ...entryOf("odd-0") });
    expect(Object.keys(data)).toEqual(["ETH", "batcat", "odd-0"]);
    expect(meta).toEqual({
      ...JSON.parse(renderAnswer(site.world, "sparklines")).meta,
      self: "sparklines?symbols=eth,batcat,odd-0",
      symbols: ["ETH", "batcat", "odd-0"],
    });
  });

  it("of unknown symbols are listed as missing, spelt as in the request", async () => {
    const { data, meta } = await pick("NoPe,btc,../x");
    expect(Object.keys(data)).toEqual(["BTC"]);
    expect(meta.missing).toEqual(["NoPe", "../x"]);
    expect(await pick("nope")).toMatchObject({ data: {}, meta: { symbols: [], missing: ["nope"] } });
    expect((await pick("__proto__,constructor")).meta).toMatchObject({
      missing: ["__proto__"],
      symbols: ["CONSTRUCTOR"],
    });
    expect((await pick("tostring,hasOwnProperty")).meta.missing).toEqual(["tostring", "hasOwnProperty"]);
  });

  it("of two symbols are not those of a coin whose symbol contains a comma", async () => {
    expect(Object.keys((await pick("FCT,FCT2")).data)).toEqual(["FCT", "FCT2"]);
  });

  it("of all coins are in sparklines.json", async () => {
    const expected = renderAnswer(site.world, "sparklines");
    expect(await getText("/api/sparklines.json")).toBe(expected);
    expect(await getText("/api/sparklines.json?symbols=&x=1")).toBe(expected);
    expect((await get("/api/sparklines")).status).toBe(400);
  });

  it("of 250 symbols are answered", async () => {
    const symbols = Array.from({ length: 250 }, (_, at) => `c${at}`);
    const { data, meta } = await pick(symbols.join(","));
    expect(Object.keys(data)).toHaveLength(180);
    expect(meta.missing).toEqual(symbols.slice(180));
  });
});

describe("DeFi protocols", () => {
  it("come from files for the usual limits, otherwise computed", async () => {
    expect(await getText("/api/defi/protocols?limit=5")).toBe(renderAnswer(site.world, "defi-protocols", { limit: 5 }));
    expect(await getText("/api/defi/protocols?limit=7&offset=3")).toBe(
      renderComputed(site.world, "defi-protocols", { limit: 7 }, "defi/protocols?limit=7"),
    );
  });
});

describe("archives", () => {
  it("are sent as gzip files, with the hash in the list", async () => {
    const { data } = JSON.parse(await getText("/api/data/archives"));
    expect(data.length).toBeGreaterThan(3);
    for (const { url, sha256, sha256_uncompressed } of data) {
      const response = await get(`/api/${url}?x=1`);
      expect(response.headers.get("content-type")).toBe("application/gzip");
      expect(response.headers.get("content-encoding")).toBeNull();
      expect(response.headers.get("cache-control")).toContain("no-transform");
      const bytes = new Uint8Array(await response.arrayBuffer());
      expect(computeSha256(bytes)).toBe(sha256);
      expect(computeSha256(gunzipSync(bytes))).toBe(sha256_uncompressed);
      const sum = await get(`/api/${url}.sha256`);
      expect(sum.headers.get("content-type")).toBe("text/plain; charset=utf-8");
      expect(await sum.text()).toContain(sha256);
    }
  });
});

it.each([
  ["/api/coins", "application/json; charset=utf-8"],
  ["/api/coins?limit=7", "application/json; charset=utf-8"],
  ["/api/coins.csv?x=1", "text/csv; charset=utf-8"],
  ["/api/news.rss", "application/rss+xml; charset=utf-8"],
  ["/api/news.atom", "application/atom+xml; charset=utf-8"],
  ["/api/news.feed.json", "application/feed+json; charset=utf-8"],
  ["/api/news.feed", "application/feed+json; charset=utf-8"],
  ["/api/openapi.json", "application/json; charset=utf-8"],
  ["/api/schemas/coin", "application/json; charset=utf-8"],
])("sends %s as %s", async (path, type) => {
  const response = await get(path);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe(type);
  expect(response.headers.get("x-content-type-options")).toBe("nosniff");
});

it("answers only below a sub-path", async () => {
  const below = createMemoryHandler(site.tree, "/fork");
  const ask = async (path: string) => (await below(path)).status;
  expect(await ask("/fork/api/coins?limit=7")).toBe(200);
  expect(await ask("/fork/api")).toBe(200);
  expect(await ask("/api/coins")).toBe(404);
  expect(await ask("/forks/api/coins")).toBe(404);
  expect(await ask("/xfork/api/coins")).toBe(404);
});

it("reads the files of a new build at once", async () => {
  const tree = new Map(site.tree);
  const fresh = createMemoryHandler(tree);
  const ask = () => fresh("/api/coins?limit=1&offset=1000000");
  const before = await ask();
  const { data, meta } = JSON.parse(await getText("/api/coins/limit/all.json"));
  tree.set("api/coins/limit/all.json", Buffer.from(JSON.stringify({ data: data.slice(1), meta })));
  const after = await ask();
  expect(after.headers.get("etag")).not.toBe(before.headers.get("etag"));
  expect(JSON.parse(await after.text()).meta.pagination.total).toBe(data.length - 1);
});

it("the URL in meta.self gives the same response", async () => {
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(anyUrl, async (url) => {
      const response = await get(url);
      if (response.status !== 200 || !response.headers.get("content-type")!.startsWith("application/json")) return;
      const { data, meta } = JSON.parse(await response.text());
      if (meta === undefined) return;
      const again = await get(`/api/${meta.self}`);
      expect(again.status).toBe(200);
      const { missing, ...rest } = meta;
      const same = JSON.parse(await again.text());
      // `meta.self` is in lower case, `missing` is unchanged.
      expect({ data: same.data, meta: same.meta }).toMatchObject({ data, meta: rest });
      expect(same.meta.missing?.length).toBe(missing?.length);
      compared += 1;
    }),
    { numRuns: 600, seed: 20_261_121 },
  );
  expect(compared).toBeGreaterThan(100);
});
