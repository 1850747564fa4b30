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
 * Explains a full disk and what to do; `undefined` for other errors. The site is staged, so it is
 * unchanged. The state is whole, but a build commits it more than once: it may have gained the
 * responses and the points of this build. Names the folder of the build that holds the file.
 * `isPublished`: the new site was in place before the disk was full.
 */
export function explainFullDisk(
  error: unknown,
  folders: Folders = {},
  isPublished = false,
): OperationalError | undefined {
  let current = error;
  for (let depth = 0; depth < MAX_CAUSES && current instanceof Error; depth += 1) {
    const { code, path } = current as NodeJS.ErrnoException;
    const what = code === undefined ? undefined : CAUSES[code];
    if (what !== undefined) return new OperationalError(renderAdvice(what, renderPlace(path, folders), isPublished));
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

function renderAdvice(what: string, where: string, isPublished: boolean): string {
  const site = isPublished ? "The new site was published" : "Nothing was published, and the site is unchanged";
  const state = "The state is complete and keeps what was stored before the disk was full";
  const room = "during a build the old and the new site exist side by side; npm run doctor shows the size";
  return `${what}${where}. ${site}. ${state}. Make room (${room}), or choose other folders with --out and --state, and build again.`;
}
