import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundleProgramFiles } from "../../build/serve/bundle.ts";
import { anyUrl } from "./any-url.ts";
import { type FakeScope, runServiceWorker } from "./fake-service-worker-scope.ts";
import { createMemoryHandler } from "./memory-handler.ts";
import { type PlainServer, startPlainServer } from "./plain-server.ts";
import { makeSite, readBody, type Site } from "./site.ts";

let site: Site;
let text: string;
let host: PlainServer;
let scope: FakeScope;
let handle: ReturnType<typeof createMemoryHandler>;

beforeAll(async () => {
  site = await makeSite();
  text = (await bundleProgramFiles()).find(({ path }) => path === "sw.js")!.body;
  host = await startPlainServer(site.tree, "/repo/");
  scope = runServiceWorker(text, `${host.url}sw.js`, fetch);
  handle = createMemoryHandler(site.tree);
});
afterAll(() => host.close());

const ask = (path: string, init?: RequestInit) => scope.fetch(new Request(new URL(`.${path}`, host.url), init));

it("takes over at once, and open pages with it", async () => {
  await scope.start();
  expect(scope.calls).toEqual(["skipWaiting", "installd", "claim", "activated"]);
});

it("answers any URL of the interface as the handler does over the files themselves", async () => {
  let files = 0;
  await fc.assert(
    fc.asyncProperty(anyUrl, async (url) => {
      const passed = scope.passed.length;
      const [answer, expected] = await Promise.all([ask(url)!, handle(url)]);
      expect(answer.status).toBe(expected.status);
      expect((await readBody(answer)).equals(await readBody(expected))).toBe(true);
      if (scope.passed.length > passed) files += 1;
    }),
    { numRuns: 300 },
  );
  expect(files).toBeGreaterThan(10);
  expect(host.asked.filter((target) => target.includes("?"))).toEqual([]);
});

it("leaves a plain file to the host, with the headers of the page that asks", async () => {
  const request = new Request(`${host.url}api/coins/btc.json`, { headers: { "if-none-match": '"x"' } });
  const response = await scope.fetch(request);
  expect(scope.passed.at(-1)).toBe(request);
  // The host's type: nobody stood between.
  expect(response!.headers.get("content-type")).toBe("application/json");
});

it("answers other spellings of a file that the host does not know", async () => {
  const response = await ask("/api/coins/BTC.json");
  expect((await readBody(response!)).equals(site.tree.get("api/coins/btc.json")!)).toBe(true);
});

it("says as JSON that something does not exist, is wrong or not allowed", async () => {
  const refused = async (path: string, init?: RequestInit) =>
    ((await (await ask(path, init))!.json()) as { error: { code: string } }).error.code;
  expect(await refused("/api/coins/nope.json")).toBe("not_found");
  expect(await refused("/api/coins?limit=0")).toBe("invalid_parameter");
  expect(await refused("/api/coins.json", { method: "POST" })).toBe("method_not_allowed");
});

describe("is no part of", () => {
  it.each(["/", "/index.html", "/client.js", "/apiary/x.json", "/docs/api/coins?limit=7"])("%s", (path) => {
    expect(ask(path)).toBeUndefined();
  });

  it.each(["https://elsewhere.example/repo/api/coins?limit=7", "https://elsewhere.example/api/coins.json"])(
    "%s",
    (url) => {
      expect(scope.fetch(new Request(url))).toBeUndefined();
    },
  );

  it("another site on the same address", () => {
    const { origin } = new URL(host.url);
    for (const path of ["/api/coins?limit=7", "/repository/api/coins?limit=7", "/other/repo/api/coins"]) {
      expect(scope.fetch(new Request(origin + path))).toBeUndefined();
    }
  });
});

it("at the root of an address answers /api there", async () => {
  const root = await startPlainServer(site.tree);
  try {
    const worker = runServiceWorker(text, `${root.url}sw.js`, fetch);
    const response = await worker.fetch(new Request(`${root.url}api/coins?limit=7`));
    expect(((await response!.json()) as { data: unknown[] }).data.length).toBe(7);
  } finally {
    await root.close();
  }
});

it("is unavailable where there is no network, for files and queries alike", async () => {
  const offline = runServiceWorker(text, `${host.url}sw.js`, async () => Promise.reject(new TypeError("offline")));
  for (const path of ["api/coins.json", "api/coins?limit=7"]) {
    const response = await offline.fetch(new Request(host.url + path));
    expect(response!.status).toBe(503);
  }
});

it("does not take the start page of a host for a file", async () => {
  const page = async () => new Response("<h1>Start</h1>", { headers: { "content-type": "text/html" } });
  const worker = runServiceWorker(text, `${host.url}sw.js`, page);
  const response = await worker.fetch(new Request(`${host.url}api/coins.json`));
  expect([response!.status, response!.headers.get("content-type")]).toEqual([404, "application/json; charset=utf-8"]);
});
