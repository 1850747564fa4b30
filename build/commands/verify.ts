import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { OperationalError } from "../lib/operational-error.ts";
import { verifyTree } from "../writers/verify.ts";

/** Problems printed at most; the rest is counted. */
const SHOWN = 50;
/** How a file system says that there is no file of this name. */
const ABSENT: ReadonlySet<string | undefined> = new Set(["ENOENT", "ENOTDIR", "EISDIR", "ENAMETOOLONG"]);

/** `npm run verify`: checks a published folder as a stranger would. Fails with the list of what does not hold. */
export async function verifyCommand(folder: string): Promise<void> {
  const read = (path: string): Promise<Uint8Array | undefined> =>
    readFile(join(folder, path)).catch((error: NodeJS.ErrnoException) => {
      if (ABSENT.has(error.code)) return undefined;
      throw error;
    });
  const { files, checks, problems } = await verifyTree(read, () => listFiles(folder));
  if (problems.length > 0) {
    const more = problems.length > SHOWN ? `\n  … and ${problems.length - SHOWN} more` : "";
    const list = problems.slice(0, SHOWN).map((problem) => `\n  ${problem}`);
    throw new OperationalError(
      `${folder} does not hold up, ${problems.length} ${problems.length === 1 ? "problem" : "problems"}:${list.join("")}${more}`,
    );
  }
  process.stdout.write(`${folder}: ${files} files verified, ${checks} checks passed, 0 failed\n`);
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((cause) => {
    throw new OperationalError(`${folder} cannot be read: name the folder of a published site.`, { cause });
  });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"));
}
