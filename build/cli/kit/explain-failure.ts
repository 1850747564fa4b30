import { basename, dirname, join } from "node:path";
import { OperationalError, renderError } from "../../lib/operational-error.ts";
import { type FolderUse, findRealPath, isWithin } from "../../platform/output/open-folder.ts";

/** The lines of a failure: an expected one as message and details, a defect with its stack. */
export function explainFailure(thrown: unknown): string[] {
  return renderError(explainFullDisk(thrown) ?? thrown);
}

/** Error codes of a disk that cannot store more. */
const CAUSES: Readonly<Record<string, string>> = {
  ENOSPC: "The disk is full",
  EDQUOT: "The disk quota is used up",
};

type Folders = Readonly<Partial<Record<FolderUse, string>>>;

/** Deeper causes are details. */
const MAX_CAUSES = 8;

/**
 * Explains a full disk and what to do; `undefined` for other errors. Builds are staged, so the
 * site and the state are unchanged. Names the folder of the build that holds the file.
 */
export function explainFullDisk(error: unknown, folders: Folders = {}): OperationalError | undefined {
  let current = error;
  for (let depth = 0; depth < MAX_CAUSES && current instanceof Error; depth += 1) {
    const { code, path } = current as NodeJS.ErrnoException;
    const what = code === undefined ? undefined : CAUSES[code];
    if (what !== undefined) return new OperationalError(renderAdvice(what, renderPlace(path, folders)));
    current = current.cause;
  }
  return undefined;
}

function renderPlace(path: string | undefined, folders: Folders): string {
  if (path === undefined) return "";
  const file = findRealPath(path);
  for (const [use, folder] of Object.entries(folders)) {
    const root = findRealPath(folder);
    // The new tree is staged beside the old one.
    if (isWithin(file, root) || file.startsWith(join(dirname(root), `.${basename(root)}-`)))
      return ` where the ${use} folder ${folder} lies`;
  }
  return `, at ${path}`;
}

function renderAdvice(what: string, where: string): string {
  return (
    `${what}${where}. Nothing was published; the site and the state are unchanged. Make room (during a build ` +
    "the old and the new site exist side by side; npm run doctor shows the size), or choose other folders with --out " +
    "and --state, and build again."
  );
}
