import { rmdirSync } from "node:fs";
import { join } from "node:path";
import { codeOf } from "../../../lib/error-code.ts";
import { lockFile } from "../lock-file.ts";
import { openFolder } from "../output/open-folder.ts";

/** Locks a state folder. The release also removes a new folder that is still empty. */
export function lockFolder(folder: string): () => void {
  const isNew = openFolder("state", folder) !== undefined;
  const unlock = lockFile(join(folder, "lock"), `The state folder ${folder}`);
  return () => {
    unlock();
    if (isNew) removeEmpty(folder);
  };
}

function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch (error) {
    if (!["ENOTEMPTY", "EEXIST", "ENOENT"].includes(codeOf(error))) throw error;
  }
}
