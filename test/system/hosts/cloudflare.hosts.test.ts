import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { bundleWorker } from "../../../build/crypto/serve/programs.ts";
import { PREFLIGHT_HEADERS } from "../../../build/kit/api/response-headers.ts";
import { cloudflare } from "../../../build/kit/hosts/cloudflare.ts";
import { makeSite } from "../../fixtures/site.ts";
import { cloudflareServer } from "./cloudflare-server.ts";
import { writeHostTree } from "./host-tree.ts";
import { findWrangler } from "./tools.ts";

const PREFLIGHT = {
  method: "OPTIONS",
  headers: { origin: "https://a.example", "access-control-request-headers": "x-own" },
};

/** What the page of the host tells those to set who need a preflight of files. */
const FIRST = /`"run_worker_first": (\[.*?\])`/;

const FILES = {
  "api/coins/btc.json": "application/json; charset=utf-8",
  "client.js": "text/javascript; charset=utf-8",
  "api/data/download/coins-latest.csv.gz": "application/gzip",
  "api/data/download/coins-latest.parquet": "application/vnd.apache.parquet",
};

describe.skipIf((await findWrangler()) === undefined)("Cloudflare's preflight", () => {
  async function write(): Promise<string> {
    const folder = await writeHostTree(cloudflare, (await makeSite()).tree);
    await writeFile(join(folder, "_worker.js"), await bundleWorker());
    return folder;
  }

  it("is answered where the worker runs, and refused for a file, as its page says", async () => {
    const host = await cloudflareServer.start(await write());
    try {
      const allowed = await host.fetch("/api/coins/btc", PREFLIGHT);
      expect(allowed.status).toBe(204);
      expect(Object.fromEntries(allowed.headers)).toMatchObject(
        Object.fromEntries(Object.entries(PREFLIGHT_HEADERS).map(([name, value]) => [name.toLowerCase(), value])),
      );
      // If this becomes 204, the step of the host about headers can go.
      expect((await host.fetch("/api/coins/btc.json", PREFLIGHT)).status).toBe(405);
      expect(cloudflare.steps.join()).toContain("405");
    } finally {
      await host.close();
    }
  });

  it("is answered for a file with the setting of its page, and the file is the same", async () => {
    const folder = await write();
    await writeFile(join(folder, "client.js"), "export {};\n");
    const file = join(folder, "wrangler.jsonc");
    const settings = JSON.parse(await readFile(file, "utf8"));
    settings.assets.run_worker_first = JSON.parse(FIRST.exec(cloudflare.steps.join())?.[1] ?? "");
    await writeFile(file, JSON.stringify(settings));
    const host = await cloudflareServer.start(folder);
    try {
      expect((await host.fetch("/api/coins/btc.json", PREFLIGHT)).status).toBe(204);
      for (const [path, type] of Object.entries(FILES)) {
        const response = await host.fetch(`/${path}`, { headers: { "accept-encoding": "identity" } });
        expect([path, response.status, response.headers.get("content-type")]).toEqual([path, 200, type]);
        expect(Buffer.from(await response.arrayBuffer()).equals(await readFile(join(folder, path))), path).toBe(true);
      }
      const etag = (await host.fetch("/api/coins/btc.json")).headers.get("etag") ?? "";
      expect((await host.fetch("/api/coins/btc.json", { headers: { "if-none-match": etag } })).status).toBe(304);
    } finally {
      await host.close();
    }
  });
});
