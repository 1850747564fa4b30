import { mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RunningServer, startServer } from "../../../build/serve/node/node-server.ts";
import { makeSite, writeSite } from "../site.ts";

const place = mkdtempSync(join(tmpdir(), "no-site-"));
const folder = join(place, "site");
let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ folder, host: "127.0.0.1", port: 0, freshMs: 0 });
});
afterAll(async () => {
  await server.close();
  rmSync(place, { recursive: true });
});

describe("a server whose site is not there yet", () => {
  it.each(["/api", "/api/", "/api/coins", "/api/coins/btc.json", "/api/coins?limit=5", "/api/nope"])(
    "answers %s with the error unavailable, and when to ask again",
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

  it("answers from the site at once when it is there, and again with 503 when it is gone", async () => {
    const { tree } = await makeSite();
    const site = await writeSite(tree);
    renameSync(site.folder, folder);
    const found = await fetch(`${server.url}/api/coins`);
    expect([found.status, (await fetch(`${server.url}/api/nope`)).status]).toEqual([200, 404]);
    expect((await fetch(`${server.url}/nope`)).status).toBe(404);
    renameSync(folder, `${folder}-old`);
    expect((await fetch(`${server.url}/api/coins`)).status).toBe(503);
  });
});
