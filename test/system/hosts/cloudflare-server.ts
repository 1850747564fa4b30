import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { startChild } from "./child-server.ts";
import { connectHttp, type HostServer } from "./host-server.ts";
import { findWrangler, WRANGLER_HINT } from "./tools.ts";

/**
 * Cloudflare's runtime workerd with the published settings, assets and worker. The settings are in
 * another folder, because wrangler writes beside them and restarts when an asset changes.
 */
export const createCloudflareServer = (find: typeof findWrangler): HostServer => ({
  name: "cloudflare",
  async start(folder) {
    const wrangler = await find();
    if (wrangler === undefined) throw new Error(WRANGLER_HINT);
    const { url, stop } = await startChild(async (port, scratch) => {
      const settings = JSON.parse(await readFile(join(folder, "wrangler.jsonc"), "utf8"));
      settings.main = join(folder, settings.main);
      settings.assets.directory = join(folder, settings.assets.directory);
      const file = join(scratch, "wrangler.json");
      await writeFile(file, JSON.stringify(settings));
      const address = ["--ip", "127.0.0.1", "--port", String(port), "--inspector-port", "0"];
      const quiet = ["--log-level", "error", "--show-interactive-dev-session=false"];
      return {
        program: wrangler.node,
        args: [wrangler.script, "dev", "--config", file, ...address, ...quiet],
        env: { CI: "1", WRANGLER_SEND_METRICS: "false" },
      };
    });
    return connectHttp(url, stop);
  },
});

export const cloudflareServer = createCloudflareServer(findWrangler);
