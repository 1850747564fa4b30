import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createAnswerCache } from "../handler/answer-cache.ts";
import { isApiPath } from "../handler/api-path.ts";
import { createMoment } from "../handler/cache-epoch.ts";
import { createReplier } from "../handler/handler.ts";
import { sendPage } from "../handler/page.ts";
import { type HandlerRequest, type HandlerResponse, sendError } from "../handler/response.ts";
import { createCompressor } from "./compressor.ts";
import { explainListenError } from "./explain-listen-error.ts";
import { explainNoSite } from "./no-site-yet.ts";
import { keyOf, readRequest } from "./node-request.ts";
import { packReply, sendAnswer } from "./node-response.ts";
import { createConnectionLines } from "./pipelining.ts";
import { refuseConnection } from "./refuse-connection.ts";
import { SERVER_LIMITS, type ServerLimits } from "./server-limits.ts";
import { createTreeReader, FRESH_MS } from "./tree-reader.ts";

export interface ServerOptions {
  /** The published tree. */
  folder: string;
  host: string;
  /** 0 takes any free one. */
  port: number;
  limits?: Partial<ServerLimits>;
  /** How long what was seen of the disk is believed, in milliseconds. */
  freshMs?: number;
}

export interface RunningServer {
  /** `http://127.0.0.1:8080`, without a slash at the end. */
  url: string;
  close(): Promise<void>;
}

/**
 * Serves a published tree with full query semantics: the handler for `/api`, plain files for the
 * rest. Without a tree, every answer is a 503.
 */
export async function startServer({
  folder,
  host,
  port,
  limits: own = {},
  freshMs = FRESH_MS,
}: ServerOptions): Promise<RunningServer> {
  const limits = { ...SERVER_LIMITS, ...own };
  const moment = createMoment(freshMs);
  const readFile = createTreeReader(folder, moment);
  const handle = createReplier(readFile, "");
  const compress = createCompressor();

  const answers = createAnswerCache(moment);

  const reply = async (request: HandlerRequest | undefined): Promise<HandlerResponse> => {
    if (request === undefined) return sendError({ method: "GET" }, "not_found", "The request line names no path");
    if (isApiPath(new URL(request.url).pathname)) return handle(request);
    const page = await sendPage(request, readFile).catch(() => undefined);
    if (page === undefined) return sendError(request, "unavailable", "The files cannot be read at the moment");
    return {
      status: page.status,
      headers: Object.fromEntries(page.headers),
      body: new Uint8Array(await page.arrayBuffer()),
    };
  };
  const replyOrWait = async (request: HandlerRequest | undefined): Promise<HandlerResponse> => {
    const found = await reply(request);
    return request === undefined ? found : explainNoSite(request, found, readFile);
  };
  const lines = createConnectionLines(limits.maxWaiting);
  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    try {
      const turn = lines.queue(incoming, outgoing);
      if (turn !== undefined) await turn;
      const answer = answers(keyOf(incoming), async () =>
        packReply(incoming, await replyOrWait(readRequest(incoming)), compress),
      );
      // What is known is sent without a turn of the event loop.
      sendAnswer(outgoing, answer instanceof Promise ? await answer : answer);
    } catch (error) {
      outgoing.destroy(error instanceof Error ? error : undefined);
    }
  };
  // Nothing depends on the host, and Node would refuse a request without one in a form of its own.
  const server = createServer({ ...limits, requireHostHeader: false }, serve);
  server.maxConnections = limits.maxConnections;
  server.setTimeout(limits.idleTimeout);
  // Whatever else is expected of an answer, it is the same one.
  server.on("checkExpectation", serve);
  server.on("clientError", (error, socket) => refuseConnection(error, socket, lines, limits.maxHeaderSize));
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
    // Listened to for ever: a connection that cannot be taken later, where the system is short of something, is lost alone.
    server.on("error", (cause) => reject(explainListenError(cause, host, port)));
    server.listen(port, host, resolve);
  });
}
