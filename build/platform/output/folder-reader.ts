import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { OperationalError } from "../../lib/operational-error.ts";

/** Error codes for: there is no file of this name. */
const ABSENT: ReadonlySet<string | undefined> = new Set(["ENOENT", "ENOTDIR", "EISDIR", "ENAMETOOLONG"]);

/** Reads files below a folder by their `/`-separated path; `undefined` if there is none. */
export function createFolderReader(folder: string): (path: string) => Promise<Uint8Array | undefined> {
  return (path) =>
    readFile(join(folder, path)).catch((error: NodeJS.ErrnoException) => {
      if (ABSENT.has(error.code)) return undefined;
      throw error;
    });
}

/** Every file below a folder, `/`-separated, without those below `.git/`. */
export async function listFolder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((cause) => {
    throw new OperationalError(`${folder} cannot be read: name the folder of a published site.`, { cause });
  });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .filter((path) => !path.startsWith(".git/"));
}
