import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/**
 * Runs a script of this folder in a process of its own, so that nothing is warm, and returns the
 * JSON that it prints.
 */
export function runApart<Report>(script: string, args: readonly string[]): Report {
  const file = fileURLToPath(new URL(script, import.meta.url));
  return JSON.parse(
    execFileSync(process.execPath, ["--import", import.meta.resolve("tsx"), file, ...args], { encoding: "utf8" }),
  );
}

/** The middle value; of an even number of them the lower one of the two in the middle. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? Number.NaN;
}
