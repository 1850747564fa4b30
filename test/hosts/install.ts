import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { findNpm, findProgram, findWrangler, NODE_PACKAGE, TOOLS_FOLDER, WRANGLER_NODE_MAJOR } from "./tools.ts";

/*
 * Gets the servers that `*.hosts.test.ts` run, where the machine has none: nginx and Caddy out of Debian's packages, which are unpacked
 * and not installed, so that no service starts and nothing of the machine changes; wrangler and a Node for it from npm. What cannot be
 * had is named, and its tests are skipped.
 */

const run = promisify(execFile);
/** A slow mirror is slow; a registry that cannot be reached should not hold a run for long. */
const TIMEOUT_MS = 240_000;

async function unpackFromDebian(name: string): Promise<void> {
  const folder = await mkdtemp(join(TOOLS_FOLDER, "download-"));
  try {
    const download = () => run("apt-get", ["download", name], { cwd: folder, timeout: TIMEOUT_MS });
    await download().catch(async (cause) => {
      if (process.getuid?.() !== 0) throw cause;
      await run("apt-get", ["update"], { timeout: TIMEOUT_MS });
      await download();
    });
    const [file] = await readdir(folder);
    await run("dpkg", ["--extract", join(folder, file!), join(TOOLS_FOLDER, "debian")]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Without scripts: what these packages would run only saves time later. */
async function installWrangler(): Promise<void> {
  await writeFile(join(TOOLS_FOLDER, "package.json"), '{ "private": true }\n');
  const tooOld = Number(process.versions.node.split(".")[0]) < WRANGLER_NODE_MAJOR;
  const packages = ["wrangler@4", ...(tooOld ? [`${NODE_PACKAGE}@24`] : [])];
  const options = ["--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"];
  await run(process.execPath, [findNpm(), "install", ...options, ...packages], {
    cwd: TOOLS_FOLDER,
    timeout: TIMEOUT_MS,
  });
}

async function provide(name: string, find: () => Promise<unknown>, get: () => Promise<void>): Promise<void> {
  let problem = "";
  if ((await find()) === undefined) {
    await get().catch((error) => {
      problem = String(error instanceof Error ? error.message : error).split("\n")[0]!;
    });
  }
  const there = (await find()) !== undefined;
  const words = there ? "is there" : `cannot be had, so its tests are skipped${problem === "" ? "" : ` (${problem})`}`;
  process.stdout.write(`${name} ${words}\n`);
}

await mkdir(TOOLS_FOLDER, { recursive: true });
for (const name of ["nginx", "caddy"])
  await provide(
    name,
    () => findProgram(name),
    () => unpackFromDebian(name),
  );
await provide("wrangler", findWrangler, installWrangler);
