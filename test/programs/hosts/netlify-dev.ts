import { join } from "node:path";
import { findFreePort, startChild } from "../../system/hosts/child-server.ts";
import { connectHttp, type HostServer } from "../../system/hosts/host-server.ts";
import type { ProvidedProgram } from "../kit/provide-program.ts";

/**
 * `netlify dev` without an account. Edge functions, which the site does not use, would need a
 * download. The program writes into its working folder, so that is not the site.
 */
export const createNetlifyDev = ({ folder: programFolder, node }: ProvidedProgram): HostServer => ({
  name: "netlify dev",
  async start(folder) {
    const files = await findFreePort();
    const { url, stop } = await startChild(async (port) => {
      const script = join(programFolder, "node_modules/netlify-cli/bin/run.js");
      const ports = ["--port", String(port), "--staticServerPort", String(files)];
      const args = ["dev", "--offline", "--no-open", "--internal-disable-edge-functions", "--dir", folder, ...ports];
      return { program: node, args: [script, ...args], env: { CI: "1", NETLIFY_TELEMETRY_DISABLED: "1" } };
    });
    return connectHttp(url, stop);
  },
});
