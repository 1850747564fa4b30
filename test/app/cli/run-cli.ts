import { type ChildProcess, spawn } from "node:child_process";
import type { Command } from "commander";
import { vi } from "vitest";
import { program, runCommandLine } from "../../../build/app/cli/command-line.ts";
import { bundleProgram } from "../../../build/bin/bundle-program.js";

const PROGRAM = await bundleProgram();

export interface Finished {
  code: number | null;
  stdout: string;
  stderr: string;
}

/**
 * Starts the command line and collects its output. `cwd`: the working folder. `input`: its whole
 * standard input.
 */
export function startCli(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  cwd: string = process.cwd(),
  input?: string,
): {
  child: ChildProcess;
  output: Finished;
  finished: Promise<Finished>;
} {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    cwd,
    env: { ...process.env, ...env },
    stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
  });
  child.stdin?.end(input);
  const output: Finished = { code: null, stdout: "", stderr: "" };
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    output.stdout += text;
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    output.stderr += text;
  });
  const finished = new Promise<Finished>((done, fail) => {
    child.on("error", fail);
    child.on("close", (code) => done(Object.assign(output, { code })));
  });
  return { child, output, finished };
}

export function runCli(...args: string[]): Promise<Finished> {
  return startCli(args).finished;
}

/** Commander ends the process unless every command is told not to. For `callCli`. */
function keepRunning(command: Command): void {
  command.exitOverride();
  command.commands.forEach(keepRunning);
}
keepRunning(program);

/**
 * Runs the command line as `build/main.ts` does, but in this process, where the modules are loaded
 * and compiled. For what does not depend on a process of its own; one at a time, because the
 * streams are those of this process.
 */
export async function callCli(...args: string[]): Promise<Finished> {
  const output: Finished = { code: 0, stdout: "", stderr: "" };
  const spies = (["stdout", "stderr"] as const).map((name) =>
    vi.spyOn(process[name], "write").mockImplementation((text) => {
      output[name] += text;
      return true;
    }),
  );
  try {
    output.code = await runCommandLine(args);
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  return output;
}
