import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterEach, beforeAll, expect, it } from "vitest";
import type { ServerLimits } from "../../build/serve/node/node-server.ts";
import { makeSite, type Site, serveTree } from "../fixtures/site.ts";
import { scale } from "../seed.ts";
import { parseAnswers } from "./pipelined-connection.ts";
import { requestRaw } from "./raw-request.ts";

const SLOW_CLIENTS = scale(50);
const DRIP_MS = 20;
const ALL_COINS = "api/coins/limit/all.json";
/** Node publishes each accepted socket on this channel. */
const CONNECTION = "net.server.socket";

let site: Site;
const ends: (() => Promise<void> | void)[] = [];

beforeAll(async () => {
  site = await makeSite();
  // Long enough to fill the buffers of a connection.
  const all = JSON.parse(String(Buffer.from(site.tree.get(ALL_COINS)!)));
  site.tree.set(ALL_COINS, Buffer.from(JSON.stringify({ ...all, data: [...all.data, ...all.data, ...all.data] })));
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** Writes only the needed files: a whole site takes long. */
async function serve(limits: Partial<ServerLimits>) {
  const tree = new Map([...site.tree].filter(([path]) => /^api\/(routes|global|coins\/limit\/all)\.json$/.test(path)));
  return serveTree(tree, { limits });
}

async function open({ url }: { url: string }): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  // A closed connection may be an error.
  socket.on("error", () => {});
  ends.push(() => void socket.destroy());
  await once(socket, "connect");
  return socket;
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
