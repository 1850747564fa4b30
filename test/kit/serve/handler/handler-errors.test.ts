import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { listErrorTexts } from "../../../../build/crypto/api/errors.ts";
import { createHandler } from "../../../../build/crypto/serve/handler.ts";
import { NO_SUCH_FILE } from "../../../../build/kit/api/error-body.ts";
import { ErrorResponse } from "../../../../build/kit/api/error-response.ts";
import { NOTHING } from "../../../fixtures/market.ts";
import { readText } from "../../../fixtures/memory-tree.ts";
import { createMemoryHandler, makeSite, type Site } from "../../../fixtures/site.ts";
import { hostileTarget } from "../hostile-target.ts";

let site: Site;
let get: ReturnType<typeof createMemoryHandler>;

beforeAll(async () => {
  site = await makeSite();
  get = createMemoryHandler(site.tree);
});

/** Checks the form of an error, and returns its status and message. */
async function refuse(path: string, init?: RequestInit, ask = get): Promise<[number, string]> {
  const response = await ask(path, init);
  expect(response.headers.get("access-control-allow-origin")).toBe("*");
  expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect(response.headers.get("cache-control")).toBe("no-store");
  const { error } = ErrorResponse.parse(await response.json());
  expect(error.status).toBe(response.status);
  return [response.status, error.message];
}

const MANY = Array.from({ length: 251 }, (_, at) => `c${at}`).join(",");

describe("an invalid value is refused with the parameter and the allowed values", () => {
  it.each([
    ["coins?limit=0", "limit must be an integer from 1 to 1000"],
    ["coins.json?limit=-1", "limit must be an integer from 1 to 1000"],
    ["coins?limit=%F0%9F%98%80", "limit must be an integer from 1 to 1000"],
    ["coins?limit=5&offset=-1", "offset must be an integer of 0 or more"],
    [`coins?search=${"x".repeat(65)}`, "search must be a text of at most 64 characters"],
    ["coins/nope/history?period=2d", "period must be one of 1h, 24h, 7d, 30d, 1y, all"],
    ["defi/protocols?limit=501", "limit must be an integer from 1 to 500"],
    ["sparklines", "symbols is required: a comma-separated list of at most 250 values"],
    ["sparklines?symbols=%20,%20,", "symbols is required: a comma-separated list of at most 250 values"],
    [`sparklines?symbols=${MANY}`, "symbols must be a comma-separated list of at most 250 values"],
  ])("%s", async (path, message) => {
    expect(await refuse(`/api/${path}`)).toEqual([400, message]);
  });
});

describe("unknown paths are not found", () => {
  it.each([
    ["coins/NOPE.json?x=1", 'There is no coin "NOPE"'],
    ["coins/nope/history", 'There is no coin "nope"'],
    ["coins/%3Cb%3E", 'There is no coin "<b>"'],
    ["data/download/nope.csv.gz", 'There is no archive "nope.csv.gz"'],
    ["nope", "There is no endpoint /api/nope"],
    ["coins/btc/history/2d", "There is no endpoint /api/coins/btc/history/2d"],
    ["__proto__", "There is no endpoint /api/__proto__"],
  ])("%s", async (path, message) => {
    expect(await refuse(`/api/${path}`)).toEqual([404, message]);
  });

  it.each([
    "coins/c50/ohlc",
    "coins/btc/hours/1999",
    "in/eur/coins/C50/ohlc?period=all",
    "in/eur/coins/btc/hours/1999",
  ])("does not deny that the coin exists, and is no fault of a source: %s", async (path) => {
    const [status, message] = await refuse(`/api/${path}`);
    const [named] = path.split("?");
    const text = `There is nothing at /${named}: this endpoint has answers for other values only`;
    expect([status, message]).toEqual([404, text]);
  });

  it.each(["404.json", "404", "404.JSON", "404.json?x=1", "404/"])(
    "the error body has its own status: %s",
    async (path) => {
      expect(await refuse(`/api/${path}`)).toEqual([404, NO_SUCH_FILE]);
      expect(await (await get(`/api/${path}`)).text()).toBe(readText(site.tree, "api/404.json"));
    },
  );

  it.each([`coins/${"x".repeat(65_536)}`, "x/".repeat(20_000)])("a long name is shortened: %.9s", async (path) => {
    const [status, message] = await refuse(`/api/${path}`);
    expect([status, message.length < 120]).toEqual([404, true]);
  });

  it.each([
    ..."/api/%zz /api/coins/% /api/coins/%ff /api//coins /api/coins// /apicoins /apiary".split(" "),
    ..."/coins / //api/coins /api%2Fcoins /API/coins".split(" "),
  ])("%s is not an API path", async (path) => {
    expect(await refuse(path)).toEqual([404, `There is no endpoint ${path}`]);
  });
});

