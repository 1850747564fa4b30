import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { createAnswerCache } from "./answer-cache.ts";
import { isApiPath } from "./api-path.ts";
import { createCompressor } from "./compressor.ts";
import { explainListenError } from "./explain-listen-error.ts";
import { createReplier } from "./handler.ts";
import { createMoment } from "./moment.ts";
import { keyOf, readRequest } from "./node-request.ts";
import { packReply, sendAnswer } from "./node-response.ts";
import { sendPage } from "./page.ts";
import { type Question, type Reply, sendError } from "./response.ts";
import { createTreeReader, FRESH_MS } from "./tree-reader.ts";

export interface ServerOptions {
  /** The published tree. */
  folder: string;
  host: string;
  /** 0 takes any free one. */
  port: number;
}

export interface RunningServer {
  /** `http://127.0.0.1:8080`, without a slash at the end. */
  url: string;
  close(): Promise<void>;
}

/** Longest head of a request: 250 long ids in `symbols`, each character of them escaped, and the headers of a browser. */
const MAX_HEAD_BYTES = 128 * 1024;

/** Serves a published tree with full query semantics: the handler for `/api`, plain files for the rest. */
export async function startServer({ folder, host, port }: ServerOptions): Promise<RunningServer> {
  const moment = createMoment(FRESH_MS);
  const readFile = createTreeReader(folder, moment);
  const handle = createReplier(readFile, "");
  const compress = createCompressor();

  const answers = createAnswerCache(moment);

  const reply = async (request: Question | undefined): Promise<Reply> => {
    if (request === undefined) return sendError({ method: "GET" }, "not_found", "The request line names no path");
    if (isApiPath(new URL(request.url).pathname)) return handle(request);
    const page = await sendPage(request, readFile);
    return {
      status: page.status,
      headers: Object.fromEntries(page.headers),
      body: new Uint8Array(await page.arrayBuffer()),
    };
  };
  // Nothing depends on the host, and Node would refuse a request without one in a form of its own.
  const options = { maxHeaderSize: MAX_HEAD_BYTES, requireHostHeader: false };
  const server = createServer(options, async (incoming, outgoing) => {
    try {
      const answer = answers(keyOf(incoming), async () =>
        packReply(incoming, await reply(readRequest(incoming)), compress),
      );
      // What is known is sent without a turn of the event loop.
      sendAnswer(outgoing, answer instanceof Promise ? await answer : answer);
    } catch (error) {
      outgoing.destroy(error instanceof Error ? error : undefined);
    }
  });
  server.on("clientError", refuse);
  await listen(server, host, port);
  const address = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function listen(server: Server, host: string, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (cause) => reject(explainListenError(cause, host, port)));
    server.listen(port, host, resolve);
  });
}

/** What is no HTTP, or has no end, gets an answer in the form of every other error. */
async function refuse(error: NodeJS.ErrnoException, socket: Duplex): Promise<void> {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const message = `The request is malformed, or its head is longer than ${MAX_HEAD_BYTES / 1024} KiB`;
  const { status, headers, body } = sendError({ method: "GET" }, "invalid_parameter", message);
  const all = { ...headers, "content-length": String(body?.length), connection: "close" };
  const head = Object.entries(all)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("");
  socket.end(`HTTP/1.1 ${status} Bad Request\r\n${head}\r\n${body}`);
}
