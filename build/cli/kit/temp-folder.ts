import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describeError, OperationalError } from "../../lib/operational-error.ts";

/** A new folder for temporary files. Throws an `OperationalError` if there can be none. */
export function makeTempFolder(use: string): string {
  try {
    return mkdtempSync(join(tmpdir(), `open-crypto-data-${use}-`));
  } catch (cause) {
    throw new OperationalError(
      `The folder for temporary files, ${tmpdir()}, cannot be written (${describeError(cause)}). Set TMPDIR to a folder with room.`,
      { cause },
    );
  }
}
