import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { PATIENCE_MS, provide, unpackFromDebian } from "./provide.ts";
import { findNpm, findProgram, findWrangler, NODE_PACKAGE, TOOLS_FOLDER, WRANGLER_NODE_MAJOR } from "./tools.ts";

/**
 * Installs missing programs for `*.hosts.test.ts`: nginx and Caddy from Debian packages, only
 * unpacked; wrangler and a Node for it from npm; zizmor from PyPI. Tests without their program are
 * skipped.
 */

const run = promisify(execFile);

/** The install scripts of these packages are optional. */
async function installWrangler(): Promise<void> {
  await writeFile(join(TOOLS_FOLDER, "package.json"), '{ "private": true }\n');
  const tooOld = Number(process.versions.node.split(".")[0]) < WRANGLER_NODE_MAJOR;
  const packages = ["wrangler@4", ...(tooOld ? [`${NODE_PACKAGE}@24`] : [])];
  const options = ["--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"];
  await run(process.execPath, [findNpm(), "install", ...options, ...packages], {
    cwd: TOOLS_FOLDER,
    timeout: PATIENCE_MS,
  });
}

async function installZizmor(): Promise<void> {
  const venv = join(TOOLS_FOLDER, "python");
  await run("python3", ["-m", "venv", venv], { timeout: PATIENCE_MS });
  const options = ["--quiet", "--disable-pip-version-check", "--retries=1", "--timeout=20"];
  await run(join(venv, "bin/pip"), ["install", ...options, "zizmor>=1.16,<2"], { timeout: PATIENCE_MS });
}

await mkdir(TOOLS_FOLDER, { recursive: true });
for (const name of ["nginx", "caddy"])
  await provide(
    name,
    () => findProgram(name),
    () => unpackFromDebian(name),
  );
await provide("wrangler", findWrangler, installWrangler);
await provide("zizmor", () => findProgram("zizmor"), installZizmor);
