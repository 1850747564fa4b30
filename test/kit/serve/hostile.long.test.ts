import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { fileURLToPath } from "node:url";
import { afterEach, beforeAll, expect, it } from "vitest";
import type { ServerLimits } from "../../../build/kit/serve/node/node-server.ts";
import { reportFaults } from "../../fault-report.ts";
import { makeSite, type Site, serveTree, writeSite } from "../../fixtures/site.ts";
import { scale } from "../../seed.ts";
import { type ChildServer, startChild } from "../../system/hosts/child-server.ts";
import { parseAnswers } from "./pipelined-connection.ts";
import { requestRaw } from "./raw-request.ts";

/** Connections opened at the same time: fewer than the accept queue of the system. */
const AT_ONCE = 500;

let site: Site;
const ends: (() => Promise<void> | void)[] = [];

beforeAll(async () => {
  site = await makeSite();
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** Opens connections, at most `AT_ONCE` at the same time. */
async function openSockets({ url }: { url: string }, count: number): Promise<Socket[]> {
  const { hostname, port } = new URL(url);
  const sockets: Socket[] = [];
  ends.push(() => {
    for (const socket of sockets) socket.destroy();
  });
  while (sockets.length < count) {
    const some = Array.from({ length: Math.min(AT_ONCE, count - sockets.length) }, () =>
      connect(Number(port), hostname),
    );
    // A closed connection may be an error.
    for (const socket of some) socket.on("error", () => {});
    await Promise.all(
      some.map((socket) => new Promise((resolve) => socket.once("connect", resolve).once("close", resolve))),
    );
    sockets.push(...some);
  }
  return sockets;
}

const open = async (server: { url: string }): Promise<Socket> => (await openSockets(server, 1))[0]!;

const SLOW_CLIENTS = scale(50);
const DRIP_MS = 20;
const ALL_COINS = "api/coins/limit/all.json";
/** Node publishes each accepted socket on this channel. */
const CONNECTION = "net.server.socket";

/** Serves the needed files only: a whole site takes long to write. */
async function serve(limits: Partial<ServerLimits>) {
  const { tree } = site;
  const served = new Map([...tree].filter(([path]) => /^api\/(routes|global)\.json$/.test(path)));
  // Long enough to fill the buffers of a connection.
  const all = JSON.parse(String(Buffer.from(tree.get(ALL_COINS)!)));
  served.set(ALL_COINS, Buffer.from(JSON.stringify({ ...all, data: [...all.data, ...all.data, ...all.data] })));
  return serveTree(served, { limits });
}

const closing = (socket: Socket): Promise<void> => new Promise((resolve) => socket.once("close", () => resolve()));

/** The server's socket of the next connection. */
function hearAccepted(): Promise<Socket> {
  return new Promise((resolve) => {
    const hear = (message: unknown) => {
      unsubscribe(CONNECTION, hear);
      resolve((message as { socket: Socket }).socket);
    };
    subscribe(CONNECTION, hear);
  });
}

/** Sends one byte at a time until the connection is closed. */
function drip(socket: Socket, start: string, byte: string): void {
  socket.write(start);
  const timer = setInterval(() => {
    if (socket.writable) socket.write(byte);
  }, DRIP_MS);
  socket.once("close", () => clearInterval(timer));
}

/** Short, but long enough for the honest requests on a busy machine. */
const SHORT = { headersTimeout: 3_000, requestTimeout: 3_500, connectionsCheckingInterval: 50 };

const ENDLESS = {
  "a head that never ends": ["GET /api/global HTTP/1.1\r\nx: ", "y"],
  "headers without end": ["GET /api/global HTTP/1.1\r\n", "a: b\r\n"],
  "a request line that never ends": ["GET /api/", "x"],
  "empty lines": ["\r\n", "\r\n"],
  "a body that never ends": ["POST /api/global HTTP/1.1\r\ncontent-length: 1000000000\r\n\r\n", "x"],
  "chunks without end": ["PUT /api/global HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\n", "1\r\nx\r\n"],
  "nothing at all": ["", ""],
} as const;

// At the same time, because each waits for its time-out.
it("disconnects many clients that send an endless request, and answers others meanwhile", async () => {
  const attacks = Object.entries(ENDLESS).map(async ([what, [start, byte]]) => {
    const server = await serve(SHORT);
    const sockets = await Promise.all(Array.from({ length: SLOW_CLIENTS }, () => open(server)));
    const closed = Promise.all(sockets.map(closing));
    for (const socket of sockets) {
      socket.resume();
      drip(socket, start, byte);
    }
    for (let at = 0; at < 10; at += 1) expect((await requestRaw(server.url, "/api/global")).status, what).toBe(200);
    await closed;
    expect((await requestRaw(server.url, "/api/coins?limit=7")).status, what).toBe(200);
  });
  await Promise.all(attacks);
});

it("disconnects a client that does not read before all its responses are computed", async () => {
  const server = await serve({ idleTimeout: 500 });
  const accepted = hearAccepted();
  const socket = await open(server);
  const asked = 90;
  const lines = Array.from({ length: asked }, (_, at) => `GET /api/coins?limit=200&offset=${at} HTTP/1.1\r\n\r\n`);
  socket.pause();
  socket.write(lines.join(""));
  // The server closes the connection while this side does not read.
  await closing(await accepted);
  const chunks: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => chunks.push(chunk)).resume();
  await closing(socket);
  expect(parseAnswers(Buffer.concat(chunks)).answers.length).toBeLessThan(asked);
});

it("closes connections above the limit, and accepts new ones when others have closed", async () => {
  const server = await serve({ maxConnections: 5 });
  const sockets = await Promise.all(Array.from({ length: 5 }, () => open(server)));
  const refused = await open(server);
  await closing(refused.resume());
  sockets[0]!.destroy();
  let status = 0;
  while (status !== 200)
    status = await requestRaw(server.url, "/api/global").then(
      ({ status }) => status,
      () => 0,
    );
  sockets[1]!.write("GET /api/global HTTP/1.1\r\n\r\n");
  const [chunk] = await once(sockets[1]!, "data");
  expect(String(chunk)).toMatch(/^HTTP\/1\.1 200 /);
});

it("survives clients that disconnect at any point", async () => {
  const server = await serve({});
  const starts = [
    "",
    "GET",
    "GET /api/global HTTP/1.1\r\n",
    "GET /api/coins?limit=200 HTTP/1.1\r\n\r\n",
    "POST /api/global HTTP/1.1\r\ncontent-length: 9\r\n\r\nx",
  ];
  for (let round = 0; round < 20; round += 1) {
    const sockets = await Promise.all(starts.map(() => open(server)));
    for (const [at, socket] of sockets.entries()) {
      socket.write((starts[at] as string).repeat(round % 2 === 0 ? 1 : 20));
      setImmediate(() => (round % 3 === 0 ? socket.resetAndDestroy() : socket.destroy()));
    }
  }
  const { status, body } = await requestRaw(server.url, "/api/coins?limit=200");
  expect(status).toBe(200);
  expect(JSON.parse(body.toString()).data.length).toBe(200);
});

const SERVER = fileURLToPath(new URL("start-server.ts", import.meta.url));
const WANTED = scale(2_000);
/** Memory per open connection: twice the measured value. */
const CONNECTION_BYTES = 40_000;
/** Open files besides connections. */
const OTHER_FILES = 500;

/** Starts a server process, with at most `openFiles` open files. */
async function serveApart(limits: Partial<ServerLimits>, openFiles?: number): Promise<ChildServer> {
  const folder = writeSite(site.tree);
  const server = await startChild(async (port) => {
    const args = ["--import", import.meta.resolve("tsx"), SERVER, folder, String(port), JSON.stringify(limits)];
    if (openFiles === undefined) return { program: process.execPath, args };
    return { program: "/bin/sh", args: ["-c", `ulimit -n ${openFiles} && exec "$@"`, "sh", process.execPath, ...args] };
  });
  ends.push(server.stop);
  return server;
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
    const server = await serveApart({
      headersTimeout: 600_000,
      requestTimeout: 600_000,
      idleTimeout: 600_000,
      keepAliveTimeout: 600_000,
    });
    expect((await requestRaw(server.url, "/api/global")).status).toBe(200);
    const before = await readMemory(server);
    const sockets = await openSockets(server, count);
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
  const server = await serveApart({}, limit);
  expect((await requestRaw(server.url, "/api/global")).status).toBe(200);
  const sockets = await openSockets(server, 2 * limit);
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
