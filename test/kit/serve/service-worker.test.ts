import { beforeAll, expect, it } from "vitest";
import { bundleProgramFiles } from "../../../build/crypto/serve/programs.ts";
import { makeSite, readBody, type Site } from "../../fixtures/site.ts";
import { createPlainHost, expectHandlerAnswers, type PlainHost } from "./plain-host.ts";

let site: Site;
let text: string;
let host: PlainHost;
let scope: FakeScope;

beforeAll(async () => {
  site = await makeSite();
  text = (await bundleProgramFiles()).find(({ path }) => path === "sw.js")!.body;
  host = createPlainHost(site.tree, "https://host.example/repo/");
  scope = runServiceWorker(text, `${host.url}sw.js`, host.fetch);
});

const ask = (path: string, init?: RequestInit) => scope.fetch(new Request(new URL(`.${path}`, host.url), init));

it("takes over at once, open pages included", async () => {
  await scope.start();
  expect(scope.calls).toEqual(["skipWaiting", "installd", "claim", "activated"]);
});

it("gives any URL the response of the handler, and sends the host no query", async () => {
  await expectHandlerAnswers(site.tree, (url) => ask(url)!);
  expect(scope.passed.length).toBeGreaterThan(3);
  expect(host.asked.filter((target) => target.includes("?"))).toEqual([]);
});

it("passes a plain file to the host, with the headers of the request", async () => {
  const request = new Request(`${host.url}api/coins/btc.json`, { headers: { "if-none-match": '"x"' } });
  const response = await scope.fetch(request);
  expect(scope.passed.at(-1)).toBe(request);
  // The type of the host, not of the handler.
  expect(response!.headers.get("content-type")).toBe("application/json");
});

it("answers URL variants of a file", async () => {
  const response = await ask("/api/coins/BTC.json");
  expect((await readBody(response!)).equals(site.tree.get("api/coins/btc.json")!)).toBe(true);
});

it("answers errors as JSON", async () => {
  const refused = async (path: string, init?: RequestInit) =>
    ((await (await ask(path, init))!.json()) as { error: { code: string } }).error.code;
  expect(await refused("/api/coins/nope.json")).toBe("not_found");
  expect(await refused("/api/coins?limit=0")).toBe("invalid_parameter");
  expect(await refused("/api/coins.json", { method: "POST" })).toBe("method_not_allowed");
});

it.each([
  ..."/repo/ /repo/index.html /repo/client.js /repo/apiary/x.json /repo/docs/api/coins?limit=7".split(" "),
  ..."/api/coins?limit=7 /repository/api/coins?limit=7 /other/repo/api/coins".split(" "),
  ..."https://elsewhere.example/repo/api/coins?limit=7 https://elsewhere.example/api/coins.json".split(" "),
])("leaves %s to the browser", (url) => {
  expect(scope.fetch(new Request(new URL(url, host.url)))).toBeUndefined();
});

it("answers /api at the root of an address", async () => {
  const root = createPlainHost(site.tree);
  const worker = runServiceWorker(text, `${root.url}sw.js`, root.fetch);
  const response = await worker.fetch(new Request(`${root.url}api/coins?limit=7`));
  expect(((await response!.json()) as { data: unknown[] }).data.length).toBe(7);
});

it("answers 503 without a network, for files and queries", async () => {
  const offline = runServiceWorker(text, `${host.url}sw.js`, async () => Promise.reject(new TypeError("offline")));
  for (const path of ["api/coins.json", "api/coins?limit=7"]) {
    const response = await offline.fetch(new Request(host.url + path));
    expect(response!.status).toBe(503);
  }
});

it("does not accept the start page of a host as a file", async () => {
  const page = async () => new Response("<h1>Start</h1>", { headers: { "content-type": "text/html" } });
  const worker = runServiceWorker(text, `${host.url}sw.js`, page);
  const response = await worker.fetch(new Request(`${host.url}api/coins.json`));
  expect([response!.status, response!.headers.get("content-type")]).toEqual([503, "application/json; charset=utf-8"]);
});

interface Listeners {
  [type: string]: (event: unknown) => void;
}

interface FakeScope {
  /** The calls of the program, in order. */
  calls: string[];
  /** Requests that were passed to the network unchanged. */
  passed: Request[];
  /** `undefined` if the program leaves the request to the browser. */
  fetch(request: Request): Promise<Response> | undefined;
  /** Resolves when the events of the start are handled. */
  start(): Promise<void>;
}

/**
 * Runs a program as a browser runs a service worker: a classic script with its own global scope.
 */
function runServiceWorker(text: string, href: string, network: PlainHost["fetch"]): FakeScope {
  const listeners: Listeners = {};
  const calls: string[] = [];
  const passed: Request[] = [];
  const note = (call: string) => async () => {
    await Promise.resolve();
    calls.push(call);
  };
  const scope = {
    location: { href },
    clients: { claim: note("claim") },
    skipWaiting: note("skipWaiting"),
    addEventListener: (type: string, listener: Listeners[string]) => {
      listeners[type] = listener;
    },
    fetch: (input: string | Request) => {
      if (typeof input !== "string") passed.push(input);
      return network(input);
    },
  };
  // Not in a context of `node:vm`, where access to globals is very slow.
  new Function("globalThis", "fetch", text)(scope, scope.fetch);
  return {
    calls,
    passed,
    fetch: (request) => {
      let answer: Promise<Response> | undefined;
      listeners["fetch"]!({
        request,
        respondWith: (response: Promise<Response>) => {
          answer = response;
        },
      });
      return answer;
    },
    start: async () => {
      for (const type of ["install", "activate"]) {
        const waited: Promise<unknown>[] = [];
        listeners[type]!({ waitUntil: (promise: Promise<unknown>) => waited.push(promise) });
        await Promise.all(waited);
        calls.push(`${type}d`);
      }
    },
  };
}
