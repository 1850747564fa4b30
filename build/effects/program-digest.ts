import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const PROGRAM = fileURLToPath(new URL("..", import.meta.url));
/** The versions of everything that it uses. */
const LOCK_FILE = join(PROGRAM, "../package-lock.json");

/** SHA-256 in hexadecimal of the program that runs: of its files, of the versions of its dependencies, and of Node's own. */
export function computeProgramDigest(root = PROGRAM, lockFile = LOCK_FILE): string {
  const hash = createHash("sha256").update(process.version);
  const paths = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
  for (const path of [...paths, ...(existsSync(lockFile) ? [lockFile] : [])]) {
    const body = readFileSync(path);
    hash.update(`\n${path.slice(root.length)} ${body.length}\n`).update(body);
  }
  return hash.digest("hex");
}
