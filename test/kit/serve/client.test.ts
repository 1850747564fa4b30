import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createClient } from "../../../build/crypto/serve/client.ts";
import { bundleProgramFiles } from "../../../build/crypto/serve/programs.ts";
import type { Client } from "../../../build/kit/serve/client.ts";
import { createSiteReader } from "../../../build/kit/serve/handler/site-reader.ts";
import { createMemoryHandler, makeSite, type Site } from "../../fixtures/site.ts";
import { ACCESS_DENIED, createPlainHost, expectHandlerAnswers, type PlainHost } from "./plain-host.ts";

interface Coins {
  data: { symbol: string }[];
  meta: { pagination: { limit: number } };
}

/** A host that answers by the handler, as `npm start` does. */
const HANDLED = "https://handled.example/";

let site: Site;
let root: PlainHost;
let folder: PlainHost;
let bucket: PlainHost;
let published: ClientModule;

beforeAll(async () => {
  site = await makeSite();
  const [client] = await bundleProgramFiles();
  site.tree.set("client.js", Buffer.from(client!.body));
  root = createPlainHost(site.tree);
  folder = createPlainHost(site.tree, "https://folder.example/repo/");
  bucket = createPlainHost(site.tree, "https://bucket.example/", ACCESS_DENIED);
  const handle = createMemoryHandler(site.tree);
  vi.stubGlobal("fetch", (input: string | URL | Request) => {
    const url = String(input instanceof Request ? input.url : input);
    if (url.startsWith(HANDLED)) return handle(url.slice(HANDLED.length - 1));
    return ([folder, bucket].find((host) => url.startsWith(host.url)) ?? root).fetch(input);
  });
  published = await loadClient(client!.body, `${folder.url}client.js`);
});
afterAll(() => vi.unstubAllGlobals());

it.each([
  ["with plain files at the root", () => published.createClient(root.url)],
  ["with plain files below a path, where client.js itself lies", (): Client => published],
  ["that answers 403 for a missing file", () => published.createClient(bucket.url)],
  ["with the handler", () => published.createClient(HANDLED)],
])("over a host %s, any URL has the response of the handler", async (_, open) => {
  const client = open();
  await expectHandlerAnswers(site.tree, (url) => client.request(url));
  expect([...root.asked, ...folder.asked].filter((target) => target.includes("?"))).toEqual([]);
});

it("a time before the history is the same error on every host", async () => {
  const path = "coins/btc/at?time=2009-01-03T00:00Z";
  const [plain, handled] = await Promise.all(
    [root.url, HANDLED].map((url) =>
      createClient(url)
        .get(path)
        .catch(({ status, message }) => ({ status, message })),
    ),
  );
  expect(handled).toEqual(plain);
  expect(handled).toMatchObject({ status: 404, message: expect.stringMatching(/^There is no price of BTC at 2009/) });
});

describe("get", () => {
  it("finds the site beside itself and gives the envelope", async () => {
    const { data, meta } = await published.get<Coins>("coins?limit=7&search=bit");
    expect(data.map(({ symbol }) => symbol)).toContain("BTC");
    expect(meta.pagination.limit).toBe(7);
  });

  it("accepts every form of a path", async () => {
    const expected = await published.get("coins?limit=7");
    const spellings = ["/coins?limit=7", "api/coins?limit=7", "/api/coins?limit=7", `${folder.url}api/coins?limit=7`];
    for (const spelling of spellings) expect(await published.get(spelling)).toEqual(expected);
    for (const index of ["", "/", "api", "/api/", "api?x=1"]) {
      expect(await published.get(index)).toEqual(JSON.parse(Buffer.from(site.tree.get("api/index.json")!).toString()));
    }
  });

  it.each([
    ["coins?limit=0", "invalid_parameter", 400, "limit must be an integer from 1 to 1000"],
    ["coins/nope", "not_found", 404, 'There is no coin "nope"'],
    ["../coins", "not_found", 404, "There is no endpoint /coins"],
  ])("throws what is wrong with %s", async (path, code, status, message) => {
    const error = await published.get(path).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ code, status, message });
  });

  it("explains how to read a response that is not JSON", async () => {
    await expect(published.get("coins.csv")).rejects.toThrow("coins.csv is text/csv; charset=utf-8, not JSON");
    expect(await (await published.request("coins.csv")).text()).toMatch(/^\w+(,\w+)+\r?\n/);
  });

  it("asks for the site's address in a copy on disk", async () => {
    const copy = await loadClient(String(Buffer.from(site.tree.get("client.js")!)));
    await expect(copy.get("coins")).rejects.toThrow("createClient(");
    await expect(copy.createClient(root.url).get<Coins>("coins?limit=7")).resolves.toHaveProperty("data.length", 7);
  });

  it("accepts the address of the site with or without /api and the last slash", async () => {
    const { origin } = new URL(folder.url);
    for (const path of ["/repo", "/repo/", "/repo/api", "/repo/api/"]) {
      expect((await createClient(origin + path).get<Coins>("coins?limit=7")).data.length).toBe(7);
    }
  });
});

