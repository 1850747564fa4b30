import { connect } from "node:net";
import fc from "fast-check";
import { expect } from "vitest";
import { SECRET } from "../fixtures/site.ts";
import { parseAnswers } from "./pipelined-connection.ts";
import { requestRaw } from "./raw-request.ts";

const PIECES = [
  ..."GET POST OPTIONS PUT TRACE PRI get / /api/global /api/coins?limit=3 /../secret.json * HTTP/1.1 HTTP/1.0 HTTP/0.9 HTTP/11".split(
    " ",
  ),
  " ",
  "\t",
  "\r\n",
  "\n",
  "\r",
  "\r\n\r\n",
  "\0",
  "\xff\xfe",
  "host: x\r\n",
  "Host: ",
  "content-length: 5\r\n",
  "content-length: 99999999999999999999\r\n",
  "transfer-encoding: chunked\r\n",
  "transfer-encoding: gzip, chunked\r\n",
  "connection: close\r\n",
  "connection: upgrade\r\nupgrade: h2c\r\n",
  "expect: 100-continue\r\n",
  "accept-encoding: gzip\r\n",
  "5\r\nhello\r\n",
  "0\r\n\r\n",
  "fffffffffffffffff\r\n",
  "GET /api/global HTTP/1.1\r\n\r\n",
  "GET /api/coins/nope HTTP/1.1\r\nx: y\r\n\r\n",
  "GET /about HTTP/1.1\r\n\r\n",
  "POST /api/global HTTP/1.1\r\n",
  ": ",
  "x".repeat(70_000),
];
const STATUSES = [100, 200, 204, 301, 302, 304, 400, 404, 405];

const piece = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(...PIECES) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 12 }).map((bytes) => Buffer.from(bytes).toString("latin1")) },
);
const proper = fc.constantFrom(
  "GET /api/global HTTP/1.1\r\nhost: x\r\n\r\n",
  "GET /api/coins?limit=7&offset=3 HTTP/1.1\r\naccept-encoding: gzip\r\n\r\n",
  "POST /api/coins HTTP/1.1\r\ncontent-length: 5\r\n\r\nhello",
  "PUT /api HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
  "OPTIONS * HTTP/1.1\r\norigin: https://x.example\r\n\r\n",
);
/** A valid request with a random change. */
const broken = fc
  .tuple(proper, piece, fc.nat({ max: 100 }))
  .map(([text, strange, at]) => text.slice(0, at) + strange + text.slice(at));
const stream = fc.array(
  fc.oneof({ weight: 3, arbitrary: proper }, { weight: 2, arbitrary: broken }, { weight: 1, arbitrary: piece }),
  { minLength: 1, maxLength: 8 },
);

/**
 * Writes each random stream to its own connection, in two parts, and reads all responses.
 * @returns number of responses by status
 */
export async function fuzzStreams(url: string, count: number, seed: number): Promise<Map<number, number>> {
  const seen = new Map<number, number>();
  const property = fc.asyncProperty(stream, fc.nat({ max: 100 }), async (pieces, percent) => {
    const bytes = Buffer.from(pieces.join(""), "latin1");
    const { answers, rest } = parseAnswers(await exchange(url, bytes, Math.floor((bytes.length * percent) / 100)));
    expect(rest.length).toBe(0);
    for (const { status, body } of answers) {
      expect(STATUSES).toContain(status);
      expect(body.includes(SECRET)).toBe(false);
      seen.set(status, (seen.get(status) ?? 0) + 1);
    }
    expect((await requestRaw(url, "/api/global")).status).toBe(200);
  });
  await fc.assert(property, { numRuns: count, seed });
  return seen;
}

function exchange(url: string, bytes: Buffer, split: number): Promise<Buffer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true }, () => {
      socket.write(bytes.subarray(0, split));
      // In a separate packet.
      setImmediate(() => socket.end(bytes.subarray(split)));
    });
    socket.on("data", (chunk: Buffer) => chunks.push(chunk));
    socket.on("end", () => socket.end());
    // A server that closes before it has read everything resets the connection.
    socket.on("error", () => {});
    socket.on("close", () => resolve(Buffer.concat(chunks)));
  });
}
