import { execFileSync, spawnSync } from "node:child_process";
import { OperationalError } from "../../../lib/operational-error.ts";

export type RunGit = (...args: string[]) => string;

/**
 * git reads an argument with a dash as an option, and options start programs. It reads one with a
 * colon or a plus as a branch to overwrite.
 */
export function acceptArgument(value: string, flag: "--from" | "--ref"): string {
  const isWrong = flag === "--from" ? value.startsWith("-") : /^[-+]|[:\s]/.test(value);
  if (isWrong || value === "") throw new OperationalError(`${flag} cannot be "${value}".`);
  return value;
}

/** Runs git in a folder. Throws an `OperationalError` with what git said. */
export function runGit(folder: string, args: readonly string[]): string {
  const {
    status,
    stdout: text,
    stderr,
  } = spawnSync("git", args, { cwd: folder, encoding: "utf8", maxBuffer: 1 << 28 });
  if (status !== 0)
    throw new OperationalError(`git ${args[0]} failed in ${folder}: ${(stderr ?? "").trim() || "git was not found"}`);
  return text.trim();
}

/** Whether git ends without an error. Its output is not shown. */
export function succeeds(folder: string, args: readonly string[]): boolean {
  try {
    execFileSync("git", args, { cwd: folder, stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
