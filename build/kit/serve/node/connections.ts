import { once } from "node:events";
import type { ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { sendError } from "../handler/response.ts";

interface Connection {
  /** The response to the newest request. */
  last?: ServerResponse;
  waiting: number;
  isRefused: boolean;
}

/** Node's error for a request that it cannot parse. */
interface ParseError extends NodeJS.ErrnoException {
  /** The bytes that were parsed last, and how many of them are valid. */
  rawPacket?: Buffer;
  bytesParsed?: number;
}

export interface Connections {
  /**
   * Resolves when all earlier responses of the connection are sent: computed at once, the responses
   * to a client that reads none of them would fill the memory. `undefined` when there is nothing to
   * wait for.
   */
  waitForTurn(outgoing: ServerResponse): Promise<unknown> | undefined;
  /** Answers a malformed or oversized request with a JSON 400 after the earlier responses. */
  refuse(error: ParseError, socket: Duplex): void;
}

/**
 * The order of pipelined requests: those that a client sends before it has the earlier responses.
 * More than `maxWaiting` of them close the connection.
 */
export function createConnections(maxWaiting: number, maxHeaderSize: number): Connections {
  const connections = new WeakMap<Duplex, Connection>();
  const connectionOf = (socket: Duplex): Connection => {
    const connection = connections.get(socket) ?? { waiting: 0, isRefused: false };
    connections.set(socket, connection);
    return connection;
  };

  return {
    waitForTurn(outgoing) {
      const { socket } = outgoing.req;
      const connection = connectionOf(socket);
      connection.last = outgoing;
      // Node assigns the socket to a response when it is the next one to be sent.
      if (outgoing.socket !== null) return undefined;
      if (connection.waiting >= maxWaiting) socket.destroy();
      connection.waiting += 1;
      return once(outgoing, "socket").then(() => {
        connection.waiting -= 1;
      });
    },
    refuse(error, socket) {
      const connection = connectionOf(socket);
      const { last, isRefused } = connection;
      if (error.code === "ECONNRESET" || error.code === "ERR_HTTP_REQUEST_TIMEOUT" || !socket.writable || isRefused) {
        socket.destroy();
        return;
      }
      connection.isRefused = true;
      // An error in the body of the last request gets no text: that would be a second response.
      const isOpen = last !== undefined && !last.req.complete;
      const end = () => socket.end(isOpen ? undefined : renderRefusal(maxHeaderSize, isHead(error)));
      if (last === undefined || last.writableFinished) end();
      else last.once("finish", end);
    },
  };
}

/**
 * Whether the request that failed is a HEAD request. Its method is lost if its head came in several
 * packets; the response then has a body.
 */
function isHead({ rawPacket, bytesParsed = 0 }: ParseError): boolean {
  const parsed = rawPacket?.toString("latin1", 0, bytesParsed) ?? "";
  const start = parsed.lastIndexOf("\r\n\r\n");
  return parsed.slice(start === -1 ? 0 : start + 4).startsWith("HEAD ");
}

function renderRefusal(maxHeaderSize: number, withoutBody: boolean): string {
  const message = `The request is malformed, or its head is longer than ${maxHeaderSize / 1024} KiB`;
  const { status, headers, body } = sendError({ method: "GET" }, "invalid_parameter", message);
  const lines = Object.entries({ ...headers, "content-length": String(body?.length), connection: "close" });
  return `HTTP/1.1 ${status} Bad Request\r\n${lines.map((line) => `${line.join(": ")}\r\n`).join("")}\r\n${withoutBody ? "" : body}`;
}
