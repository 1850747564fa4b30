/**
 * Opens a state as a build does, in a process of its own, and says as JSON how much memory it took
 * at most, in bytes, and what it was warned of: `read-bomb.ts <folder> <place to restore from>`.
 */
import { existsSync, readFileSync } from "node:fs";
import { SILENT_PROGRESS } from "../../../../build/kit/platform/platform.ts";
import { openState } from "../../../../build/kit/platform/state/state-open.ts";

const [, , folder = "", from] = process.argv;
const warnings: string[] = [];
const state = await openState(folder, {
  now: Date.now,
  world: "live",
  from: from === undefined ? [] : [from],
  fetch: () => Promise.reject(new Error("no site is asked")),
  progress: { ...SILENT_PROGRESS, warn: (message) => warnings.push(message) },
});
const value = await state.read("bomb").catch((error: unknown) => String(error));
state.close();
process.stdout.write(JSON.stringify({ peak: readPeakKb() * 1024, warnings, value: value ?? null }));

/**
 * `maxRSS` of a child begins with the memory of the process that started it; Linux also states its
 * own.
 */
function readPeakKb(): number {
  const status = "/proc/self/status";
  const own = existsSync(status) ? /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(status, "utf8"))?.[1] : undefined;
  return own === undefined ? process.resourceUsage().maxRSS : Number(own);
}
