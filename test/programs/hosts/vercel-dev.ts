import { cp } from "node:fs/promises";
import { join } from "node:path";
import { startChild } from "../../system/hosts/child-server.ts";
import { connectHttp, followRedirects, type HostServer } from "../../system/hosts/host-server.ts";
import type { ProvidedProgram } from "../kit/provide-program.ts";

/**
 * `vercel dev` without an account. It reads no queries (`has` works in deployments only), so it
 * proves files, paths and headers.
 */
export const createVercelDev = ({ folder: programFolder, node }: ProvidedProgram): HostServer => ({
  name: "vercel dev",
  async start(folder) {
    const { url, stop } = await startChild(async (port, scratch) => {
      const site = join(scratch, "site");
      await cp(folder, site, { recursive: true });
      const script = join(programFolder, "node_modules/vercel/dist/index.js");
      const args = ["dev", "--local", "--yes", "--cwd", site, "--listen", `127.0.0.1:${port}`];
      return { program: node, args: [script, ...args], env: { CI: "1", VERCEL_TELEMETRY_DISABLED: "1" } };
    });
    return followRedirects(connectHttp(url, stop));
  },
});
