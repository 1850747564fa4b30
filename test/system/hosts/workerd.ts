import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { startChild } from "./child-server.ts";
import { TOOLS_FOLDER } from "./tools.ts";

export interface Isolates {
  /** Asks one of the isolates, each of which has its own memory. */
  ask(isolate: number, path: string): Promise<IsolateAnswer>;
  stop(): Promise<void>;
}

export interface IsolateAnswer {
  status: number;
  /** Milliseconds of CPU of the whole runtime: of the worker, and of reading and sending. */
  cpuMs: number;
  /** Requests of the worker for files. */
  subrequests: number;
}

/** Comes with wrangler. */
export const WORKERD = join(TOOLS_FOLDER, "node_modules/@cloudflare/workerd-linux-64/bin/workerd");

/**
 * Runs a worker in several isolates of workerd. Files come from a server in this process, so that
 * their reading from disk is not counted.
 */
export async function startIsolates(
  worker: string,
  files: ReadonlyMap<string, Buffer>,
  count: number,
): Promise<Isolates> {
  let subrequests = 0;
  const assets = createServer((request, response) => {
    subrequests += 1;
    const body = files.get(decodeURIComponent(new URL(request.url ?? "/", "http://assets").pathname.slice(1)));
    if (body === undefined) response.writeHead(404).end();
    else {
      const etag = `"${createHash("md5").update(body).digest("hex")}"`;
      response.writeHead(200, { "content-type": "application/json", "content-length": body.length, etag }).end(body);
    }
  });
  await new Promise<void>((resolve) => assets.listen(0, "127.0.0.1", resolve));
  const { port: assetPort } = assets.address() as AddressInfo;
  const { url, pid, stop } = await startChild(async (port, scratch) => {
    const at = Array.from({ length: count }, (_, isolate) => isolate);
    const services = at.map((isolate) => `(name = "w${isolate}", worker = .worker)`);
    // One port: a header names the isolate.
    const router = at.map((isolate) => `(name = "W${isolate}", service = "w${isolate}")`);
    await writeFile(join(scratch, "worker.js"), worker);
    await writeFile(join(scratch, "router.js"), ROUTER);
    const config = join(scratch, "config.capnp");
    await writeFile(
      config,
      `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "assets", external = (address = "127.0.0.1:${assetPort}", http = ())),
    (name = "router", worker = .router),
    ${services.join(",\n    ")}
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "router")]
);
const worker :Workerd.Worker = (
  modules = [(name = "worker.js", esModule = embed "worker.js")],
  compatibilityDate = "2026-01-01",
  bindings = [(name = "ASSETS", service = "assets")]
);
const router :Workerd.Worker = (
  modules = [(name = "router.js", esModule = embed "router.js")],
  compatibilityDate = "2026-01-01",
  bindings = [${router.join(", ")}]
);
`,
    );
    return { program: WORKERD, args: ["serve", config] };
  });
  return {
    async ask(isolate, path) {
      const before = { cpuMs: readCpuMs(pid), subrequests };
      const response = await fetch(url + path, { headers: { "x-isolate": `W${isolate}` } });
      await response.arrayBuffer();
      const { status } = response;
      return { status, cpuMs: readCpuMs(pid) - before.cpuMs, subrequests: subrequests - before.subrequests };
    },
    async stop() {
      await stop();
      assets.closeAllConnections();
      await new Promise((resolve) => assets.close(resolve));
    },
  };
}

const ROUTER = `export default { fetch: (request, env) => env[request.headers.get("x-isolate") ?? "W0"].fetch(request) };`;

/** Linux counts the time on a core of every thread in nanoseconds. */
function readCpuMs(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  const read = (thread: string) => Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0]);
  return threads.reduce((sum, thread) => sum + read(thread), 0) / 1e6;
}
