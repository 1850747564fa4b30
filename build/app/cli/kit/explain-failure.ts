import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { type FolderUse, findRealPath, isWithin } from "../../../kit/platform/output/open-folder.ts";
import { OperationalError, renderError } from "../../../lib/operational-error.ts";
import { isInTempFolder, TEMP_ADVICE } from "./temp-folder.ts";

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
 * Explains a full disk and what to do; `undefined` for other errors. `folders`: those of a build,
 * none for other commands. Its site is staged, so it is unchanged. Its state is whole, but a build
 * commits it more than once: it may have gained the responses and the points of this build.
 * `isPublished`: the new site was in place before the disk was full.
 */
export function explainFullDisk(
  error: unknown,
  folders: Folders = {},
  isPublished = false,
): OperationalError | undefined {
  let current: unknown = error;
  for (let depth = 0; depth < MAX_CAUSES && current instanceof Error; depth += 1) {
    const { code, path }: NodeJS.ErrnoException = current;
    const what = code === undefined ? undefined : CAUSES[code];
    if (what !== undefined) return new OperationalError(renderAdvice(what, path, folders, isPublished));
    current = current.cause;
  }
  return undefined;
}

function findUse(file: string, folders: Folders): string | undefined {
  return Object.entries(folders)
    .map(([use, folder]) => ({ use, folder, root: findRealPath(folder) }))
    .filter(
      // The new tree is staged beside the old one.
      ({ root }) => isWithin(file, root) || file.startsWith(join(dirname(root), `.${basename(root)}-`)),
    )
    .map(({ use, folder }) => `the ${use} folder ${folder}`)[0];
}

function renderAdvice(what: string, path: string | undefined, folders: Folders, isPublished: boolean): string {
  const file = path === undefined ? "" : findRealPath(path);
  const use = findUse(file, folders);
  if (use === undefined && isInTempFolder(file))
    return `${what} where the folder for temporary files, ${tmpdir()}, lies. ${TEMP_ADVICE}`;
  const place = path === undefined ? "" : `, at ${path}`;
  const where = use === undefined ? place : ` where ${use} lies`;
  // Only a build names its folders.
  if (Object.keys(folders).length === 0) return `${what}${where}. Make room, and run the command again.`;
  const site = isPublished ? "The new site was published" : "Nothing was published, and the site is unchanged";
  const state = "The state is complete and keeps what was stored before the disk was full";
  const room = "during a build the old and the new site exist side by side; npm run doctor shows the size";
  return `${what}${where}. ${site}. ${state}. Make room (${room}), or choose other folders with ${nameFlags(folders)}, and build again.`;
}

const FLAGS: Readonly<Record<FolderUse, string>> = { output: "--out", state: "--state", recording: "--record" };

/** `--out, --state and --record`: the flags of the folders of a build. */
function nameFlags(folders: Folders): string {
  const flags = Object.entries(FLAGS).flatMap(([use, flag]) => (Object.hasOwn(folders, use) ? [flag] : []));
  return flags.join(", ").replace(/, ([^,]*)$/, " and $1");
}