describe("request", () => {
  it("passes URLs outside of the API to fetch", async () => {
    expect((await published.request(`${folder.url}client.js`)).headers.get("content-type")).toBe("text/javascript");
    expect((await published.request(`${root.url}api/coins?limit=7`)).status).toBe(404);
    expect((await published.request(`${root.url}api/coins.json`)).status).toBe(200);
  });

  it("accepts methods and headers, also in a Request", async () => {
    const head = await published.request("coins?limit=7", { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    const held = { headers: { "if-none-match": head.headers.get("etag")! } };
    expect((await published.request(new Request(`${folder.url}api/coins?limit=7`, held))).status).toBe(304);
    expect((await published.request("coins", { method: "DELETE" })).status).toBe(405);
  });
});

describe("a signal", () => {
  const path = "coins?limit=7";

  it("that is aborted rejects with its reason, before any request", async () => {
    const before = folder.asked.length;
    const signal = AbortSignal.abort(new Error("not needed"));
    await expect(published.request(path, { signal })).rejects.toThrow("not needed");
    const url = `${folder.url}api/coins?limit=8`;
    await expect(published.request(url, { signal })).rejects.toThrow("not needed");
    await expect(published.request(new Request(url, { signal }))).rejects.toThrow("not needed");
    expect(folder.asked.length).toBe(before);
    expect((await published.request(new Request(url, { signal }), { signal: null })).status).toBe(200);
  });

  it("ends the waiting of its own call only", async () => {
    let answer: (() => void) | undefined;
    const waiting = new Promise<void>((done) => {
      answer = done;
    });
    const client = createClient(root.url, { fetch: (url) => waiting.then(() => root.fetch(url)) });
    const controller = new AbortController();
    const ended = client.request(path, { signal: controller.signal });
    const other = client.request(path);
    controller.abort(new Error("closed"));
    await expect(ended).rejects.toThrow("closed");
    answer?.();
    expect((await other).status).toBe(200);
  });
});

describe("a file in the client's cache", () => {
  it("is requested again only after a minute", async () => {
    let now = 0;
    const client = createClient(root.url, { now: () => now });
    const count = async () => {
      const before = root.asked.length;
      await Promise.all([client.get("coins?limit=7"), client.get("coins?limit=7&offset=3"), client.get("coins/btc")]);
      return root.asked.length - before;
    };
    expect(await count()).toBeGreaterThan(0);
    expect(await count()).toBe(0);
    now = 59_999;
    expect(await count()).toBe(0);
    now = 60_000;
    expect(await count()).toBeGreaterThan(0);
  });

  it.each([
    ["public, max-age=15", 14_999, 15_000],
    ["public, max-age=600", 59_999, 60_000],
    ["public, max-age=0, must-revalidate", 59_999, 60_000],
  ])("is requested again after its max-age, of a minute at most: %s", async (age, held, over) => {
    let now = 0;
    let asked = 0;
    const fetchAged = async () => {
      asked += 1;
      return new Response("{}", { headers: { "cache-control": age } });
    };
    const read = createSiteReader("https://site.example/", { now: () => now, fetch: fetchAged });
    for (const time of [0, held, over]) {
      now = time;
      await read("api/live.json");
    }
    expect(asked).toBe(2);
  });

  it("is requested once by many reads at a time", async () => {
    const asked: string[] = [];
    const read = createSiteReader("https://site.example/", {
      fetch: async (url) => {
        asked.push(url);
        await new Promise((resolve) => setTimeout(resolve, 10));
        return new Response("{}");
      },
    });
    const paths = Array.from({ length: 500 }, (_, at) => `api/coins/c${at}.json`);
    await Promise.all([...paths, ...paths].map(read));
    await Promise.all(paths.map(read));
    expect(asked.length).toBe(paths.length);
  });

  it("is dropped when the files that were used later are too large", async () => {
    const asked: string[] = [];
    const body = new Uint8Array(20 * 1024 * 1024);
    const read = createSiteReader("https://site.example/", {
      now: () => 0,
      fetch: async (url) => {
        asked.push(url.slice(-1));
        return new Response(body, { headers: { etag: '"1"' } });
      },
    });
    for (const path of "abcadab") await read(path);
    expect(asked.join("")).toBe("abcdb");
  });

  it("is not kept when the host fails", async () => {
    const client = createClient(root.url, { now: () => 0 });
    for (const fault of [429, 500, 403]) {
      root.fault = fault;
      await expect(client.get("coins?limit=7")).rejects.toMatchObject({
        code: "unavailable",
        status: 503,
        message: `The files cannot be read at the moment (api/routes.json: ${fault})`,
      });
    }
    root.fault = undefined;
    await expect(client.get("coins?limit=7")).resolves.toHaveProperty("data.length", 7);
  });

  it.each([
    ["no connection", () => Promise.reject(new TypeError("fetch failed")), "api/routes.json: fetch failed"],
    ["a file that was cut off", async () => new Response('[{"pa'), "routes.json is not valid JSON"],
  ])("is not kept after %s, and the error says why", async (_, fetch, reason) => {
    await expect(createClient(root.url, { fetch }).get("coins")).rejects.toMatchObject({
      status: 503,
      message: `The files cannot be read at the moment (${reason})`,
    });
  });

  it.each([
    ["sends its start page for every name", 200],
    ["has no such file", 404],
  ])("is no file if the host %s, and the error says to check the address", async (_, fault) => {
    root.fault = fault;
    try {
      await expect(createClient(root.url).get("coins")).rejects.toMatchObject({
        status: 503,
        message: `There is no site at ${root.url}: check the address. If it is being published, ask again in a minute`,
      });
    } finally {
      root.fault = undefined;
    }
  });
});

type ClientModule = typeof import("../../../build/crypto/serve/client.ts");

/** Imports the published `client.js` from a copy on disk; `from` replaces its own URL. */
async function loadClient(text: string, from?: string): Promise<ClientModule> {
  const folder = await mkdtemp(join(tmpdir(), "client-"));
  try {
    const file = join(folder, "client.mjs");
    await writeFile(file, from === undefined ? text : text.replaceAll("import.meta.url", JSON.stringify(from)));
    return await import(/* @vite-ignore */ pathToFileURL(file).href);
  } finally {
    await rm(folder, { recursive: true });
  }
}
