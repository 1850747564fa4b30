import { readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { codeOf } from "../../lib/error-code.ts";
import { OperationalError } from "../../lib/operational-error.ts";
import { SECOND_MS } from "../../lib/time.ts";
import { nameFailedFile } from "./output/replace-file.ts";
import { isRunning, nameProcess, type ProcessName } from "./terminal/running-process.ts";

interface Holder extends ProcessName {
  /** The name of the machine or container; `null` in locks of earlier versions. */
  host: string | null;
}

const RENEWAL_MS = 10 * SECOND_MS;
/** A build that computes for longer without a pause could lose its lock to another container. */
const FRESH_MS = 60 * SECOND_MS;

/**
 * Makes a lock file against other processes, also of other containers. Returns the release. Takes
 * over the lock of a process that has ended. Throws an `OperationalError` when another process has
 * it. `what`: what is locked, as the subject of that message.
 */
export function lockFile(path: string, what: string): () => void {
  const own = JSON.stringify({ ...nameProcess(process.pid), host: hostname() });
  if (!createLock(path, own)) {
    const content = readLock(path);
    const holder = parseHolder(content);
    if (holder !== undefined && isHeld(holder, path)) throw inUse(what, holder);
    moveAway(path, content);
    if (!createLock(path, own)) throw inUse(what, parseHolder(readLock(path)));
  }
  const renewal = setInterval(() => renew(path, own), RENEWAL_MS).unref();
  return () => {
    clearInterval(renewal);
    if (readLock(path) === own) rmSync(path, { force: true });
  };
}

/** The processes of another container cannot be seen here: its lock counts while it is renewed. */
function isHeld(holder: Holder, path: string): boolean {
  if (holder.host === null || holder.host === hostname()) return isRunning(holder);
  const renewedMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  return renewedMs !== undefined && Math.abs(Date.now() - renewedMs) < FRESH_MS;
}

function renew(path: string, own: string): void {
  try {
    if (readLock(path) === own) utimesSync(path, new Date(), new Date());
  } catch {
    // The folder is gone, or cannot be written: the build itself says so.
  }
}

/** `false` when there is a lock already. Of several processes, exactly one succeeds. */
function createLock(path: string, content: string): boolean {
  try {
    writeFileSync(path, content, { flag: "wx" });
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
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
    if (codeOf(error) === "ENOENT") return;
    throw error;
  }
  const moved = readLock(aside);
  rmSync(aside, { force: true });
  if (moved !== undefined && moved !== stale) createLock(path, moved);
}

function readLock(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

function parseHolder(content: string | undefined): Holder | undefined {
  const match = content?.match(/^\{"pid":(\d+),"start":(?:"(\d+)"|null)(?:,"host":"([^"\\]+)")?\}$/);
  return match ? { pid: Number(match[1]), start: match[2] ?? null, host: match[3] ?? null } : undefined;
}

function inUse(what: string, holder: Holder | undefined): OperationalError {
  const isElsewhere = holder !== undefined && holder.host !== null && holder.host !== hostname();
  const who = holder === undefined ? "another process" : `process ${holder.pid}`;
  const where = isElsewhere ? ` on ${holder.host}` : "";
  const rest = isElsewhere ? ` If it was killed, its lock ends ${FRESH_MS / SECOND_MS} seconds later.` : "";
  return new OperationalError(`${what} is in use by ${who}${where}: wait until it has ended, or stop it.${rest}`);
}
