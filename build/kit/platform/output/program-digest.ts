import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const PROJECT = fileURLToPath(new URL("../../../..", import.meta.url));

/**
 * SHA-256 of the program's files, its lock file, and the version of Node. The files are those of
 * the folders that its package consists of: pages are made by templates. `undefined` when a file
 * changed after `sinceMs`, the start of this process, or cannot be read.
 */
export function computeProgramDigest(root = PROJECT, sinceMs = performance.timeOrigin): string | undefined {
  const hash = createHash("sha256").update(process.version);
  try {
    const { files: folders } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { files: string[] };
    const lockFile = join(root, "package-lock.json");
    const paths = folders.flatMap((name) => listFiles(join(root, name)));
    for (const path of existsSync(lockFile) ? [...paths, lockFile] : paths) {
      if (statSync(path).ctimeMs > sinceMs) return undefined;
      const body = readFileSync(path);
      hash.update(`\n${path.slice(root.length)} ${body.length}\n`).update(body);
    }
  } catch {
    return undefined;
  }
  return hash.digest("hex");
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
}
