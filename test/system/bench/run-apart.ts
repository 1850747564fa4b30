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
