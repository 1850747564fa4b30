import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { startChild } from "./child-server.ts";
import { connectHttp, type HostServer } from "./host-server.ts";
import { findProgram } from "./tools.ts";

/** The real server with the published Caddyfile, without its admin endpoint. */
export const caddyServer: HostServer = {
  name: "caddy",
  async start(folder) {
    const { url, stop } = await startChild(async (port, scratch) => {
      const file = join(scratch, "Caddyfile");
      await writeFile(file, `{\n  admin off\n}\n${await readFile(join(folder, "Caddyfile"), "utf8")}`);
      return {
        program: (await findProgram("caddy")) ?? "caddy",
        args: ["run", "--config", file, "--adapter", "caddyfile"],
        env: { SITE_ADDRESS: `http://127.0.0.1:${port}`, SITE_ROOT: folder },
      };
    });
    return connectHttp(url, stop);
  },
};
