import { join } from "node:path";
import { startChild } from "../../system/hosts/child-server.ts";
import { connectHttp, type HostServer } from "../../system/hosts/host-server.ts";
import type { ProvidedProgram } from "../kit/provide-program.ts";

/** `wrangler pages dev`: the rules of Cloudflare Pages, and the worker in workerd. */
export const createWranglerPages = ({ folder: programFolder, node }: ProvidedProgram): HostServer => ({
  name: "wrangler pages dev",
  async start(folder) {
    const { url, stop } = await startChild(async (port) => {
      const script = join(programFolder, "node_modules/wrangler/bin/wrangler.js");
      const address = ["--ip", "127.0.0.1", "--port", String(port), "--inspector-port", "0"];
      const quiet = ["--log-level", "error", "--show-interactive-dev-session=false"];
      const args = ["pages", "dev", folder, "--compatibility-date", "2026-01-01", ...address, ...quiet];
      return { program: node, args: [script, ...args], env: { CI: "1", WRANGLER_SEND_METRICS: "false" } };
    });
    return connectHttp(url, stop);
  },
});
