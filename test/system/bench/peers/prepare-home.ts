import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { findNpm } from "../../hosts/tools.ts";
import { type Contestant, locate, type Places } from "./contestant.ts";

const run = promisify(execFile);
/** A slow mirror is slow; a registry that cannot be reached should not hold a run for long. */
const TIMEOUT_MS = 300_000;
const MODULES = "node_modules";

/**
 * Copies a peer's project to its home, where it stands as if it were new, and installs what it
 * needs, unless that is there from an earlier run. Rejects with a sentence when it cannot be had.
 */
export async function prepareHome({ id, install }: Contestant, { input, home }: Places): Promise<void> {
  mkdirSync(home, { recursive: true });
  for (const name of readdirSync(home))
    if (name !== MODULES) rmSync(join(home, name), { recursive: true, force: true });
  const project = locate(`projects/${id}`);
  if (existsSync(project)) cpSync(project, home, { recursive: true });
  // Hugo reads nothing outside of its folder.
  symlinkSync(input, join(home, "input"), "junction");
  if (install === "npm") await installPackages(home);
  if (install === "debian") await installFromDebian(id);
}

/** Without scripts: what these packages would run only saves time later. */
async function installPackages(home: string): Promise<void> {
  const wanted = readFileSync(join(home, "package.json"), "utf8");
  const stamp = join(home, MODULES, ".wanted.json");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  const options = ["--no-audit", "--no-fund", "--ignore-scripts", "--no-package-lock", "--loglevel=error"];
  await run(process.execPath, [findNpm(), "install", ...options], { cwd: home, timeout: TIMEOUT_MS });
  writeFileSync(stamp, wanted);
}

async function installFromDebian(name: string): Promise<void> {
  const isThere = () =>
    run(name, ["version"]).then(
      () => true,
      () => false,
    );
  if (await isThere()) return;
  const options = ["install", "--yes", "--no-install-recommends", name];
  await run("apt-get", options, { timeout: TIMEOUT_MS, env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } });
  if (!(await isThere())) throw new Error(`apt-get has installed ${name}, and it does not run`);
}
