import { rmdirSync } from "node:fs";
import { join } from "node:path";
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
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (!["ENOTEMPTY", "EEXIST", "ENOENT"].includes(code)) throw error;
  }
}
