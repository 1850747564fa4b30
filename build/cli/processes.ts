import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

/** A run of this program in a process of its own, which can be ended. */
export interface RunningBuild {
  /** Its exit code; `null` when a signal ended it. */
  ended: Promise<number | null>;
  stop(): void;
}

/**
 * Starts this program once more, with arguments for Node and for the program. It inherits the
 * standard streams, because it escapes its own output.
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

/** Runs another program and passes on what it prints, line by line. Resolves with its exit code. */
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

/** The arguments without an option and, unless it is a switch, its value, however they are written. */
export function dropOption(args: readonly string[], option: string, isSwitch = false): string[] {
  const isValue = (at: number): boolean => !isSwitch && args[at - 1] === option;
  return args.filter((arg, at) => arg !== option && !arg.startsWith(`${option}=`) && !isValue(at));
}

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Between two looks at whether the parent is still there: nobody waits for an orphan to notice. */
const LOOK_MS = 1000;

/**
 * Resolves on Ctrl-C, a request to end or a closed terminal. A second one then ends the process at once, whatever it still tidies up.
 * With `followsParent` it also resolves when the parent has ended: npm hands on some of the signals that end it, not all.
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
