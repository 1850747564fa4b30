import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { fileURLToPath } from "node:url";
import { afterEach, beforeAll, expect, it } from "vitest";
import type { ServerLimits } from "../../build/serve/node/node-server.ts";
import { reportFaults } from "../fault-report.ts";
import { makeSite, type Site, writeSite } from "../fixtures/site.ts";
import { scale } from "../seed.ts";
import { type ChildServer, startChild } from "../system/hosts/child-server.ts";
import { requestRaw } from "./raw-request.ts";

const SERVER = fileURLToPath(new URL("start-server.ts", import.meta.url));
const WANTED = scale(3_000);
/** Opened at the same time: fewer than the accept queue of the system. */
const AT_ONCE = 500;
/** Memory per open connection: twice the measured value. */
const CONNECTION_BYTES = 40_000;
/** Open files besides connections. */
const OTHER_FILES = 500;

let site: Site;
const ends: (() => Promise<void>)[] = [];

beforeAll(async () => {
  site = await makeSite();
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** @param openFiles at most so many, where the shell can say so */
async function serve(limits: Partial<ServerLimits>, openFiles?: number): Promise<ChildServer> {
  const folder = writeSite(site.tree);
  const server = await startChild(async (port) => {
    const args = ["--import", import.meta.resolve("tsx"), SERVER, folder, String(port), JSON.stringify(limits)];
    if (openFiles === undefined) return { program: process.execPath, args };
    return { program: "/bin/sh", args: ["-c", `ulimit -n ${openFiles} && exec "$@"`, "sh", process.execPath, ...args] };
  });
  ends.push(server.stop);
  return server;
}

async function open({ url }: ChildServer, count: number): Promise<Socket[]> {
  const { hostname, port } = new URL(url);
  const sockets: Socket[] = [];
  while (sockets.length < count) {
    const some = Array.from({ length: Math.min(AT_ONCE, count - sockets.length) }, () =>
      connect(Number(port), hostname),
    );
    for (const socket of some) socket.on("error", () => {});
    await Promise.all(
      some.map((socket) => new Promise((resolve) => socket.once("connect", resolve).once("close", resolve))),
    );
    sockets.push(...some);
  }
  ends.push(async () => {
    for (const socket of sockets) socket.destroy();
  });
  return sockets;
}

async function readNumber(file: string, pattern: RegExp): Promise<number> {
  return Number(pattern.exec(await readFile(file, "utf8"))?.[1]);
}

const readMemory = async ({ pid }: ChildServer) =>
  (await readNumber(`/proc/${pid}/status`, /VmRSS:\s+(\d+) kB/)) * 1024;

it.runIf(process.platform === "linux")(
  "answers thousands of open connections with bounded memory for each",
  async () => {
    const allowed = await readNumber("/proc/self/limits", /Max open files\s+(\d+)/);
    const count = Math.min(WANTED, allowed - OTHER_FILES);
    const server = await serve({
      headersTimeout: 600_000,
      requestTimeout: 600_000,
      idleTimeout: 600_000,
      keepAliveTimeout: 600_000,
    });
    expect((await requestRaw(server.url, "/api/global")).status).toBe(200);
    const before = await readMemory(server);
    const sockets = await open(server, count);
    // Half of them are in the middle of a request.
    for (const [at, socket] of sockets.entries()) if (at % 2 === 0) socket.write("GET /api/global HTTP/1.1\r\n");
    expect((await requestRaw(server.url, "/api/coins?limit=7")).status).toBe(200);
    const perConnection = ((await readMemory(server)) - before) / count;
    expect(perConnection).toBeLessThan(CONNECTION_BYTES);
    let answered = 0;
    const all = sockets.map(async (socket, at) => {
      socket.write(at % 2 === 0 ? "\r\n" : "GET /api/global HTTP/1.1\r\n\r\n");
      const [chunk] = (await once(socket, "data")) as [Buffer];
      if (chunk.subarray(0, 12).toString() === "HTTP/1.1 200") answered += 1;
    });
    await Promise.all(all);
    expect(answered).toBe(count);
    await reportFaults({
      name: "open-connections",
      what: "connections open at the same time, half of them in the middle of a request, all answered in the end",
      tried: count,
      details: { bytes_per_connection: Math.round(perConnection) },
    });
  },
);

it.runIf(process.platform === "linux")("loses only connections when it has no file descriptors left", async () => {
  const limit = 150;
  const server = await serve({}, limit);
  expect((await requestRaw(server.url, "/api/global")).status).toBe(200);
  const sockets = await open(server, 2 * limit);
  // A file that is not in memory is requested on an accepted connection.
  const [first] = sockets.filter(({ destroyed }) => !destroyed);
  const answer = once(first!, "data") as Promise<[Buffer]>;
  first!.write("GET /api/status HTTP/1.1\r\n\r\n");
  expect(String((await answer)[0]).slice(0, 12)).toMatch(/^HTTP\/1\.1 (200|503)$/);
  for (const socket of sockets) socket.destroy();
  let status = 0;
  while (status !== 200)
    status = await requestRaw(server.url, "/api/trending").then(
      (found) => found.status,
      () => 0,
    );
});
