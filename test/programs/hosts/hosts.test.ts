import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { cloudflare } from "../../../build/kit/hosts/cloudflare.ts";
import { cloudflarePages } from "../../../build/kit/hosts/cloudflare-pages.ts";
import { firebase } from "../../../build/kit/hosts/firebase.ts";
import { netlify } from "../../../build/kit/hosts/netlify.ts";
import { vercel } from "../../../build/kit/hosts/vercel.ts";
import { DEPLOY_FOLDER } from "../../../build/kit/publish/deploy-command.ts";
import { conform } from "../../system/conformance/conform.ts";
import { findFreePort, startChild } from "../../system/hosts/child-server.ts";
import { createCloudflareServer } from "../../system/hosts/cloudflare-server.ts";
import { connectHttp, followRedirects, type HostServer } from "../../system/hosts/host-server.ts";
import { openVercel } from "../../system/hosts/vercel-server.ts";
import { type Program, type ProvidedProgram, provideProgram } from "../kit/provide-program.ts";

/** The lock file that the workflow deploys with. */
const lockOf = (program: string): string => join(import.meta.dirname, "../../..", DEPLOY_FOLDER, program);

const netlifyCli: Program = { name: "netlify", npm: { locked: lockOf("netlify"), nodeMajor: 22 } };

const vercelCli: Program = { name: "vercel", npm: { locked: lockOf("vercel") } };

const firebaseTools: Program = { name: "firebase", npm: { locked: lockOf("firebase") } };

const wrangler: Program = { name: "wrangler", npm: { locked: lockOf("wrangler"), nodeMajor: 22 } };

const run = promisify(execFile);
const PATIENCE_MS = 120_000;

/**
 * Answers from the output of `vercel build`, which is what a deployment consists of: its files, and
 * its routes in a router that knows the documented rules.
 */
const createVercelBuild = (program: ProvidedProgram): HostServer => ({
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
async function buildForVercel({ folder: programFolder, node }: ProvidedProgram, folder: string) {
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

/** The hosting emulator with the published `firebase.json`, and settings of its own for ports. */
const createFirebaseEmulator = ({ folder: programFolder, node }: ProvidedProgram): HostServer => ({
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

/**
 * `vercel dev` without an account. It reads no queries (`has` works in deployments only), so it
 * proves files, paths and headers.
 */
const createVercelDev = ({ folder: programFolder, node }: ProvidedProgram): HostServer => ({
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

/**
 * `netlify dev` without an account. Edge functions, which the site does not use, would need a
 * download. The program writes into its working folder, so that is not the site.
 */
const createNetlifyDev = ({ folder: programFolder, node }: ProvidedProgram): HostServer => ({
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

/** `wrangler pages dev`: the rules of Cloudflare Pages, and the worker in workerd. */
const createWranglerPages = ({ folder: programFolder, node }: ProvidedProgram): HostServer => ({
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

const cloudflareTools = await provideProgram(wrangler);
const netlifyTools = await provideProgram(netlifyCli);
const vercelTools = await provideProgram(vercelCli);
const emulator = await provideProgram(firebaseTools);
const wranglerScript = {
  node: cloudflareTools.node,
  script: `${cloudflareTools.folder}/node_modules/wrangler/bin/wrangler.js`,
};

/** Bytes that are no UTF-8, and the end of a text in C. */
const BROKEN_ESCAPE = /%(?![0-9a-f]{2})|^[^?]*%(?:00|c0|ff)/i;
/** Its file server also ends at a path out of the site, and answers a backslash itself. */
const ENDS_NETLIFY = /^[^?]*(?:%(?![0-9a-f]{2})|%(?:00|c0|ff|5c)|%2f\.\.%2f\.\.%2f)/i;

conform("conformance-programs", [
  {
    server: { ...createCloudflareServer(async () => wranglerScript), name: "wrangler dev" },
    host: cloudflare,
    level: cloudflare.level,
    decidesRanges: true,
    missing: cloudflareTools.missing,
    every: 2,
  },
  {
    server: createWranglerPages(cloudflareTools),
    host: cloudflarePages,
    level: cloudflarePages.level,
    decidesRanges: true,
    missing: cloudflareTools.missing,
    every: 2,
  },
  {
    server: createNetlifyDev(netlifyTools),
    host: netlify,
    level: netlify.level,
    leniency: { errorPages: true },
    omit: ENDS_NETLIFY,
    missing: netlifyTools.missing,
  },
  {
    server: createVercelDev(vercelTools),
    host: vercel,
    level: "L1",
    leniency: { ignoresQuery: true },
    omit: BROKEN_ESCAPE,
    missing: vercelTools.missing,
    every: 40,
  },
  { server: createVercelBuild(vercelTools), host: vercel, level: vercel.level, missing: vercelTools.missing },
  {
    server: createFirebaseEmulator(emulator),
    host: firebase,
    level: firebase.level,
    leniency: { errorPages: true, ignoresQuery: true },
    omit: BROKEN_ESCAPE,
    missing: emulator.missing,
  },
]);
