import { type ChildProcess, spawn } from "node:child_process";
import { bundleProgram } from "./bundle-program.ts";

const PROGRAM = await bundleProgram();

export interface Finished {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Starts the command line and collects its output. */
export function startCli(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): {
  child: ChildProcess;
  output: Finished;
  finished: Promise<Finished>;
} {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
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
