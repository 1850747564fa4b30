import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { placeFile } from "../../../../build/crypto/api/place-file.ts";
import { endpoints } from "../../../../build/crypto/api/registry.ts";
import { findExampleParams } from "../../../../build/kit/api/endpoint.ts";
import { computeListAge } from "../../../../build/kit/serve/handler/answer-route.ts";
import { computeSha256 } from "../../../../build/lib/hash.ts";
import { createRandom } from "../../../fixtures/random.ts";
import {
  createMemoryHandler,
  makeSite,
  makeSiteWorld,
  readBody,
  renderAnswer,
  renderComputed,
  type Site,
} from "../../../fixtures/site.ts";
import { checkResponse } from "../../../system/conformance/check-response.ts";
import { listErrorCases } from "../../../system/conformance/error-cases.ts";
import { makeGround } from "../../../system/conformance/ground.ts";
import { listSpellingCases } from "../../../system/conformance/spelling-cases.ts";
import { anyUrl } from "../any-url.ts";

let site: Site;
let get: ReturnType<typeof createMemoryHandler>;
const getText = async (path: string): Promise<string> => {
  const response = await get(path);
  expect(`${response.status} ${path}`).toBe(`200 ${path}`);
  return response.text();
};
const getJson = async (path: string) => JSON.parse(await getText(path));

beforeAll(async () => {
  site = await makeSite();
  get = createMemoryHandler(site.tree);
});

/** Other tests replace the list of all coins: `change` gets its document. */
function changeCoins(change: (all: { data: { symbol: string }[] }) => void) {
  const all = JSON.parse(new TextDecoder().decode(site.tree.get("api/coins/limit/all.json")));
  change(all);
  return new Map(site.tree).set("api/coins/limit/all.json", Buffer.from(JSON.stringify(all)));
}

/** Those with a file in the site, with the values of its first one. */
const withFiles = endpoints.flatMap((endpoint) => {
  const params = findExampleParams(endpoint, makeSiteWorld());
  const isAnswer = endpoint.body.form !== "download" && !endpoint.id.endsWith("sparklines");
  return isAnswer && params !== undefined ? [{ ...endpoint, params }] : [];
});

it.each(withFiles)("answers $path in any spelling as computed from the model", async ({ id, path, params }) => {
  const inPath = Object.fromEntries(Object.entries(params).filter(([name]) => path.includes(`{${name}}`)));
  const named = `/${placeFile(path.slice(1).replace(/\{(\w+)\}/g, (_, name: string) => String(inPath[name])))}`;
  for (const end of ["", "/", ".json", "?nocache=1", ".json?nocache=1"])
    expect(await getText(named + end)).toBe(renderAnswer(site.world, id, inPath));
});

it("answers the errors and the spellings of the conformance suite exactly", async () => {
  const ground = makeGround(site, createRandom(20_261_121));
  const wrong: unknown[] = [];
  for (const asked of [...listErrorCases(ground), ...listSpellingCases(ground)]) {
    const { status, headers, ...response } = await get(asked.url).then(async (found) => ({
      status: found.status,
      headers: found.headers,
      body: await readBody(found),
    }));
    const received = {
      ...response,
      status,
      type: headers.get("content-type") ?? "",
      origin: headers.get("access-control-allow-origin"),
    };
    const verdict = checkResponse(asked, received, {}, (path) => Buffer.from(site.tree.get(path)!));
    if (verdict !== "exact") wrong.push([asked.url, verdict]);
  }
  expect(wrong).toEqual([]);
});

it.each(["", "/", "/index", "/index.json", "?x=1"])("answers the index at /api%s", async (path) => {
  expect((await getJson(`/api${path}`)).meta.self).toBe("index.json");
});

it("answers every file that the manifest lists by its path", async () => {
  for (const { path, sha256 } of (await getJson("/api/manifest")).data.files) {
    const response = await get(`/${path.split("/").map(encodeURIComponent).join("/")}`);
    expect(`${computeSha256(await readBody(response))} ${path}`).toBe(`${sha256} ${path}`);
  }
});

it.each([
  ["offset=20&x=%zz&limit=10&limit=99", { limit: 10, offset: 20 }, undefined],
  ["search=%20BitGet+", { search: "bitget" }, undefined],
  ["limit=&offset=&search=", {}, undefined],
  ["limit=7&offset=3", { limit: 7, offset: 3 }, "coins?limit=7&offset=3"],
  ["offset=7", { offset: 7 }, "coins?offset=7"],
  ["offset=999999999999", { offset: 999_999_999_999 }, "coins?offset=999999999999"],
  ["limit=1&offset=1&search=BiT", { search: "bit", limit: 1, offset: 1 }, "coins?search=bit&limit=1&offset=1"],
  ["search=%24anrx", { search: "$anrx" }, "coins?search=%24anrx"],
  ["search=nothing+has+this", { search: "nothing has this" }, "coins?search=nothing%20has%20this"],
  ["search=umber+1", { search: "umber 1" }, "coins?search=umber%201"],
  ["search=..%2F..%2Fsecret", { search: "../../secret" }, "coins?search=..%2F..%2Fsecret"],
  ["search=a%00b", { search: "a\0b" }, "coins?search=a%00b"],
  ["search=.", { search: "." }, "coins?search=."],
])("reads the query %s", async (query, params, self) => {
  const expected =
    self === undefined ? renderAnswer(site.world, "coins", params) : renderComputed(site.world, "coins", params, self);
  expect(await getText(`/api/coins?${query}`)).toBe(expected);
  expect(await getText(`/api/coins.json?${query}`)).toBe(expected);
});

