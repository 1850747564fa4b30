import { describe, expect, it } from "vitest";
import { ROOTS } from "../../../../build/crypto/api/place-file.ts";
import { isApiPath } from "../../../../build/kit/serve/handler/api-path.ts";
import { sendPage } from "../../../../build/kit/serve/node/page.ts";

const FILES: Record<string, string> = {
  "index.html": "<h1>home</h1>",
  "404.html": "<h1>gone</h1>",
  "docs/index.html": "<h1>docs</h1>",
  "about.html": "<h1>about</h1>",
  "docsindex.html": "<h1>not the docs</h1>",
  "client.js": "export {}",
  "state/market.json.gz": "gz",
  "a b/ü.txt": "text",
};

const ask = (path: string, init?: RequestInit, files = FILES) =>
  sendPage(new Request(`http://localhost${path}`, init), async (name) =>
    files[name] === undefined ? undefined : { body: files[name], etag: name.length.toString(16) },
  );

describe("a page", () => {
  it.each([
    ["/", "index.html", "text/html; charset=utf-8"],
    ["/index.html", "index.html", "text/html; charset=utf-8"],
    ["/docs/", "docs/index.html", "text/html; charset=utf-8"],
    ["/docs/?x=1", "docs/index.html", "text/html; charset=utf-8"],
    ["/about", "about.html", "text/html; charset=utf-8"],
    ["/client.js", "client.js", "text/javascript; charset=utf-8"],
    ["/state/market.json.gz", "state/market.json.gz", "application/gzip"],
    ["/a%20b/%C3%BC.txt", "a b/ü.txt", "text/plain; charset=utf-8"],
  ])("%s is the file %s", async (path, name, type) => {
    const response = await ask(path);
    expect(response.status).toBe(200);
    expect(response.body).toBe(FILES[name]);
    expect(response.headers["content-type"]).toBe(type);
    expect(response.headers["access-control-allow-origin"]).toBe("*");
  });

  it("of a folder gets a slash at the end", async () => {
    const response = await ask("/docs?x=1");
    expect(response.status).toBe(301);
    expect(response.headers["location"]).toBe("/docs/?x=1");
  });

  it.each(["/nope", "/nope/", "/docs/nope", "/about/", "/%zz", "//docs/", "//evil.example/docs", "/x/..%2findex.html"])(
    "%s does not exist",
    async (path) => {
      const response = await ask(path);
      expect(response.status).toBe(404);
      expect(response.body).toBe(FILES["404.html"]);
    },
  );

  it.each("//docs/ /docs// /docs//index.html /..%2fx /%2e%2e%2fx /a%5cb /x%00 /%2fdocs/".split(" "))(
    "%s is no plain path, so no file is read for it",
    async (path) => {
      const names: string[] = [];
      await sendPage(new Request(`http://localhost${path}`), async (name) => void names.push(name));
      expect(names).toEqual(["404.html"]);
    },
  );

  it("is a 304 for a known ETag", async () => {
    const etag = (await ask("/")).headers["etag"]!;
    for (const held of [etag, `W/${etag}`, "*"]) {
      expect((await ask("/", { headers: { "if-none-match": held } })).status).toBe(304);
    }
    expect((await ask("/", { headers: { "if-none-match": '"x"' } })).status).toBe(200);
    expect((await ask("/nope", { headers: { "if-none-match": "*" } })).status).toBe(404);
  });

  it("refuses other methods", async () => {
    const response = await ask("/", { method: "POST" });
    expect(response.status).toBe(405);
    expect(response.headers["allow"]).toBe("GET, HEAD, OPTIONS");
  });
});

it("a site without pages redirects to its API", async () => {
  const home = await ask("/", undefined, {});
  expect([home.status, home.headers["location"]]).toEqual([302, "/api/"]);
  const missing = await ask("/nope", undefined, {});
  expect([missing.status, missing.body]).toEqual([404, "Not found. The API begins at /api/\n"]);
});

it.each([
  ..."/api /api/ /api/coins /%61pi/coins /api%2fcoins /api/%zz".split(" ").map((path) => [path, true] as const),
  ..."/apiary / //api/coins /API/coins".split(" ").map((path) => [path, false] as const),
])("%s is an API path: %s", (path, expected) => {
  expect(isApiPath(path, ROOTS)).toBe(expected);
});
