import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isRunning } from "../terminal/running-process.ts";

/**
 * Removes files and folders that killed processes left: those whose name is `head`, the id of a
 * process that does not run any more, and `tail`.
 */
export function removeLeftovers(folder: string, head: string, tail: string): void {
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(head) || !name.endsWith(tail)) continue;
    const pid = name.slice(head.length, -tail.length);
    // The own process id is a leftover too: in a container every run has the same one.
    if (!/^\d+$/.test(pid) || (Number(pid) !== process.pid && isRunning({ pid: Number(pid), start: null }))) continue;
    rmSync(join(folder, name), { recursive: true, force: true });
  }
}
