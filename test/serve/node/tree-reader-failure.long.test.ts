import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { createHandler } from "../../../build/serve/handler/handler.ts";
import { createTreeReader } from "../../../build/serve/node/tree-reader.ts";
import { serveTree } from "../../fixtures/site.ts";
import { requestRaw } from "../raw-request.ts";

/** The error code of every read, while it is set. */
const failure = vi.hoisted(() => ({ code: "" }));

vi.mock("node:fs/promises", async (importActual) => {
  const actual = await importActual<typeof import("node:fs/promises")>();
  const readFile = (path: string) =>
    failure.code === ""
      ? actual.readFile(path)
      : Promise.reject(Object.assign(new Error(failure.code), { code: failure.code }));
  return { ...actual, readFile };
});

let folder: string;
let url: string;

beforeAll(async () => {
  const files = { "api/routes.json": "[]", "api/a.json": "{}", "index.html": "<h1>Front page</h1>" };
  const tree = new Map(Object.entries(files).map(([path, body]) => [path, Buffer.from(body)]));
  ({ folder, url } = await serveTree(tree));
});
afterEach(() => {
  failure.code = "";
});
it.each(["EMFILE", "EIO", "EACCES"])("a file that cannot be read (%s) is not missing", async (code) => {
  failure.code = code;
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
  failure.code = code;
  expect(await createTreeReader(folder)("api/a.json")).toBeUndefined();
});
