import { readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { findFreePort, startChild } from "../../system/hosts/child-server.ts";
import { connectHttp, followRedirects, type HostServer } from "../../system/hosts/host-server.ts";
import type { ProvidedProgram } from "../kit/provide-program.ts";

/** The hosting emulator with the published `firebase.json`, and settings of its own for ports. */
export const createFirebaseEmulator = ({ folder: programFolder, node }: ProvidedProgram): HostServer => ({
  name: "firebase emulator",
  async start(folder) {
    const hub = await findFreePort();
    const logging = await findFreePort();
    const { url, stop } = await startChild(async (port, scratch) => {
      const { hosting } = JSON.parse(await readFile(join(folder, "firebase.json"), "utf8"));
      await symlink(folder, join(scratch, "site"));
      const at = (own: number) => ({ host: "127.0.0.1", port: own });
      const emulators = { hosting: at(port), hub: at(hub), logging: at(logging), ui: { enabled: false } };
      const settings = { hosting: { ...hosting, public: "site" }, emulators };
      await writeFile(join(scratch, "firebase.json"), JSON.stringify(settings));
      const script = join(programFolder, "node_modules/firebase-tools/lib/bin/firebase.js");
      const args = ["emulators:start", "--only", "hosting", "--project", "demo-site", "--non-interactive"];
      return { program: node, args: [script, ...args], env: { CI: "1" } };
    });
    return followRedirects(connectHttp(url, stop));
  },
});
