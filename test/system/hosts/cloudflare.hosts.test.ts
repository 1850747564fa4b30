import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { bundleWorker } from "../../../build/crypto/serve/programs.ts";
import { cloudflare } from "../../../build/kit/hosts/cloudflare.ts";
import { PREFLIGHT_HEADERS } from "../../../build/kit/hosts/kit/headers.ts";
import { makeSite } from "../../fixtures/site.ts";
import { cloudflareServer } from "./cloudflare-server.ts";
import { writeHostTree } from "./host-tree.ts";
import { findWrangler } from "./tools.ts";

const PREFLIGHT = {
  method: "OPTIONS",
  headers: { origin: "https://a.example", "access-control-request-headers": "x-own" },
};

it.skipIf((await findWrangler()) === undefined)(
  "Cloudflare answers a preflight where the worker runs, and refuses it for a file, as its page says",
  async () => {
    const folder = await writeHostTree(cloudflare, (await makeSite()).tree);
    await writeFile(join(folder, "_worker.js"), await bundleWorker());
    const host = await cloudflareServer.start(folder);
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
  },
);
