import { spawn } from "node:child_process";

/** A run of this program in a process of its own, which can be ended. */
export interface RunningBuild {
  /** Its exit code; `null` when a signal ended it. */
  ended: Promise<number | null>;
  stop(): void;
}

/** Starts this program once more, with what is for Node and what is for the program; its output is ours. */
export function startProgram(nodeArgs: readonly string[], args: readonly string[]): RunningBuild {
  const main = process.argv[1] ?? "";
  const child = spawn(process.execPath, [...nodeArgs, main, ...args], { stdio: "inherit" });
  const ended = new Promise<number | null>((done, fail) => {
    child.on("error", fail);
    child.on("close", done);
  });
  return { ended, stop: () => child.kill("SIGTERM") };
}

/** The arguments without an option and, unless it is a switch, its value, however they are written. */
export function dropOption(args: readonly string[], option: string, isSwitch = false): string[] {
  const isValue = (at: number): boolean => !isSwitch && args[at - 1] === option;
  return args.filter((arg, at) => arg !== option && !arg.startsWith(`${option}=`) && !isValue(at));
}