it.each(["btc bTc BTC.json bitcoin BITCOIN Bitcoin.JSON bitcoin/ %62tc btc?nocache=1".split(" ")].flat())(
  "finds Bitcoin as %s, although another coin has the symbol BITCOIN",
  async (name) => {
    expect(await getText(`/api/coins/${name}`)).toBe(renderAnswer(site.world, "coin", { symbol: "btc" }));
  },
);

describe("a coin with an odd symbol", () => {
  it("is found by the path in its row and by its id, with its history", async () => {
    for (const { id, symbol, path } of (await getJson("/api/coins/limit/all.json")).data) {
      expect(path).toMatch(/^coins\/[a-z0-9][a-z0-9_-]*\.json$/);
      const detail = await getText(`/api/${path}`);
      expect(JSON.parse(detail).data.symbol).toBe(symbol);
      expect(await getText(`/api/coins/${id}`)).toBe(detail);
      for (const [period, file] of Object.entries(JSON.parse(detail).data.history))
        expect((await getJson(`/api/${file}`)).data).toMatchObject({ symbol, period });
    }
  });

  it("does not make the handler choose between coins that share it", async () => {
    const shared = changeCoins(({ data }) => data.push({ ...data.at(-1), symbol: "$ANRX" }));
    expect((await createMemoryHandler(shared)("/api/coins/$ANRX")).status).toBe(404);
    expect((await get("/api/coins/$ANRX")).status).toBe(200);
  });

  it("is not the folder index that some hosts have", async () => {
    const tree = new Map(site.tree).set("api/coins/index.json", site.tree.get("api/coins.json")!);
    const response = await createMemoryHandler(tree)("/api/coins/INDEX");
    expect(((await response.json()) as { data: object }).data).toHaveProperty("symbol", "INDEX");
    tree.delete("api/coins/limit/all.json");
    expect((await createMemoryHandler(tree)("/api/coins/index")).status).toBe(503);
  });

  it("hides a file in a folder of its name, which is found without the coin", async () => {
    expect((await getJson("/api/coins/search/history")).data.symbol).toBe("SEARCH");
    expect((await getJson("/api/coins/search/history.json")).meta.search).toBe("history");
    const without = changeCoins((all) => {
      all.data = all.data.filter(({ symbol }) => symbol !== "SEARCH");
    });
    const meant = await createMemoryHandler(without)("/api/coins/search/history");
    expect(((await meant.json()) as { meta: object }).meta).toHaveProperty("search", "history");
  });
});

it("lists unknown sparklines as missing, spelt as in the request", async () => {
  const { data, meta } = await getJson("/api/sparklines?symbols=NoPe,btc,../x,valueOf,toString");
  expect(Object.keys(data)).toEqual(["BTC"]);
  expect(meta).toMatchObject({ symbols: ["BTC"], missing: ["NoPe", "../x", "valueOf", "toString"] });
});

it("takes a list of symbols and ids as paths do: a symbol that cannot be a key, and the id of an owner", async () => {
  const { data, meta } = await getJson("/api/sparklines?symbols=Bitcoin,con,$ANRX,mixed-case,btc,bitcoin2");
  const names = await Promise.all(
    ["bitcoin", "con", "$ANRX", "mixed-case"].map(async (text) => {
      const { symbol, path } = (await getJson(`/api/coins/${encodeURIComponent(text)}`)).data;
      const key = path.replace(/^coins\/|\.json$/g, "");
      return key === symbol.toLowerCase() ? symbol : key;
    }),
  );
  expect(Object.keys(data)).toEqual(names);
  expect(meta).toMatchObject({ symbols: names, missing: ["bitcoin2"] });
  const all = await getJson("/api/sparklines.json");
  for (const name of names) expect(data[name]).toEqual(all.data[name]);
});

it("does not call the coins of a list missing where it cannot look them up", async () => {
  const tree = new Map(site.tree);
  tree.delete("api/coins/limit/all.json");
  const ask = async (symbols: string) =>
    JSON.parse(await (await createMemoryHandler(tree)(`/api/sparklines?symbols=${symbols}`)).text()).meta;
  expect(await ask("btc,eth")).toMatchObject({ symbols: ["BTC", "ETH"], missing: [] });
  // The whole file, which says what it is.
  expect(await ask("btc,bitcoin")).toMatchObject({ self: "sparklines.json", missing: [] });
});

