import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { followRedirects, type HostServer } from "../../system/hosts/host-server.ts";
import { openVercel } from "../../system/hosts/vercel-server.ts";
import type { ProvidedProgram } from "../kit/provide-program.ts";

const run = promisify(execFile);
const PATIENCE_MS = 120_000;

/**
 * Answers from the output of `vercel build`, which is what a deployment consists of: its files, and
 * its routes in a router that knows the documented rules.
 */
export const createVercelBuild = (program: ProvidedProgram): HostServer => ({
  name: "vercel build",
  async start(folder) {
    const { output, remove } = await buildForVercel(program, folder);
    const answer = await openVercel(join(output, "static"), "../config.json");
    return followRedirects({
      fetch: (path, init = {}) => answer(new Request(new URL(path, "https://host.example"), init)),
      close: remove,
    });
  },
});

/** Runs `vercel build` in a copy of the folder, as a project without settings of its own. */
export async function buildForVercel({ folder: programFolder, node }: ProvidedProgram, folder: string) {
  const scratch = await mkdtemp(join(tmpdir(), "vercel-build-"));
  const site = join(scratch, "site");
  await cp(folder, site, { recursive: true });
  await mkdir(join(site, ".vercel"));
  const project = { projectId: "prj_site", orgId: "team_site", settings: {} };
  await writeFile(join(site, ".vercel/project.json"), JSON.stringify(project));
  const script = join(programFolder, "node_modules/vercel/dist/index.js");
  // The token is not sent: a build with local settings does not ask the platform.
  await run(node, [script, "build", "--prod", "--yes", "--token", "none"], {
    cwd: site,
    timeout: PATIENCE_MS,
    env: { ...process.env, HOME: scratch, VERCEL_TELEMETRY_DISABLED: "1" },
  });
  return { output: join(site, ".vercel/output"), remove: () => rm(scratch, { recursive: true, force: true }) };
}
