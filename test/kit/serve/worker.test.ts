import { beforeAll, describe, expect, it } from "vitest";
import worker from "../../../build/crypto/serve/worker.ts";
import { makeSite, type Site } from "../../fixtures/site.ts";
import { createFakeAssets, type FakeAssets } from "./fake-assets.ts";
import { expectHandlerAnswers } from "./plain-host.ts";

let site: Site;

beforeAll(async () => {
  site = await makeSite();
  site.tree.set("404.html", Buffer.from("<h1>Not here</h1>"));
  site.tree.set("docs/index.html", Buffer.from("<h1>Docs</h1>"));
});

const ask = (assets: FakeAssets, path: string, init?: RequestInit) =>
  worker.fetch(new Request(`https://api.example${path}`, init), { ASSETS: assets });

describe.each([
  ["Workers", undefined],
  ["Pages", { status: 404, page: "<h1>Not here</h1>" }],
  ["Pages without a 404.html", { status: 200, page: "<h1>Start</h1>" }],
])("over the assets of %s", (_, missing) => {
  it("gives any URL the response of the handler", async () => {
    const assets = createFakeAssets(site.tree, missing);
    await expectHandlerAnswers(site.tree, (url) => ask(assets, url));
  });
});

it("finds a symbol that cannot be a file name", async () => {
  const assets = createFakeAssets(site.tree);
  const response = await ask(assets, "/api/coins/%24ANRX");
  expect(((await response.json()) as { data: { symbol: string } }).data.symbol).toBe("$ANRX");
  expect(assets.asked).toContain("https://api.example/api/coins/odd-0.json");
});

it("uses the platform's ETag, and answers 304 itself", async () => {
  const assets = createFakeAssets(site.tree);
  const etag = (await ask(assets, "/api/coins")).headers.get("etag");
  expect(etag).toMatch(/^"[0-9a-f]{32}"$/);
  const again = await ask(assets, "/api/coins", { headers: { "if-none-match": `W/${etag}` } });
  expect([again.status, await again.text()]).toEqual([304, ""]);
});

it("reads each file once, however many answers are made from it", async () => {
  const assets = createFakeAssets(site.tree);
  const read = async (path: string) => {
    const before = assets.asked.length;
    expect((await ask(assets, path)).status).toBe(200);
    return assets.asked.slice(before);
  };
  const first = await read("/api/in/eur/coins/bitcoin/at?time=2026-11-19T12:34Z");
  expect(new Set(first).size).toBe(first.length);
  // Cloudflare allows 50 subrequests.
  expect(first.length).toBeGreaterThan(3);
  expect(first.length).toBeLessThan(20);
  const again = await read("/api/in/eur/coins/bitcoin/at?time=2026-11-19T12:34Z");
  // Only what was missing is looked for again.
  for (const url of again) expect(site.tree.has(new URL(url).pathname.slice(1))).toBe(false);
});

it("refuses methods as JSON", async () => {
  const assets = createFakeAssets(site.tree);
  const response = await ask(assets, "/api/coins", { method: "POST", body: "{}" });
  expect([response.status, response.headers.get("content-type")]).toEqual([405, "application/json; charset=utf-8"]);
  expect((await ask(assets, "/api/coins", { method: "OPTIONS" })).headers.get("access-control-allow-origin")).toBe("*");
});

it("answers 503 when the platform fails", async () => {
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

  it("sends the site's 404 page, and an empty 404 without one", async () => {
    const missing = await ask(createFakeAssets(site.tree), "/nope");
    expect([missing.status, await missing.text()]).toEqual([404, "<h1>Not here</h1>"]);
    const bare = await ask(createFakeAssets(new Map()), "/nope");
    expect([bare.status, await bare.text()]).toEqual([404, ""]);
  });

  it.each(["/apiary", "/API/coins", "/docs/api/coins"])("%s is outside of the API", async (path) => {
    expect((await ask(createFakeAssets(site.tree), path)).headers.get("content-type")).toContain("text/html");
  });

  it.each(["/%61pi/nope", "/api%2Fnope", "/api//coins", "/api"])("%s is inside of the API", async (path) => {
    expect((await ask(createFakeAssets(site.tree), path)).headers.get("content-type")).toContain("application/json");
  });
});

it("parses a large file once per deployment", async () => {
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
  // The routes and the file of all rows.
  expect(parsed).toBe(2);
});
