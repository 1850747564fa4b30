import { renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startServer } from "../../../../build/crypto/serve/server.ts";
import { explainListenError, type RunningServer } from "../../../../build/kit/serve/node/node-server.ts";
import { OperationalError } from "../../../../build/lib/operational-error.ts";
import { makeTempFolder } from "../../../cleanup.ts";
import type { MemoryTree } from "../../../fixtures/memory-tree.ts";
import { makeSite, writeSite } from "../../../fixtures/site.ts";
import { requestRaw } from "../raw-request.ts";

const start = (port: number, host = "127.0.0.1") => startServer({ folder: tmpdir(), host, port });

const NOT_HERE = "is not an address of this machine: name one with --host, for example 127.0.0.1.";

it("takes any free port for 0, and frees it when it closes", async () => {
  const first = await start(0);
  const port = Number(new URL(first.url).port);
  expect(port).toBeGreaterThan(0);
  await expect(start(port)).rejects.toThrow(
    `Port ${port} on 127.0.0.1 is in use: stop the program that uses it, or take any free port with --port 0.`,
  );
  await first.close();
  const second = await start(port);
  expect(second.url).toBe(first.url);
  await second.close();
});

it("closes although a client keeps its connection", async () => {
  const server = await start(0);
  const response = await fetch(`${server.url}/api/nope`);
  expect(response.status).toBe(503);
  await server.close();
  await expect(requestRaw(server.url, "/api")).rejects.toThrow("ECONNREFUSED");
});

it("explains that an address is not of this machine", async () => {
  await expect(start(0, "203.0.113.7")).rejects.toThrow(`203.0.113.7 ${NOT_HERE}`);
});

it.each([
  ["EACCES", "Port 80 on 127.0.0.1 needs more rights: take a port above 1023 with --port.", true],
  ["ENOTFOUND", `127.0.0.1 ${NOT_HERE}`, true],
  ["EAI_AGAIN", `127.0.0.1 ${NOT_HERE}`, true],
  ["EMFILE", "listen", false],
])("explains the error %s, or passes it on", (code, message, isExplained) => {
  const error = explainListenError(Object.assign(new Error("listen"), { code }), "127.0.0.1", 80);
  expect([error.message, error instanceof OperationalError]).toEqual([message, isExplained]);
});

const place = makeTempFolder();
const folder = join(place, "site");
let server: RunningServer;
let tree: MemoryTree;
beforeAll(async () => {
  // Slower than the time for which the server keeps an idle connection.
  ({ tree } = await makeSite());
  server = await startServer({ folder, host: "127.0.0.1", port: 0, freshMs: 0 });
});
afterAll(async () => {
  await server.close();
  rmSync(place, { recursive: true });
});

describe("a server without a site", () => {
  it.each(["/api", "/api/", "/api/coins", "/api/coins/btc.json", "/api/coins?limit=5", "/api/nope"])(
    "answers %s with 503 and Retry-After",
    async (path) => {
      const response = await fetch(server.url + path);
      expect(response.status).toBe(503);
      expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(response.headers.get("cache-control")).toBe("no-store");
      expect(await response.json()).toMatchObject({ error: { code: "unavailable", status: 503 } });
      const head = await fetch(server.url + path, { method: "HEAD" });
      expect([head.status, await head.text()]).toEqual([503, ""]);
    },
  );

  it.each(["/", "/market/", "/nope"])("answers %s with a small page that reloads", async (path) => {
    const response = await fetch(server.url + path, { redirect: "manual" });
    expect([response.status, response.headers.get("content-type")]).toEqual([503, "text/html; charset=utf-8"]);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await response.text()).toMatch(/http-equiv="refresh"[\s\S]*The site is being built/);
  });

  it("answers the API from a tree that is being written, and pages with 503 until it is finished", async () => {
    const written = writeSite(tree);
    const target = join(place, "later");
    const early = await startServer({ folder: target, unfinished: written, host: "127.0.0.1", port: 0, freshMs: 0 });
    const statusOf = async (path: string) => (await fetch(early.url + path, { redirect: "manual" })).status;
    const listStatuses = () => Promise.all(["/api/coins?limit=5", "/", "/docs/", "/icon.svg"].map(statusOf));
    expect(await listStatuses()).toEqual([200, 503, 503, 503]);
    renameSync(written, target);
    // This tree has no pages.
    expect(await listStatuses()).toEqual([200, 302, 404, 404]);
    await early.close();
  });

  it("answers from the site as soon as it exists, and 503 when it is gone", async () => {
    const site = writeSite(new Map([...tree].filter(([path]) => /^api\/(routes|coins)\.json$/.test(path))));
    renameSync(site, folder);
    const found = await fetch(`${server.url}/api/coins`);
    expect([found.status, (await fetch(`${server.url}/api/nope`)).status]).toEqual([200, 404]);
    expect((await fetch(`${server.url}/nope`)).status).toBe(404);
    renameSync(folder, `${folder}-old`);
    expect((await fetch(`${server.url}/api/coins`)).status).toBe(503);
  });
});