it("reads no file outside of /api, whatever the target is", async () => {
  const asked = new Set<string>();
  const handle = createHandler(async (file) => {
    asked.add(file);
    const body = site.tree.get(file);
    return body && { body };
  });
  await fc.assert(
    fc.asyncProperty(hostileTarget, async (target) => {
      const url = target.startsWith("/") ? `https://api.example${target}` : target;
      if (URL.canParse(url))
        expect((await handle(new Request(url.replace("//user:pass@", "//")))).status).toBeLessThan(500);
    }),
    { numRuns: 300 },
  );
  for (const file of asked) expect(file).toMatch(/^api(\/(?!\.{1,2}(\/|$))[^/\\\0]+)+$/);
});

describe("methods", () => {
  it.each(["POST", "PUT", "DELETE", "PATCH", "PROPFIND"])("%s is refused everywhere", async (method) => {
    for (const path of ["/api/coins", "/api/nope", "/api/coins?limit=0", "/api/%zz"]) {
      expect(await refuse(path, { method })).toEqual([405, "Only GET, HEAD and OPTIONS are allowed"]);
      expect((await get(path, { method })).headers.get("allow")).toBe("GET, HEAD, OPTIONS");
    }
  });

  it("OPTIONS allows requests of any site with any header", async () => {
    for (const path of ["/api/coins", "/api/nope"]) {
      const response = await get(path, { method: "OPTIONS" });
      expect(response.status).toBe(204);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        "access-control-allow-origin": "*",
        "access-control-allow-methods": "GET, HEAD, OPTIONS",
        "access-control-allow-headers": "*",
      });
    }
  });

  it.each(["coins", "coins?limit=7", "coins/nope", "coins?limit=0", "sparklines", "data/download/coins-latest.csv.gz"])(
    "HEAD of %s is GET without the body",
    async (path) => {
      const head = await get(`/api/${path}`, { method: "HEAD" });
      const full = await get(`/api/${path}`);
      expect(head.status).toBe(full.status);
      expect([...head.headers]).toEqual([...full.headers]);
      expect(await head.text()).toBe("");
      expect((await full.text()).length).toBeGreaterThan(0);
    },
  );
});

describe("conditional requests", () => {
  const ask = (path: string, held: string) => get(path, { headers: { "if-none-match": held } });

  it.each(["/api/coins", "/api/coins?limit=7", "/api/coins.csv", "/api/coins/BTC"])(
    "%s is a 304 for a known ETag",
    async (path) => {
      const etag = (await get(path)).headers.get("etag")!;
      expect(etag).toMatch(/^"[0-9a-f]+"$/);
      for (const held of [etag, `W/${etag}`, "*", ` "x", W/${etag} ,"y"`, `"x",${etag}`]) {
        const response = await ask(path, held);
        expect(`${response.status} for ${held}`).toBe(`304 for ${held}`);
        expect(await response.text()).toBe("");
        expect(response.headers.get("etag")).toBe(etag);
        expect(response.headers.get("access-control-allow-origin")).toBe("*");
      }
      for (const held of ['"x"', "", etag.slice(0, -2), `${etag.slice(0, -1)}0"`, etag.replaceAll('"', "")]) {
        expect((await ask(path, held)).status).toBe(200);
      }
    },
  );

  it.each([
    ["/api/coins/nope", 404],
    ["/api/coins?limit=0", 400],
  ])("%s stays an error", async (path, status) => {
    expect((await ask(path, "*")).status).toBe(status);
  });

  it("different answers have different tags", async () => {
    const paths = ["coins", "coins?limit=7", "coins?limit=7&offset=1", "coins/btc", "global"];
    const etags = await Promise.all(paths.map(async (path) => (await get(`/api/${path}`)).headers.get("etag")));
    expect(new Set(etags).size).toBe(paths.length);
  });

  it("the tag is that of the host, if there is one", async () => {
    const handle = createHandler(async (path) => ({ body: site.tree.get(path) ?? "", etag: "abc" }));
    expect((await handle(new Request("https://api.example/api/coins.json"))).headers.get("etag")).toBe('"abc"');
  });
});

