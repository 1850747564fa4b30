import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";

/** Ends the name of a file that is being written. */
export const UNFINISHED = ".tmp";

/** Writes a file so that a crash at any moment leaves the old one or the new one, whole. */
export async function replaceFile(path: string, body: string | Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeThenRename(path, `${path}${UNFINISHED}`, body);
  await syncFolder(dirname(path));
}

/** The name `path` never has a part of the content. Makes no folder. */
export async function writeThenRename(path: string, unfinished: string, body: string | Uint8Array): Promise<void> {
  try {
    const handle = await open(unfinished, "w");
    try {
      await handle.writeFile(body);
      // Otherwise the name could outlive its content after a power cut.
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true }).catch(() => undefined);
    throw nameFailedFile(error, path);
  }
}

/** Adds the path of the file to a system error: errors of writes do not name it. */
export function nameFailedFile(error: unknown, path: string): unknown {
  return error instanceof Error && !("path" in error) ? Object.assign(error, { path }) : error;
}

/**
 * Makes names survive a loss of power; Windows needs no call. Permissions refuse `fsync` of a
 * number.
 */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
