import { readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { OperationalError } from "../../../lib/operational-error.ts";
import { openFolder } from "../output/open-folder.ts";
import { nameFailedFile } from "../output/replace-file.ts";
import { isRunning, nameProcess, type ProcessName } from "../terminal/running-process.ts";

/**
 * Locks a state folder against other processes of this machine. Returns the release, which also
 * removes a new folder that is still empty. Takes over the lock of a process that has ended. Throws
 * an `OperationalError` when the folder is in use.
 */
export function lockFolder(folder: string): () => void {
  const isNew = openFolder("state", folder) !== undefined;
  const path = join(folder, "lock");
  const own = JSON.stringify(nameProcess(process.pid));
  if (!createLock(path, own)) {
    const content = readLock(path);
    const holder = parseHolder(content);
    if (holder !== undefined && isRunning(holder)) throw inUse(folder, holder);
    moveAway(path, content);
    if (!createLock(path, own)) throw inUse(folder, parseHolder(readLock(path)));
  }
  return () => {
    if (readLock(path) === own) rmSync(path, { force: true });
    if (isNew) removeEmpty(folder);
  };
}

function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch (error) {
    if (!["ENOTEMPTY", "EEXIST", "ENOENT"].some((code) => hasCode(error, code))) throw error;
  }
}

/** `false` when there is a lock already. Of several processes, exactly one succeeds. */
function createLock(path: string, content: string): boolean {
  try {
    writeFileSync(path, content, { flag: "wx" });
    return true;
  } catch (error) {
    if (hasCode(error, "EEXIST")) return false;
    // On a full disk the file exists without content.
    rmSync(path, { force: true });
    throw nameFailedFile(error, path);
  }
}

/**
 * Removes a stale lock. Renames it first, which only one process can do: two processes that saw the
 * same stale lock must not remove each other's new one. A newer lock is put back.
 */
function moveAway(path: string, stale: string | undefined): void {
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    // Another process was faster, or the holder released it.
    if (hasCode(error, "ENOENT")) return;
    throw error;
  }
  const moved = readLock(aside);
  rmSync(aside, { force: true });
  if (moved !== undefined && moved !== stale) createLock(path, moved);
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}

function readLock(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

function parseHolder(content: string | undefined): ProcessName | undefined {
  const match = content?.match(/^\{"pid":(\d+),"start":(?:"(\d+)"|null)\}$/);
  return match ? { pid: Number(match[1]), start: match[2] ?? null } : undefined;
}

function inUse(folder: string, holder: ProcessName | undefined): OperationalError {
  const who = holder === undefined ? "another process" : `process ${holder.pid}`;
  return new OperationalError(`The state folder ${folder} is in use by ${who}: wait until it has ended, or stop it.`);
}
