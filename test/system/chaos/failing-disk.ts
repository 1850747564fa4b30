import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

/** Everything by which this program changes a disk. */
const CALLS = ["writeFileSync", "mkdirSync", "renameSync", "openSync", "fsyncSync"] as const;
const ASYNC_CALLS = ["open", "rename", "mkdir"] as const;

export interface FailingDisk {
  /** Calls that changed a disk since `fail` or `count`. */
  calls(): number;
  /** The n-th matching call, and with `lasting` every later one, fails with this code. */
  fail(at: number, code: string, lasting: boolean): void;
  /** Fails nothing, and counts. */
  count(): void;
  restore(): void;
}

/** Replaces the file system's functions in this process; `restore` undoes it. */
export function openFailingDisk(below: string): FailingDisk {
  let seen = 0;
  let failAt = Number.POSITIVE_INFINITY;
  let lasts = false;
  let failure = "EIO";
  const originals: (() => void)[] = [];

  function strike(name: string, target: unknown): void {
    // A file descriptor has no name: it belongs to the file opened below.
    if (typeof target === "string" && !target.startsWith(below)) return;
    seen += 1;
    if (seen === failAt || (lasts && seen > failAt)) {
      throw Object.assign(new Error(`${failure}: ${name} was made to fail`), { code: failure, syscall: name });
    }
  }

  for (const name of CALLS) {
    const original = fs[name] as (...args: unknown[]) => unknown;
    replace(fs, name, (...args: unknown[]) => {
      strike(name, args[0]);
      return original.apply(fs, args);
    });
  }
  for (const name of ASYNC_CALLS) {
    const original = fs.promises[name] as (...args: unknown[]) => Promise<unknown>;
    replace(fs.promises, name, async (...args: unknown[]) => {
      strike(name, args[0]);
      const opened = await original.apply(fs.promises, args);
      if (name === "open") watchHandle(opened as fs.promises.FileHandle, strike);
      return opened;
    });
  }
  syncBuiltinESMExports();

  function replace(owner: object, name: string, by: unknown): void {
    const holder = owner as Record<string, unknown>;
    const original = holder[name];
    originals.push(() => {
      holder[name] = original;
    });
    holder[name] = by;
  }

  const start = (at: number, code: string, lasting: boolean) => {
    [seen, failAt, failure, lasts] = [0, at, code, lasting];
  };
  return {
    calls: () => seen,
    fail: start,
    count: () => start(Number.POSITIVE_INFINITY, "EIO", false),
    restore() {
      for (const undo of originals) undo();
      syncBuiltinESMExports();
    },
  };
}

function watchHandle(handle: fs.promises.FileHandle, strike: (name: string, target: unknown) => void): void {
  const { writeFile, sync } = handle;
  handle.writeFile = async (...args: Parameters<typeof writeFile>) => {
    strike("write", undefined);
    return writeFile.apply(handle, args);
  };
  handle.sync = async () => {
    strike("fsync", undefined);
    return sync.apply(handle);
  };
}
