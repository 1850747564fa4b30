import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { afterEach, beforeAll, expect, it } from "vitest";
import { createHandler } from "../../../../build/crypto/serve/handler.ts";
import { createTreeReader } from "../../../../build/kit/serve/node/tree-reader.ts";
import { serveTree } from "../../../fixtures/site.ts";
import { requestRaw } from "../raw-request.ts";

const { readFile } = fs.promises;

/** Every read fails with this code; `null` restores the function. */
function failReads(code: string | null): void {
  const fail = () => Promise.reject(Object.assign(new Error(code ?? ""), { code }));
  Object.assign(fs.promises, { readFile: code === null ? readFile : fail });
  syncBuiltinESMExports();
}

let folder: string;
let url: string;

beforeAll(async () => {
  const files = { "api/routes.json": "[]", "api/a.json": "{}", "index.html": "<h1>Front page</h1>" };
  const tree = new Map(Object.entries(files).map(([path, body]) => [path, Buffer.from(body)]));
  ({ folder, url } = await serveTree(tree));
});
afterEach(() => failReads(null));

it.each(["EMFILE", "EIO", "EACCES"])("a file that cannot be read (%s) is not missing", async (code) => {
  failReads(code);
  await expect(createTreeReader(folder)("api/a.json")).rejects.toThrow(code);
  const handle = createHandler(createTreeReader(folder));
  expect((await handle(new Request("http://localhost/api/a.json"))).status).toBe(503);
  for (const path of ["/api/a.json", "/"]) {
    const { status, headers, body } = await requestRaw(url, path);
    expect(status).toBe(503);
    expect(headers["cache-control"]).toBe("no-store");
    expect(JSON.parse(body.toString()).error.code).toBe("unavailable");
  }
});

it("and is served again after the error", async () => {
  for (const path of ["/api/a.json", "/"]) expect((await requestRaw(url, path)).status).toBe(200);
});

it.each(["ENOENT", "EISDIR"])("a file that disappears while it is read (%s) is missing", async (code) => {
  failReads(code);
  expect(await createTreeReader(folder)("api/a.json")).toBeUndefined();
});
