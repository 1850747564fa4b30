import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { PROJECT } from "./kit/installation.ts";

/** The command line of this program, for any working folder. */
export const OWN_PROGRAM: readonly string[] = [process.execPath, join(PROJECT, "build/bin/open-crypto-data.cjs")];

/** A child process that runs this program. */
export interface RunningBuild {
  /** Exit code; `null` after a signal. */
  ended: Promise<number | null>;
  stop(): void;
}

/**
 * Starts this program again with arguments for Node and for itself. Inherits the standard streams:
 * the child escapes its own output.
 */
export function startProgram(nodeArgs: readonly string[], args: readonly string[]): RunningBuild {
  const main = process.argv[1] ?? "";
  const child = spawn(process.execPath, [...nodeArgs, main, ...args], { stdio: "inherit" });
  const ended = new Promise<number | null>((done, fail) => {
    child.on("error", fail);
    child.on("close", done);
  });
  return { ended, stop: () => child.kill("SIGTERM") };
}

/** Runs another program and prints its output line by line. Resolves with its exit code. */
export function relayProgram(
  [program = "", ...args]: readonly string[],
  options: {
    folder: string;
    environment: Readonly<Record<string, string | undefined>>;
    print: (line: string) => void;
  },
): Promise<number> {
  const { folder, environment, print } = options;
  return new Promise((done, fail) => {
    const child = spawn(program, args, { cwd: folder, env: environment, stdio: ["ignore", "pipe", "pipe"] });
    for (const stream of [child.stdout, child.stderr]) createInterface(stream).on("line", print);
    child.on("error", fail);
    child.on("close", (code) => done(code ?? 1));
  });
}

/** Removes an option and its value, in either spelling. */
export function dropOption(args: readonly string[], option: string): string[] {
  return args.filter((arg, at) => arg !== option && !arg.startsWith(`${option}=`) && args[at - 1] !== option);
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Interval of checks whether the parent process still runs. */
const LOOK_MS = 1000;

/**
 * Resolves on SIGINT, SIGTERM or SIGHUP. A second signal ends the process at once. With
 * `followsParent` it also resolves when the parent ends: npm does not forward every signal.
 */
export function waitForInterrupt({ followsParent = false }: { followsParent?: boolean } = {}): Promise<void> {
  return new Promise((resolve) => {
    const parent = process.ppid;
    const look = followsParent ? setInterval(() => process.ppid !== parent && end(), LOOK_MS) : undefined;
    const end = (): void => {
      clearInterval(look);
      for (const signal of SIGNALS) process.off(signal, end);
      resolve();
    };
    for (const signal of SIGNALS) process.on(signal, end);
  });
}
