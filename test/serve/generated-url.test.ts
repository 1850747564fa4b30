import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ErrorResponse } from "../../build/api/errors.ts";
import { type RunningServer, startServer } from "../../build/serve/node/node-server.ts";
import { anyUrl } from "./any-url.ts";
import { createMemoryHandler } from "./memory-handler.ts";
import { requestRaw } from "./raw-request.ts";
import { makeSite, SECRET, type Site, writeSite } from "./site.ts";

let site: Site;
let get: ReturnType<typeof createMemoryHandler>;
let server: RunningServer;
let remove: () => Promise<void>;

beforeAll(async () => {
  site = await makeSite();
  get = createMemoryHandler(site.tree);
  const written = await writeSite(site.tree);
  remove = written.remove;
  server = await startServer({ folder: written.folder, host: "127.0.0.1", port: 0 });
});
afterAll(async () => {
  await server.close();
  await remove();
});

/** What a body below `/api` may be: an error, a file of the tree to the byte, or an envelope. */
function checkBody(status: number, type: string, body: Buffer): void {
  if (status !== 200) {
    expect(ErrorResponse.parse(JSON.parse(body.toString())).error.status).toBe(status);
  } else if (!type.startsWith("application/json")) {
    expect([...site.tree.values()].some((file) => body.equals(file))).toBe(true);
  } else {
    expect(typeof JSON.parse(body.toString())).toBe("object");
  }
}

it("the handler and the server give any URL the same answer, never a fault, and nothing that was not published", async () => {
  const seen = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(anyUrl, async (url) => {
      const [inProcess, overHttp] = [await get(url), await requestRaw(server.url, url)];
      expect(overHttp.status).toBe(inProcess.status);
      expect([200, 400, 404]).toContain(overHttp.status);
      expect(overHttp.body.equals(Buffer.from(await inProcess.arrayBuffer()))).toBe(true);
      expect(overHttp.headers["content-type"]).toBe(inProcess.headers.get("content-type"));
      expect(overHttp.headers["access-control-allow-origin"]).toBe("*");
      expect(overHttp.body.includes(SECRET)).toBe(false);
      checkBody(overHttp.status, String(overHttp.headers["content-type"]), overHttp.body);
      seen.set(overHttp.status, (seen.get(overHttp.status) ?? 0) + 1);
    }),
    { numRuns: 600 },
  );
  // A generator that only ever misses would prove nothing.
  for (const status of [200, 400, 404]) expect(seen.get(status) ?? 0).toBeGreaterThan(20);
});

it("what an answer calls itself gives the same answer", async () => {
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(anyUrl, async (url) => {
      const response = await get(url);
      if (response.status !== 200 || !response.headers.get("content-type")!.startsWith("application/json")) return;
      const { data, meta } = JSON.parse(await response.text());
      if (meta === undefined) return;
      const again = await get(`/api/${meta.self}`);
      expect(again.status).toBe(200);
      const { missing, ...rest } = meta;
      const same = JSON.parse(await again.text());
      // The canonical form is in lower case; what is missing stays as it was spelt.
      expect({ data: same.data, meta: same.meta }).toMatchObject({ data, meta: rest });
      expect(same.meta.missing?.length).toBe(missing?.length);
      compared += 1;
    }),
    { numRuns: 600 },
  );
  expect(compared).toBeGreaterThan(100);
});
