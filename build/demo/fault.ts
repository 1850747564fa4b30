import type { ServerResponse } from "node:http";

/** What can go wrong with an answer, on demand. */
export type Fault =
  | { kind: "status"; status: number /** Seconds, or an HTTP date. */; retryAfter?: number | string }
  /** The connection is accepted and nothing ever comes. */
  | { kind: "hang" }
  /** The connection is cut before the first byte. */
  | { kind: "reset" }
  /** Another body with status 200. */
  | { kind: "body"; body: string; contentType: string }
  /** Half of the body, then the connection is cut. */
  | { kind: "truncate" }
  /** The body comes in pieces over so many milliseconds. */
  | { kind: "slow"; ms: number }
  /** A body without an end. */
  | { kind: "endless" };

const PIECES = 10;
const ENDLESS_CHUNK = `[${'{"symbol":"BTCUSDT","price":"1"},'.repeat(1000)}`;

/** Sends a faulty answer in place of `body`, which is uncompressed. */
export function applyFault(fault: Fault, response: ServerResponse, body: string): void {
  switch (fault.kind) {
    case "hang":
      return;
    case "reset":
      response.socket?.resetAndDestroy();
      return;
    case "status":
      if (fault.retryAfter !== undefined) response.setHeader("retry-after", String(fault.retryAfter));
      response.setHeader("content-type", "text/plain; charset=utf-8");
      response.writeHead(fault.status).end(`simulated status ${fault.status}`);
      return;
    case "body":
      response.setHeader("content-type", fault.contentType);
      response.writeHead(200).end(fault.body);
      return;
    case "truncate":
      response.setHeader("content-length", Buffer.byteLength(body));
      response.writeHead(200);
      response.write(body.slice(0, Math.ceil(body.length / 2)), () => response.socket?.destroy());
      return;
    case "slow":
      response.writeHead(200);
      sendSlowly(response, body, fault.ms);
      return;
    case "endless":
      response.writeHead(200);
      sendEndlessly(response);
  }
}

function sendSlowly(response: ServerResponse, body: string, ms: number): void {
  const size = Math.max(1, Math.ceil(body.length / PIECES));
  let sent = 0;
  const timer = setInterval(() => {
    response.write(body.slice(sent, sent + size));
    sent += size;
    if (sent >= body.length) response.end();
  }, ms / PIECES);
  response.on("close", () => clearInterval(timer));
}

function sendEndlessly(response: ServerResponse): void {
  const fill = () => {
    while (!response.destroyed && response.write(ENDLESS_CHUNK));
  };
  response.on("drain", fill);
  fill();
}
