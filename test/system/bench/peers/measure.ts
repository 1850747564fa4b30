import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Contestant, describeEnvironment, type Places } from "./contestants.ts";

export interface Measurement {
  seconds: number;
  /** Of all its processes together; NaN where there is no `/proc`. */
  cpuSeconds: number;
  peakBytes: number;
}

const TIMEOUT_MS = 900_000;
const WORDS_KEPT = 2_000;

/**
 * One whole process, from its start until it has ended, into a folder that is empty. Rejects with
 * what it said when it fails.
 */
export async function measure(contestant: Contestant, places: Places): Promise<Measurement> {
  for (const folder of [contestant.output, ...(contestant.leavings ?? [])])
    rmSync(join(places.home, folder), { recursive: true, force: true });
  const [program = "", ...args] = contestant.command(places);
  const startedMs = performance.now();
  const child = spawn(program, args, {
    cwd: places.home,
    env: describeEnvironment(places),
    stdio: ["ignore", "pipe", "pipe"],
    timeout: TIMEOUT_MS,
  });
  let words = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      words = `${words}${chunk}`.slice(-WORDS_KEPT);
    });
  const watch = watchProcessTree(child.pid);
  try {
    const [code] = await once(child, "close");
    const seconds = (performance.now() - startedMs) / 1000;
    if (code !== 0) throw new Error(`${contestant.name} ended with ${code}: ${words}`);
    return { seconds, ...watch.stop() };
  } finally {
    watch.stop();
  }
}

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

function readProc(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, "utf8");
  } catch {
    return "";
  }
}
