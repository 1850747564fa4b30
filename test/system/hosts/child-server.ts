import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface ChildServer {
  /** `http://127.0.0.1:8080`, without a slash at the end. */
  url: string;
  pid: number;
  stop(): Promise<void>;
}

export interface Command {
  program: string;
  args: readonly string[];
  env?: Readonly<Record<string, string>>;
}

const PATIENCE_MS = 90_000;

/**
 * Starts a server program on a free port of 127.0.0.1, with its own scratch folder, and waits until
 * it accepts connections. Throws with its output if it ends before.
 */
export async function startChild(prepare: (port: number, scratch: string) => Promise<Command>): Promise<ChildServer> {
  const scratch = await mkdtemp(join(tmpdir(), "host-server-"));
  const port = await findFreePort();
  const { program, args, env = {} } = await prepare(port, scratch);
  // Its own process group: some programs leave children behind.
  const child = spawn(program, args, {
    cwd: scratch,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, HOME: scratch, XDG_CONFIG_HOME: scratch, XDG_DATA_HOME: scratch, ...env },
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      said = `${said}${text}`.slice(-4000);
    });
  }
  let failure: Error | undefined;
  child.once("error", (error) => {
    failure = error;
  });
  const stop = async (): Promise<void> => {
    await end(child);
    await rm(scratch, { recursive: true, force: true, maxRetries: 3 });
  };
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await answers(port))) {
    if (child.exitCode !== null || failure !== undefined || Date.now() > deadline) {
      await stop();
      throw new Error(`${program} did not start: ${failure?.message ?? said}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return { url: `http://127.0.0.1:${port}`, pid: child.pid!, stop };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  signal(child.pid, "SIGTERM");
  const timer = setTimeout(() => signal(child.pid!, "SIGKILL"), 10_000);
  await ended;
  clearTimeout(timer);
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(-pid, name);
  } catch {}
}

export async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
