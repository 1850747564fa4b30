import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import worker from "../../build/serve/worker.ts";
import { anyUrl } from "./any-url.ts";
import { createFakeAssets, type FakeAssets } from "./fake-assets.ts";
import { createMemoryHandler } from "./memory-handler.ts";
import { makeSite, type Site } from "./site.ts";

let site: Site;
let handle: ReturnType<typeof createMemoryHandler>;

beforeAll(async () => {
  site = await makeSite();
  site.tree.set("404.html", Buffer.from("<h1>Not here</h1>"));
  site.tree.set("docs/index.html", Buffer.from("<h1>Docs</h1>"));
  handle = createMemoryHandler(site.tree);
});

const ask = (assets: FakeAssets, path: string, init?: RequestInit) =>
  worker.fetch(new Request(`https://api.example${path}`, init), { ASSETS: assets });

describe.each([
  ["Workers", undefined],
  ["Pages", { status: 404, page: "<h1>Not here</h1>" }],
  ["Pages without a 404.html", { status: 200, page: "<h1>Start</h1>" }],
])("over the assets of %s", (_, missing) => {
  it("answers any URL as the handler does over the files themselves", async () => {
    const assets = createFakeAssets(site.tree, missing);
    const seen = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(anyUrl, async (url) => {
        const [answer, expected] = await Promise.all([ask(assets, url), handle(url)]);
        expect(answer.status).toBe(expected.status);
        expect(Buffer.from(await answer.arrayBuffer()).equals(Buffer.from(await expected.arrayBuffer()))).toBe(true);
        expect(answer.headers.get("content-type")).toBe(expected.headers.get("content-type"));
        seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
      }),
      { numRuns: 300 },
    );
    for (const status of [200, 400, 404]) expect(seen.get(status) ?? 0).toBeGreaterThan(10);
  });
});

it("finds a symbol that no file can be called after", async () => {
  const assets = createFakeAssets(site.tree);
  const response = await ask(assets, "/api/coins/%24ANRX");
  expect(((await response.json()) as { data: { symbol: string } }).data.symbol).toBe("$ANRX");
  expect(assets.asked).toContain("https://api.example/api/coins/odd-0.json");
});

it("has the platform's ETag, and 304 for whoever holds it without asking the platform for less", async () => {
  const assets = createFakeAssets(site.tree);
  const etag = (await ask(assets, "/api/coins")).headers.get("etag");
  expect(etag).toMatch(/^"[0-9a-f]{32}"$/);
  const again = await ask(assets, "/api/coins", { headers: { "if-none-match": `W/${etag}` } });
  expect([again.status, await again.text()]).toEqual([304, ""]);
});

it("refuses as JSON what the platform would refuse without a word", async () => {
  const assets = createFakeAssets(site.tree);
  const response = await ask(assets, "/api/coins", { method: "POST", body: "{}" });
  expect([response.status, response.headers.get("content-type")]).toEqual([405, "application/json; charset=utf-8"]);
  expect((await ask(assets, "/api/coins", { method: "OPTIONS" })).headers.get("access-control-allow-origin")).toBe("*");
});

it("is unavailable, not empty, where the platform fails", async () => {
  const response = await ask({ asked: [], fetch: async () => new Response(null, { status: 500 }) }, "/api/coins");
  expect(response.status).toBe(503);
  expect(((await response.json()) as { error: { code: string } }).error.code).toBe("unavailable");
});

describe("beside /api", () => {
  it("leaves pages, redirects and methods to the platform", async () => {
    const assets = createFakeAssets(site.tree);
    expect(await (await ask(assets, "/docs/")).text()).toBe("<h1>Docs</h1>");
    const moved = await ask(assets, "/docs/index.html", { redirect: "manual" });
    expect([moved.status, moved.headers.get("location")]).toEqual([307, "/docs/"]);
    expect((await ask(assets, "/docs/", { method: "PUT" })).status).toBe(405);
  });

  it("has the site's own page for what is missing, and nothing where the site has none", async () => {
    const missing = await ask(createFakeAssets(site.tree), "/nope");
    expect([missing.status, await missing.text()]).toEqual([404, "<h1>Not here</h1>"]);
    const bare = await ask(createFakeAssets(new Map()), "/nope");
    expect([bare.status, await bare.text()]).toEqual([404, ""]);
  });

  it.each(["/apiary", "/API/coins", "/docs/api/coins"])("%s is not the interface", async (path) => {
    expect((await ask(createFakeAssets(site.tree), path)).headers.get("content-type")).toContain("text/html");
  });

  it.each(["/%61pi/nope", "/api%2Fnope", "/api//coins", "/api"])("%s is, and no page", async (path) => {
    expect((await ask(createFakeAssets(site.tree), path)).headers.get("content-type")).toContain("application/json");
  });
});

it("reads a large file's content once for all requests of a deployment", async () => {
  const assets = createFakeAssets(site.tree);
  const parse = JSON.parse;
  let parsed = 0;
  JSON.parse = (text, reviver) => {
    parsed += 1;
    return parse(text, reviver);
  };
  try {
    for (const offset of [1, 2, 3]) await ask(assets, `/api/coins?limit=7&offset=${offset}`);
  } finally {
    JSON.parse = parse;
  }
  // The routes and the file of everything.
  expect(parsed).toBe(2);
});
