import type { Duplex } from "node:stream";
import { sendError } from "../handler/response.ts";
import type { ConnectionLines } from "./pipelining.ts";

/** What is no HTTP, or has no end, gets an answer in the form of every other error; who is silent for too long gets none. */
export function refuseConnection(
  error: NodeJS.ErrnoException,
  socket: Duplex,
  lines: ConnectionLines,
  maxHeaderSize: number,
): void {
  if (error.code === "ECONNRESET" || error.code === "ERR_HTTP_REQUEST_TIMEOUT" || !socket.writable) {
    socket.destroy();
    return;
  }
  lines.close(socket, () => {
    const message = `The request is malformed, or its head is longer than ${maxHeaderSize / 1024} KiB`;
    const { status, headers, body } = sendError({ method: "GET" }, "invalid_parameter", message);
    const all = { ...headers, "content-length": String(body?.length), connection: "close" };
    const head = Object.entries(all)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join("");
    socket.end(`HTTP/1.1 ${status} Bad Request\r\n${head}\r\n${body}`);
  });
}
