import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import type { Upstreams } from "./upstreams.ts";

const TWO_GB = 2 ** 31;
const ZEROS = Buffer.alloc(64 * 1024);

export interface FaultProxy {
  /** The first segment of the path is the upstream's host. */
  origin(url: URL): URL;
  sent(): number;
  open(): Promise<number>;
  close(): Promise<void>;
}

/** Serves every upstream on one free port of 127.0.0.1, sound or with its current fault. */
export async function startFaultProxy(upstreams: Upstreams): Promise<FaultProxy> {
  let bytes = 0;
  const server = createServer((request, response) => {
    const url = new URL(`https://${(request.url ?? "/").replace(/^\/+/, "")}`);
    response.sendDate = false;
    response.on("error", () => undefined);
    const fault = upstreams.faultOf(url);
    const answer = upstreams.answer(url, headersOf(request));
    // A redirect to itself has to lead back here.
    const location = answer.headers["location"];
    if (fault?.level === "connection") misbehave(fault.id, request, response, answer.body, (count) => (bytes += count));
    else {
      const packed = answer.status === 200 && answer.headers["content-encoding"] === undefined;
      const body = packed ? gzipSync(answer.body, { level: 1 }) : answer.body;
      const headers = {
        ...answer.headers,
        ...(packed && { "content-encoding": "gzip" }),
        ...(location && { location }),
      };
      response.writeHead(answer.status, headers).end(answer.status === 204 || answer.status === 304 ? undefined : body);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: (url) => new URL(`http://127.0.0.1:${port}/${url.host}${url.pathname}${url.search}`),
    sent: () => bytes,
    open: () =>
      new Promise((resolve, reject) =>
        server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
      ),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function headersOf(request: IncomingMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
}

function misbehave(
  id: string,
  request: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
  count: (bytes: number) => void,
): void {
  const half = body.subarray(0, Math.ceil(body.length / 2));
  switch (id) {
    case "hang":
      return;
    case "hang-after-headers":
      response.writeHead(200, { "content-length": body.length }).flushHeaders();
      return;
    case "slow":
      response.writeHead(200);
      drip(response, body);
      return;
    case "reset":
      request.socket.resetAndDestroy();
      return;
    case "reset-in-body":
      response.writeHead(200, { "content-length": body.length });
      response.write(half, () => request.socket.resetAndDestroy());
      return;
    case "short-body":
      response.writeHead(200, { "content-length": body.length });
      response.write(half, () => request.socket.end());
      return;
    case "endless":
      response.writeHead(200);
      pour(response, Number.POSITIVE_INFINITY, count);
      return;
    case "2-gb-announced":
      response.writeHead(200, { "content-length": TWO_GB });
      pour(response, TWO_GB, count);
      return;
    case "2-gb-streamed":
      response.writeHead(200);
      pour(response, TWO_GB, count);
      return;
    case "not-http":
      request.socket.end("I am no web server at all\r\n\r\n");
      return;
    default:
      throw new Error(`the proxy does not know the fault ${id}`);
  }
}

function drip(response: ServerResponse, body: Buffer): void {
  let at = 0;
  const timer = setInterval(() => response.write(body.subarray(at, ++at)), 20);
  response.on("close", () => clearInterval(timer));
}

function pour(response: ServerResponse, limit: number, count: (bytes: number) => void): void {
  let left = limit;
  const fill = () => {
    while (!response.destroyed && left > 0) {
      left -= ZEROS.length;
      count(ZEROS.length);
      if (!response.write(ZEROS)) return;
    }
    if (left <= 0) response.end();
  };
  response.on("drain", fill);
  fill();
}
