import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { PATIENCE_MS, provide, unpackFromDebian } from "./provide.ts";
import { findNpm, findProgram, findWrangler, NODE_PACKAGE, TOOLS_FOLDER, WRANGLER_NODE_MAJOR } from "./tools.ts";

/*
 * Gets the servers that `*.hosts.test.ts` run, where the machine has none: nginx and Caddy out of Debian's packages, which are unpacked
 * and not installed, so that no service starts and nothing of the machine changes; wrangler and a Node for it from npm; zizmor from PyPI. What cannot be
 * had is named, and its tests are skipped.
 */

const run = promisify(execFile);

/** Without scripts: what these packages would run only saves time later. */
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

/** A program in a Python package; in a folder of its own, so that nothing of the machine changes. */
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
