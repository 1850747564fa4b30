import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createConnections } from "../../../../build/kit/serve/node/connections.ts";

/** More than the buffers of both ends of a connection hold. */
const ANSWER_BYTES = 8 * 1024 * 1024;
const MAX_WAITING = 30;

let server: Server;
let begun: number;
let socket: Socket;

beforeEach(async () => {
  begun = 0;
  const connections = createConnections(MAX_WAITING, 1024);
  server = createServer({ requireHostHeader: false }, async (_, outgoing) => {
    await connections.waitForTurn(outgoing);
    begun += 1;
    outgoing.writeHead(200, { "content-length": String(ANSWER_BYTES) }).end(Buffer.alloc(ANSWER_BYTES));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  await once(socket, "connect");
});
afterEach(async () => {
  socket.destroy();
  server.closeAllConnections();
  server.close();
});

/** The number of begun responses, when it no longer grows. */
async function settle(): Promise<number> {
  for (let before = -1; before !== begun || begun === 0; ) {
    before = begun;
    await pause(100);
  }
  return begun;
}

it("computes a response when the earlier ones are sent", async () => {
  socket.write("GET / HTTP/1.1\r\n\r\n".repeat(MAX_WAITING));
  expect(await settle()).toBeLessThan(3);
  let received = 0;
  socket.on("data", (chunk: Buffer) => {
    received += chunk.length;
  });
  while (received < MAX_WAITING * ANSWER_BYTES) await pause(10);
  expect(begun).toBe(MAX_WAITING);
});

it("closes a connection with too many pipelined requests", async () => {
  socket.on("error", () => {});
  const closed = once(socket, "close");
  socket.write("GET / HTTP/1.1\r\n\r\n".repeat(2 * MAX_WAITING));
  socket.resume();
  await closed;
  expect(begun).toBeLessThan(MAX_WAITING);
});
