import { access, constants } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";

/** Where `install.ts` installs missing programs, outside of the project, for later runs too. */
export const TOOLS_FOLDER = process.env["TOOLS_FOLDER"] ?? join(tmpdir(), "open-crypto-data-tools");

/** wrangler needs a newer Node than the project. */
export const WRANGLER_NODE_MAJOR = 22;

export const WRANGLER_HINT =
  "wrangler is missing: npm run test:hosts installs it where the npm registry can be reached";

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

export const NODE_PACKAGE = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;

export async function findWrangler(): Promise<{ node: string; script: string } | undefined> {
  const modules = join(TOOLS_FOLDER, "node_modules");
  const script = join(modules, "wrangler/bin/wrangler.js");
  if (!(await isThere(script, constants.R_OK))) return undefined;
  if (Number(process.versions.node.split(".")[0]) >= WRANGLER_NODE_MAJOR) return { node: process.execPath, script };
  const node = join(modules, NODE_PACKAGE, "bin/node");
  return (await isThere(node, constants.X_OK)) ? { node, script } : undefined;
}

/** A sentence if the program is missing, otherwise `undefined`. */
export async function explainMissing(name: string): Promise<string | undefined> {
  if ((await findProgram(name)) !== undefined) return undefined;
  return `${name} is missing: npm run test:hosts unpacks it where Debian's packages can be reached`;
}

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
