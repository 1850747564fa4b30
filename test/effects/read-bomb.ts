/**
 * Opens a state as a build does, in a process of its own, and says as JSON how much memory it took
 * at most, in bytes, and what it was warned of: `read-bomb.ts <folder> <place to restore from>`.
 */
import { openState } from "../../build/effects/state-open.ts";

const [, , folder = "", from] = process.argv;
const warnings: string[] = [];
const task = { update: () => undefined, done: () => undefined, warned: () => undefined, failed: () => undefined };
const state = await openState(folder, {
  now: Date.now,
  world: "live",
  from: from === undefined ? [] : [from],
  fetch: () => Promise.reject(new Error("no site is asked")),
  progress: { start: () => task, note: () => undefined, warn: (message) => warnings.push(message) },
});
const value = await state.read("bomb").catch((error: unknown) => String(error));
state.close();
const { maxRSS } = process.resourceUsage();
process.stdout.write(JSON.stringify({ peak: maxRSS * 1024, warnings, value: value ?? null }));
