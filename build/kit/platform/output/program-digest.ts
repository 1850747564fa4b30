import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const PROGRAM = fileURLToPath(new URL("../../..", import.meta.url));
const LOCK_FILE = join(PROGRAM, "../package-lock.json");

/**
 * SHA-256 of the program's files, its lock file, and the version of Node. `undefined` when a file
 * changed after `sinceMs`, the start of this process.
 */
export function computeProgramDigest(
  root = PROGRAM,
  lockFile = LOCK_FILE,
  sinceMs = performance.timeOrigin,
): string | undefined {
  const hash = createHash("sha256").update(process.version);
  const paths = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
  for (const path of [...paths, ...(existsSync(lockFile) ? [lockFile] : [])]) {
    if (statSync(path).ctimeMs > sinceMs) return undefined;
    const body = readFileSync(path);
    hash.update(`\n${path.slice(root.length)} ${body.length}\n`).update(body);
  }
  return hash.digest("hex");
}
