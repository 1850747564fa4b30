import { access, constants } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";

/** Where `install.ts` puts what the machine lacks: outside of the project, so that it is no dependency of it. */
export const TOOLS_FOLDER = join(tmpdir(), "open-crypto-data-tools");

/** The least Node that wrangler runs on, newer than the project's own floor. */
export const WRANGLER_NODE_MAJOR = 22;

export const WRANGLER_HINT =
  "wrangler is missing: npm run test:hosts installs it where the npm registry can be reached";

/** A program of the machine, or of a Debian package that was unpacked; `undefined` where there is neither. */
export async function findProgram(name: string): Promise<string | undefined> {
  const folders = [
    ...(process.env["PATH"] ?? "").split(delimiter),
    "/usr/sbin",
    join(TOOLS_FOLDER, "debian/usr/sbin"),
    join(TOOLS_FOLDER, "debian/usr/bin"),
    join(TOOLS_FOLDER, "python/bin"),
  ];
  for (const folder of folders.filter((one) => one !== "")) {
    if (await isThere(join(folder, name), constants.X_OK)) return join(folder, name);
  }
  return undefined;
}

/** The npm package that holds a Node for this machine, as it is called by the maintainers of the package `node`. */
export const NODE_PACKAGE = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;

/** A Node that is new enough for wrangler, and wrangler. */
export async function findWrangler(): Promise<{ node: string; script: string } | undefined> {
  const modules = join(TOOLS_FOLDER, "node_modules");
  const script = join(modules, "wrangler/bin/wrangler.js");
  if (!(await isThere(script, constants.R_OK))) return undefined;
  if (Number(process.versions.node.split(".")[0]) >= WRANGLER_NODE_MAJOR) return { node: process.execPath, script };
  const node = join(modules, NODE_PACKAGE, "bin/node");
  return (await isThere(node, constants.X_OK)) ? { node, script } : undefined;
}

/** The load generator's server of comparison, and the like: one sentence that says what is missing, or nothing. */
export async function explainMissing(name: string): Promise<string | undefined> {
  if ((await findProgram(name)) !== undefined) return undefined;
  return `${name} is missing: npm run test:hosts unpacks it where Debian's packages can be reached`;
}

/** npm's own program beside the Node that runs, so that no shell has to be found. */
export function findNpm(): string {
  const beside = join(dirname(process.execPath), "../lib/node_modules/npm/bin/npm-cli.js");
  return process.env["npm_execpath"] ?? createRequire(import.meta.url).resolve(beside);
}

async function isThere(path: string, mode: number): Promise<boolean> {
  return access(path, mode).then(
    () => true,
    () => false,
  );
}
