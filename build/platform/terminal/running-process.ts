import { readFileSync } from "node:fs";

/** A process as a file can name it. */
export interface ProcessName {
  pid: number;
  /** When it started, in the system's own ticks; `null` where the system does not tell. */
  start: string | null;
}

/** Process ids are used again (in containers nearly always), so its start is part of a process's name where it is known. */
export function nameProcess(pid: number): ProcessName {
  return { pid, start: findStart(pid) };
}

export function isRunning({ pid, start }: ProcessName): boolean {
  // `kill(0)` and negative numbers mean groups of processes.
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // Not permitted: it exists and belongs to somebody else.
    if (!(error instanceof Error && "code" in error && error.code === "EPERM")) return false;
  }
  const current = findStart(pid);
  return start === null || current === null || start === current;
}

/** Field 22 of `/proc/<pid>/stat` (Linux, proc(5)); the second field may hold spaces, and ends with the last parenthesis. */
function findStart(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? null;
  } catch {
    return null;
  }
}
