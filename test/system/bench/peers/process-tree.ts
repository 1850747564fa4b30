import { readdirSync, readFileSync } from "node:fs";

/**
 * Between two looks. What happens between the last look and the end is not seen: a tenth of a
 * second at most.
 */
const LOOK_MS = 100;
/** The unit of `/proc/<pid>/stat`, the same on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;
const KILOBYTE = 1024;

export interface TreeUsage {
  /**
   * The highest sum of the resident sets of a process and all its descendants at one time. What
   * they share counts for each.
   */
  peakBytes: number;
  cpuSeconds: number;
}

/**
 * Looks again and again at a process and its descendants, by Linux' `/proc`; elsewhere both figures
 * are NaN.
 */
export function watchProcessTree(root: number | undefined): { stop(): TreeUsage } {
  if (root === undefined || process.platform !== "linux")
    return { stop: () => ({ peakBytes: Number.NaN, cpuSeconds: Number.NaN }) };
  let peakBytes = 0;
  const ticks = new Map<number, number>();
  const look = () => {
    let bytes = 0;
    for (const pid of listTree(root)) {
      bytes += readResidentBytes(pid);
      ticks.set(pid, Math.max(ticks.get(pid) ?? 0, readTicks(pid)));
    }
    peakBytes = Math.max(peakBytes, bytes);
  };
  const timer = setInterval(look, LOOK_MS);
  return {
    stop() {
      clearInterval(timer);
      return { peakBytes, cpuSeconds: [...ticks.values()].reduce((sum, own) => sum + own, 0) / TICKS_PER_SECOND };
    },
  };
}

function listTree(pid: number): number[] {
  return [pid, ...listChildren(pid).flatMap(listTree)];
}

/** Children are kept by the thread that began them. */
function listChildren(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readProc(`${pid}/task/${thread}/children`).split(" ").filter(Boolean).map(Number),
    );
  } catch {
    return [];
  }
}

function readResidentBytes(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readProc(`${pid}/status`))?.[1] ?? 0) * KILOBYTE;
}

/**
 * User and system time, the 14th and 15th field; the second is a name in brackets, which may hold
 * blanks.
 */
function readTicks(pid: number): number {
  const stat = readProc(`${pid}/stat`);
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
}

/** Empty for a process that has ended. */
function readProc(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, "utf8");
  } catch {
    return "";
  }
}
