import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { TOOLS_FOLDER } from "./tools.ts";

const run = promisify(execFile);
/** Long enough for a slow mirror, and a limit for an unreachable one. */
export const PATIENCE_MS = 240_000;

/**
 * Installs a program if it is missing, and prints the result. Tests without their program are
 * skipped.
 */
export async function provide(name: string, find: () => Promise<unknown>, get: () => Promise<void>): Promise<void> {
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

/** Unpacks a package without installing it, so that no service starts. */
export async function unpackFromDebian(name: string): Promise<void> {
  const folder = await mkdtemp(join(TOOLS_FOLDER, "download-"));
  try {
    await withFreshLists(() => run("apt-get", ["download", name], { cwd: folder, timeout: PATIENCE_MS }));
    const [file] = await readdir(folder);
    await run("dpkg", ["--extract", join(folder, file!), join(TOOLS_FOLDER, "debian")]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** For packages with many dependencies. Needs root. */
export async function installFromDebian(name: string): Promise<void> {
  if (process.getuid?.() !== 0) throw new Error(`only root can install it: apt-get install ${name}`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const args = ["install", "--yes", "--no-install-recommends", name];
  await withFreshLists(() => run("apt-get", args, { timeout: 2 * PATIENCE_MS, env, maxBuffer: 64 * 1024 * 1024 }));
}

/** Updates the package lists if the first attempt fails. Needs root. */
async function withFreshLists(get: () => Promise<unknown>): Promise<void> {
  await get().catch(async (cause) => {
    if (process.getuid?.() !== 0) throw cause;
    await run("apt-get", ["update"], { timeout: PATIENCE_MS });
    await get();
  });
}
