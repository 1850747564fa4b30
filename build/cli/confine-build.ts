import { readFileSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { chooseStateFolder, listCopies } from "../config.ts";
import { isRunByNpm } from "../environment.ts";
import { OperationalError } from "../lib/operational-error.ts";
import { type FolderUse, findRealPath, makeFolder, refuseOverlap } from "../platform/output/open-folder.ts";
import { bundlePrograms, type Programs } from "../serve/bundle.ts";
import { loadOwnConfig } from "./kit/find-site-address.ts";
import { makeTempFolder } from "./kit/temp-folder.ts";
import { dropOption, startProgram, waitForInterrupt } from "./processes.ts";

export interface ConfinedFlags {
  out?: string;
  state?: string;
  record?: string;
  sample?: boolean;
  homepage?: string | null;
  baseUrl?: string | null;
  mirrorUrl?: string | null;
}

/**
 * Permissions of a confined build: read everything, write to its own folders and to the staging
 * folders beside them, start no programs, threads or add-ons. The folders must be real paths.
 */
export function listPermissions(out: string, others: readonly string[]): string[] {
  const own = [out, ...others].flatMap((folder) => [folder, join(folder, "*")]);
  const beside = join(dirname(out), `.${basename(out)}-*`);
  return ["--permission", "--allow-fs-read=*", ...[...own, beside].map((path) => `--allow-fs-write=${path}`)];
}

/**
 * Runs this build in a process that may only write to `--out`, `--state` and `--record`, and
 * cannot start programs. The bundler is a program, so it runs first. Throws an `OperationalError`
 * if this Node has no permission model.
 */
export async function confineThisBuild(flags: ConfinedFlags): Promise<void> {
  // Node runs TypeScript without tsx from 22.18 and 24 on.
  if (!process.allowedNodeEnvironmentFlags.has("--permission") || !("typescript" in process.features)) {
    throw new OperationalError(`Node ${process.versions.node} cannot confine a build: it takes Node 24 or later.`);
  }
  const { config } = loadOwnConfig({
    ...(flags.out && { out: flags.out }),
    ...(flags.homepage && { homepage: flags.homepage }),
    ...(flags.baseUrl && { baseUrl: flags.baseUrl }),
    ...(flags.mirrorUrl && { mirrorUrl: flags.mirrorUrl }),
  });
  const state = chooseStateFolder(config, flags.state, flags.sample === true ? "sample" : "live");
  const { record } = flags;
  refuseOverlap({ output: config.out, state, ...(record !== undefined && { recording: record }) });
  const scratch = makeTempFolder("programs");
  const interrupted = waitForInterrupt({ followsParent: isRunByNpm() });
  try {
    const programs = join(scratch, "programs.json");
    await writeFile(programs, JSON.stringify(await bundlePrograms(listCopies(config))));
    const others = [makeReal("state", state), ...(record === undefined ? [] : [makeReal("recording", record)])];
    const permissions = listPermissions(makeReal("output", config.out), others);
    const args = [...dropOption(process.argv.slice(2), "--confined", true), "--programs", programs];
    // Git is a program too: find the origin first.
    if (config.homepage !== null) args.push("--homepage", config.homepage);
    const build = startProgram([...permissions, "--disable-warning=ExperimentalWarning"], args);
    interrupted.then(build.stop);
    process.exitCode = (await build.ended) ?? 1;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** In the confined process: the programs that the process before it bundled. */
export function readPrograms(file: string): Programs {
  return JSON.parse(readFileSync(file, "utf8")) as Programs;
}

/** Real path of a folder. Creates its parents, because the confined process may not. */
function makeReal(use: FolderUse, folder: string): string {
  makeFolder(use, folder, dirname(resolve(folder)));
  return findRealPath(folder);
}
