import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { type Contestant, describeEnvironment, type Places } from "./contestant.ts";
import { watchProcessTree } from "./process-tree.ts";

export interface Measurement {
  seconds: number;
  /** Of all its processes together; NaN where there is no `/proc`. */
  cpuSeconds: number;
  peakBytes: number;
}

const TIMEOUT_MS = 900_000;
/** Enough of its complaints to know what is wrong. */
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
