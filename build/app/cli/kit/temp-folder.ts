import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findRealPath } from "../../../kit/platform/output/open-folder.ts";
import { describeError, OperationalError } from "../../../lib/operational-error.ts";

const NAME = "open-crypto-data-";

/** Ends a message about a temporary folder without room. */
export const TEMP_ADVICE = "Set TMPDIR to a folder with room: mkdir -p ~/tmp && export TMPDIR=~/tmp";

/** A new folder for temporary files. Throws an `OperationalError` if there can be none. */
export function makeTempFolder(use: string): string {
  try {
    return mkdtempSync(join(tmpdir(), `${NAME}${use}-`));
  } catch (cause) {
    throw new OperationalError(
      `The folder for temporary files, ${tmpdir()}, cannot be written (${describeError(cause)}). ${TEMP_ADVICE}`,
      { cause },
    );
  }
}

/** Whether a file lies in a folder of `makeTempFolder`. */
export function isInTempFolder(file: string): boolean {
  return file.startsWith(join(findRealPath(tmpdir()), NAME));
}