it("sends archives as gzip files, with the hash in the list", async () => {
  const { data } = await getJson("/api/data/archives");
  expect(data.length).toBeGreaterThan(3);
  for (const { url, sha256, sha256_uncompressed } of data) {
    const response = await get(`/api/${url}?x=1`);
    expect(response.headers.get("content-encoding")).toBeNull();
    expect(response.headers.get("cache-control")).toContain("no-transform");
    const bytes = await readBody(response);
    expect([computeSha256(bytes), computeSha256(gunzipSync(bytes))]).toEqual([sha256, sha256_uncompressed]);
    expect(await getText(`/api/${url}.sha256`)).toContain(sha256);
  }
});

it.each([
  ["/api/coins?limit=7", "application/json; charset=utf-8"],
  ["/api/coins.csv?x=1", "text/csv; charset=utf-8"],
  ["/api/news.rss", "application/rss+xml; charset=utf-8"],
  ["/api/news.atom", "application/atom+xml; charset=utf-8"],
  ["/api/news.feed.json", "application/feed+json; charset=utf-8"],
  ["/api/news.feed", "application/feed+json; charset=utf-8"],
  ["/api/corrections.feed.json", "application/feed+json; charset=utf-8"],
  ["/api/status.feed.json", "application/feed+json; charset=utf-8"],
  ["/api/schemas/coin", "application/json; charset=utf-8"],
  ["/api/data/download/coins-latest.csv.gz", "application/gzip"],
  ["/api/data/download/coins-latest.parquet", "application/vnd.apache.parquet"],
  ["/api/data/prices/btc/usd.csv", "text/csv; charset=utf-8"],
  ["/api/data/prices/btc/usd.ledger", "text/plain; charset=utf-8"],
  ["/api/data/prices/btc/eur.beancount", "text/plain; charset=utf-8"],
  ["/api/data/download/coins-latest.csv.gz.sha256", "text/plain; charset=utf-8"],
])("sends %s as %s", async (path, type) => {
  const { status, headers } = await get(path);
  expect([status, headers.get("content-type"), headers.get("x-content-type-options")]).toEqual([200, type, "nosniff"]);
});

it.each([
  ["/fork/api/coins?limit=7", 200],
  ["/fork/api", 200],
  ["/api/coins", 404],
  ["/forks/api/coins", 404],
  ["/xfork/api/coins", 404],
])("below /fork, %s has status %i", async (path, status) => {
  expect((await createMemoryHandler(site.tree, "/fork")(path)).status).toBe(status);
});

it("reads the files of a new build at once", async () => {
  const tree = new Map(site.tree);
  const fresh = createMemoryHandler(tree);
  const before = await fresh("/api/coins?limit=1&offset=1000000");
  const changed = changeCoins((all) => all.data.shift());
  tree.set("api/coins/limit/all.json", changed.get("api/coins/limit/all.json")!);
  const after = await fresh("/api/coins?limit=1&offset=1000000");
  expect(after.headers.get("etag")).not.toBe(before.headers.get("etag"));
  const { meta } = (await after.json()) as { meta: { pagination: { total: number } } };
  expect(meta.pagination.total).toBe(site.world.market.coins.length - 1);
});

it("the URL in meta.self gives the same response", async () => {
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(anyUrl, async (url) => {
      const response = await get(url);
      if (response.status !== 200 || !response.headers.get("content-type")!.startsWith("application/json")) return;
      const { data, meta } = JSON.parse(await response.text());
      if (meta === undefined) return;
      const { missing, ...rest } = meta;
      const same = await getJson(`/api/${meta.self}`);
      // `meta.self` is in lower case, `missing` is unchanged.
      expect({ data: same.data, meta: same.meta }).toMatchObject({ data, meta: rest });
      expect(same.meta.missing?.length).toBe(missing?.length);
      compared += 1;
    }),
    { numRuns: 200, seed: 20_261_121 },
  );
  expect(compared).toBeGreaterThan(30);
});

const META = { updated_at: "2026-11-20T09:00:00Z", expires_at: "2026-11-20T10:00:00Z", stale: false };
it.each([
  ["the time of the newest", ["08:30", null, "08:45"], false, { updated: "08:45", expires: "09:45", stale: false }],
  [
    "stale if they expired before the list was observed",
    ["08:00"],
    false,
    { updated: "08:00", expires: "09:00", stale: true },
  ],
  ["stale with the list", ["09:00"], true, { updated: "09:00", expires: "10:00", stale: true }],
  ["the age of the list without a time", [null], false, undefined],
])("some rows of a list have %s", (_, times, stale, expected) => {
  const timeOf = (text: string) => `2026-11-20T${text}:00Z`;
  const rows = times.map((time) => ({ last_updated: time && timeOf(time) }));
  expect(computeListAge(rows, { ...META, stale })).toEqual(
    expected === undefined
      ? {}
      : { updated_at: timeOf(expected.updated), expires_at: timeOf(expected.expires), stale: expected.stale },
  );
});
