import { execFile } from "node:child_process";
import { access, copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { computeSha256 } from "../../../build/lib/hash.ts";
import { findNpm, NODE_PACKAGE } from "../../system/hosts/tools.ts";

/** Programs stay installed between runs. `PROGRAMS_CACHE` names another folder. */
export const PROGRAMS_FOLDER =
  process.env["PROGRAMS_CACHE"] || new URL("../../../.cache/programs", import.meta.url).pathname;

/** Packages of one registry, with versions as its client writes them. */
export interface Program {
  /** The name of its folder in the cache, and in messages. */
  name: string;
  npm?: {
    packages?: readonly string[];
    /** A folder with `package.json` and its lock file, instead of packages. */
    locked?: string;
    /** The oldest Node that runs it. If this process is older, a Node is installed beside it. */
    nodeMajor?: number;
    /** Versions of indirect dependencies, where a registry lacks the exact one. */
    overrides?: Readonly<Record<string, string>>;
  };
  /** Unpacked with the dependencies that the machine lacks, and not set up: no service starts. */
  debian?: readonly string[];
  pip?: readonly string[];
}

export interface ProvidedProgram {
  /** `node_modules/`, `usr/bin/` and `bin/` below it, for npm, Debian and pip. */
  folder: string;
  /** The Node for the packages of npm. */
  node: string;
  /** Why the program cannot run here. Its tests are skipped. */
  missing: string | undefined;
}

const run = promisify(execFile);
/** Long enough for 500 MB from a slow mirror. */
const PATIENCE_MS = 900_000;
const STAMP = "installed.json";
const LOCK = "package-lock.json";
const NODE_MAJOR = Number(process.versions.node.split(".")[0]);
const LATEST_NODE = `${NODE_PACKAGE}@24`;

/**
 * Installs a program from its registry, unless the cache has it in the same versions. A program
 * that cannot be installed is `missing`; with `REQUIRE_PROGRAMS=true` it is an error.
 */
export async function provideProgram(
  program: Program,
  { root = PROGRAMS_FOLDER, required = process.env["REQUIRE_PROGRAMS"] === "true" } = {},
): Promise<ProvidedProgram> {
  const folder = join(root, program.name);
  const needsNode = NODE_MAJOR < (program.npm?.nodeMajor ?? 0);
  const node = needsNode ? join(folder, "node_modules", NODE_PACKAGE, "bin/node") : process.execPath;
  const lock = program.npm?.locked && computeSha256(await readFile(join(program.npm.locked, LOCK)));
  const wanted = `${JSON.stringify({ ...program, lock, node: needsNode ? LATEST_NODE : null })}\n`;
  const known = await readFile(join(folder, STAMP), "utf8").catch(() => "");
  if (known === wanted) return { folder, node, missing: undefined };
  try {
    await install(program, root, needsNode, wanted);
    return { folder, node, missing: undefined };
  } catch (error) {
    const missing = `${program.name} cannot be installed: ${findReason(error)}`;
    if (required) throw new Error(missing, { cause: error });
    process.stdout.write(`${missing}; its tests are skipped\n`);
    return { folder, node, missing };
  }
}

/** The folder appears complete or not at all, also if two test files install at once. */
async function install(program: Program, root: string, needsNode: boolean, stamp: string): Promise<void> {
  const folder = join(root, program.name);
  await mkdir(root, { recursive: true });
  const next = await mkdtemp(join(root, `.${program.name}-`));
  try {
    const { npm, debian, pip } = program;
    if (npm !== undefined) await installFromNpm(npm, next, needsNode);
    if (debian !== undefined) await unpackDebian(debian, next);
    // A virtual environment contains its own path: it is made where it stays.
    await rm(folder, { recursive: true, force: true });
    if (pip === undefined) await rename(next, folder);
    else await installFromPip(pip, folder);
    await writeFile(join(folder, STAMP), stamp);
  } finally {
    await rm(next, { recursive: true, force: true });
  }
}

async function installFromNpm(
  { packages = [], locked, overrides = {} }: NonNullable<Program["npm"]>,
  cwd: string,
  needsNode: boolean,
): Promise<void> {
  const options = ["--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"];
  const npm = (command: string, ...args: string[]) =>
    run(process.execPath, [findNpm(), command, ...options, ...args], { cwd, timeout: PATIENCE_MS });
  if (locked === undefined) await writeFile(join(cwd, "package.json"), JSON.stringify({ private: true, overrides }));
  else {
    for (const file of ["package.json", LOCK]) await copyFile(join(locked, file), join(cwd, file));
    await npm("ci");
  }
  const all = [...packages, ...(needsNode ? [LATEST_NODE] : [])];
  if (all.length > 0) await npm("install", ...all);
}

async function unpackDebian(packages: readonly string[], folder: string): Promise<void> {
  const download = async () => {
    const options = { cwd: folder, timeout: PATIENCE_MS };
    const plan = ["install", "--simulate", "--no-install-recommends", ...packages];
    const { stdout } = await run("apt-get", plan, options);
    const lacking = [...stdout.matchAll(/^Inst (\S+)/gm)].map(([, name = ""]) => name);
    await run("apt-get", ["download", ...new Set([...packages, ...lacking])], options);
  };
  await download().catch(async (cause) => {
    // An old list names packages that the mirror has replaced. Only root can renew it.
    if (process.getuid?.() === 0) await run("apt-get", ["update"], { timeout: PATIENCE_MS });
    else if (process.env["CI"] === "true") await run("sudo", ["-n", "apt-get", "update"], { timeout: PATIENCE_MS });
    else throw cause;
    await download();
  });
  for (const file of (await readdir(folder)).filter((name) => name.endsWith(".deb"))) {
    await run("dpkg", ["--extract", join(folder, file), folder]);
    await rm(join(folder, file));
  }
}

async function installFromPip(packages: readonly string[], folder: string): Promise<void> {
  await run("python3", ["-m", "venv", folder], { timeout: PATIENCE_MS });
  const options = ["--quiet", "--disable-pip-version-check", "--retries=1", "--timeout=20"];
  await run(join(folder, "bin/pip"), ["install", ...options, ...packages], { timeout: PATIENCE_MS });
  await access(join(folder, "bin"));
}

function findReason(error: unknown): string {
  const said = error instanceof Error && "stderr" in error ? String(error.stderr) : String(error);
  const lines = said.split("\n").filter((line) => line.trim() !== "" && !/^(?:npm warn|WARNING:)/.test(line));
  return (lines.find((line) => !/^npm error (?:code|syscall|path|errno)/.test(line)) ?? "no reason given").trim();
}
