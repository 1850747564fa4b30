import { beforeAll, describe, expect, it } from "vitest";
import { served } from "../../../build/crypto/serve/served.ts";
import { warmUp } from "../../../build/crypto/serve/warm-up.ts";
import worker from "../../../build/crypto/serve/worker.ts";
import type { Route } from "../../../build/kit/render/route.ts";
import { findRoute, ROUTES_FILE } from "../../../build/kit/serve/handler/answer-route.ts";
import { runWarmUp } from "../../../build/kit/serve/worker.ts";
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

/** What Cloudflare's free plan allows a request. */
const MOST_SUBREQUESTS = 50;

const listCodes = (count: number) => Array.from({ length: count }, (_, at) => `c${at}`);

/** Requests that read more files than others of their kind. */
const LARGEST = [
  `/simple/price?ids=bitcoin&vs_currencies=${listCodes(98)},eur,eth`,
  `/simple/price?ids=bitcoin&vs_currencies=${listCodes(18)},eur,eth`,
  // Hours of two years in a currency that is a coin.
  "/coins/ethereum/market_chart/range?from=1763000000&to=1768000000&vs_currency=btc",
].map((path) => `/compat/coingecko/usd/api/v3${path}`);

/** What this site does not know: all places are read where it could be. */
const UNKNOWN = /\/none$|\/contracts\/|\/prices\/|\/at\?/;

it("reads at most 50 files for a request of any kind", async () => {
  // Without the files of what can be computed.
  const computedTree = new Map([...site.tree].filter(([path]) => !/^(compat|api\/(in|price))\//.test(path)));
  const paths = [...warmUp.paths, "/api/in/btc/coins/eth/at?time=2026-01-01T02:30Z", ...LARGEST];
  const counts = await Promise.all(
    paths.map(async (path) => {
      const assets = createFakeAssets(computedTree);
      const { status } = await ask(assets, path);
      return { path: path.slice(0, 100), status, files: assets.asked.length };
    }),
  );
  const failed = counts.filter(({ status, path }) => status !== 200 && !UNKNOWN.test(path));
  expect(failed).toEqual([]);
  const most = counts.toSorted((a, b) => b.files - a.files)[0]!;
  process.stdout.write(`Most files for a request: ${most.files}, ${most.path}\n`);
  expect(most.files, most.path).toBeLessThanOrEqual(MOST_SUBREQUESTS);
});

it("knows before its first request only routes and parameters that a site has", () => {
  const real = new Map(listRoutesOf(JSON.parse(Buffer.from(site.tree.get(`api/${ROUTES_FILE}`)!).toString())));
  for (const [path, parameters] of listRoutesOf(warmUp.files.get(ROUTES_FILE) as Listed[]))
    expect(real.get(path), path).toEqual(expect.arrayContaining(parameters));
});

type Listed = { path: string; parameters: object };
const listRoutesOf = (routes: readonly Listed[]) =>
  routes.map(({ path, parameters }): [string, string[]] => [path, Object.keys(parameters)]);

/** The lengths of the texts that are parsed meanwhile. */
async function watchParsing(run: () => Promise<void>): Promise<number[]> {
  const parse = JSON.parse;
  const parsed: number[] = [];
  JSON.parse = (text, reviver) => {
    parsed.push(text.length);
    return parse(text, reviver);
  };
  try {
    await run();
  } finally {
    JSON.parse = parse;
  }
  return parsed;
}

describe("parses", () => {
  const lengthOf = (name: string) => site.tree.get(`api/${name}`)!.toString().length;

  it("the routes once, and of a list the rows of the page", async () => {
    const assets = createFakeAssets(site.tree);
    const parsed = await watchParsing(async () => {
      for (const offset of [1, 2, 3]) await ask(assets, `/api/coins?limit=1&offset=${offset}`);
    });
    // The routes, what the list says of itself, and one row for each request.
    expect(parsed).toHaveLength(2 + 3);
    expect(parsed[0]).toBe(lengthOf("routes.json"));
    expect(Math.max(...parsed.slice(1))).toBeLessThan(lengthOf("coins/limit/all.json") / 2);
  });

  it("a list once for a search that JSON may write in several ways", async () => {
    const assets = createFakeAssets(site.tree);
    const parsed = await watchParsing(async () => {
      for (const search of ["%C3%A9", "%C3%BC"]) await ask(assets, `/api/coins?search=${search}`);
    });
    expect(parsed.filter((length) => length === lengthOf("coins/limit/all.json"))).toHaveLength(1);
  });
});

describe("before its first request, the worker answers", () => {
  it("each request of its own, and knows what it does not have", async () => {
    const statuses = await runWarmUp(served, warmUp);
    const refused = warmUp.paths.filter((_, at) => statuses[at] !== 200);
    expect(refused).toEqual(["/api/coins/none"]);
  });

  it("a request of each kind of answer that is made from others", () => {
    const routes = warmUp.files.get("routes.json") as Route[];
    const asked = new Set(
      warmUp.paths.map((path) => {
        const segments = path.replace(/^\/(api\/)?|\?.*$/g, "").split("/");
        return findRoute(routes, segments)?.route.path;
      }),
    );
    expect(routes.filter(({ derived, path }) => derived?.currency === "usd" && !asked.has(path))).toEqual([]);
    expect(routes.filter(({ derived, path }) => derived?.base !== undefined && !asked.has(path))).toEqual([]);
  });
});
