import { readFileSync } from "node:fs";
import { codeOf } from "../../../lib/error-code.ts";

/** A process, as stored in a lock file. */
export interface ProcessName {
  pid: number;
  /** Start time in system ticks; `null` if unknown. */
  start: string | null;
}

/** Process ids are reused, especially in containers: the start time identifies a process. */
export function nameProcess(pid: number): ProcessName {
  return { pid, start: findStart(pid) };
}

/** Whether the very process still runs, not another one with its id. */
export function isRunning({ pid, start }: ProcessName): boolean {
  // `kill(0)` and negative ids address process groups.
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // Not permitted: the process exists and belongs to another user.
    if (codeOf(error) !== "EPERM") return false;
  }
  const current = findStart(pid);
  return start === null || current === null || start === current;
}

/**
 * Field 22 of `/proc/<pid>/stat` (Linux, proc(5)). The second field may contain spaces and ends
 * with the last parenthesis.
 */
function findStart(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? null;
  } catch {
    return null;
  }
}