describe("before a source has answered", () => {
  let empty: ReturnType<typeof createMemoryHandler>;
  beforeAll(async () => {
    empty = createMemoryHandler((await makeSite(NOTHING)).tree);
  });

  it.each([
    ..."coins coins.json coins?limit=7 coins?search=btc coins/btc coins/btc/history global trending exchanges".split(
      " ",
    ),
    ..."fear-greed defi/overview defi/protocols defi/protocols?limit=7 defi/chains news exchange-rates".split(" "),
    ..."sparklines?symbols=btc sparklines?symbols=btc,eth sparklines.json".split(" "),
  ])("%s is unavailable", async (path) => {
    const [status, message] = await refuse(`/api/${path}`, undefined, empty);
    expect(`${status} ${message}`).toMatch(/^503 The sources of \/[a-z/{}-]+ have not answered yet$/);
  });

  it.each(listErrorTexts())("the documented request of $code gives the documented error", async ({ request, body }) => {
    const [method, path] = request.split(" ") as [string, string];
    const ask = body.error.code === "unavailable" ? empty : get;
    expect(await (await ask(path, { method })).json()).toEqual(body);
  });

  it("what the terms of its sources keep out is unavailable, whatever its path names", async () => {
    const routes = JSON.parse(readText(site.tree, "api/routes.json")) as { endpoint: string }[];
    const marked = routes.map((route) => (/^contracts?$/.test(route.endpoint) ? { ...route, excluded: true } : route));
    const kept = [...site.tree].filter(([path]) => !path.startsWith("api/contracts/"));
    const tree = new Map([...kept, ["api/routes.json", Buffer.from(JSON.stringify(marked))] as const]);
    for (const path of ["contracts/ethereum", "contracts/ethereum.json", "contracts/ethereum/0xdac17f"])
      expect(await refuse(`/api/${path}`, undefined, createMemoryHandler(tree))).toEqual([
        503,
        expect.stringContaining("is not included in this build: terms"),
      ]);
  });

  it("an invalid value is still refused, and service endpoints answer", async () => {
    expect((await refuse("/api/coins?limit=0", undefined, empty))[0]).toBe(400);
    for (const path of ["", "/status", "/manifest", "/openapi.json", "/data/archives"]) {
      expect((await empty(`/api${path}`)).status).toBe(200);
    }
  });
});

it("a site without its routes answers files alone, and no request with parameters", async () => {
  const unfinished = createMemoryHandler(new Map([...site.tree].filter(([path]) => path !== "api/routes.json")));
  for (const path of ["/api/coins", "/api/coins.json", "/api/coins/btc.json"])
    expect((await unfinished(path)).status).toBe(200);
  for (const path of ["/api/coins?search=bit&limit=10", "/api/coins.json?limit=10", "/api/coins/nothing"])
    expect(await refuse(path, undefined, unfinished)).toEqual([503, "routes.json is missing: ask again in a minute"]);
});

it("answers 503 when files cannot be read", async () => {
  const broken = createHandler(() => Promise.reject(new Error("disk")));
  expect((await broken(new Request("https://api.example/api/coins"))).status).toBe(503);
  const garbled = createMemoryHandler(new Map([...site.tree, ["api/coins/limit/all.json", Buffer.from("{")]]));
  expect((await refuse("/api/coins?limit=7", undefined, garbled))[0]).toBe(503);
  expect((await garbled("/api/coins")).status).toBe(200);
});
