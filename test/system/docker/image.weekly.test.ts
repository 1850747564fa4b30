import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, it } from "vitest";
import { listCopied } from "./read-compose.ts";

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, "../../..");
const folder = mkdtempSync(join(tmpdir(), "image-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The top-level packages that `npm ci --omit=dev` installs, from the lock file. */
function listPackages(): string[] {
  const { packages } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")) as {
    packages: Record<string, { dev?: boolean; devOptional?: boolean; optional?: boolean }>;
  };
  return Object.entries(packages)
    .filter(([path, { dev, devOptional }]) => /^node_modules\/(?:@[^/]+\/)?[^/]+$/.test(path) && !dev && !devOptional)
    .map(([path]) => path);
}

it("the files of the image are enough to build, verify and check a site", async () => {
  const app = join(folder, "app");
  for (const path of listCopied()) cpSync(join(ROOT, path), join(app, path), { recursive: true });
  for (const path of listPackages()) {
    mkdirSync(dirname(join(app, path)), { recursive: true });
    // Hard links are fast. Packages for other platforms are missing.
    await run("cp", ["-al", join(ROOT, path), join(app, path)]).catch(() => undefined);
  }
  const start = (...args: string[]) => run(process.execPath, ["build/bin/open-crypto-data.cjs", ...args], { cwd: app });
  const out = join(folder, "data/site");
  const state = join(folder, "data/state");
  await start("build", "--sample", "--coins", "12", "--site-host", "none", "--out", out, "--state", state);
  expect((await start("verify", out)).stdout).toContain(" 0 failed");
  expect((await start("doctor", "--offline", "--out", out)).stdout).toContain("there is no workflow here");
}, 240_000);
