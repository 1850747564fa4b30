import { existsSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createByteCache } from "../../../lib/byte-cache.ts";
import { OperationalError } from "../../../lib/operational-error.ts";
import { isApiPath } from "../handler/api-path.ts";
import { createResponder } from "../handler/handler.ts";
import { type HandlerRequest, type HandlerResponse, sendError } from "../handler/response.ts";
import type { Served } from "../handler/served.ts";
import { createParsedFiles } from "../handler/tree.ts";
import { createConnections } from "./connections.ts";
import { sendNoSite, sendPage } from "./page.ts";
import { sliceResponse } from "./range.ts";
import { createTreeReader, type TreeReader } from "./tree-reader.ts";
import { createPacker, keyOf, readRequest, type WireResponse } from "./wire.ts";

/**
 * What one client may use. Times in milliseconds. Requests per connection are not limited: a
 * hundred on one connection cost less than on a hundred.
 */
export const SERVER_LIMITS = {
  /** Bytes: a list of 250 long ids, percent-encoded, and the headers of a browser. */
  maxHeaderSize: 128 * 1024,
  /** An honest head is a few packets, so this is long enough for slow networks. */
  headersTimeout: 10_000,
  /** Bodies are ignored. This ends an endless one. */
  requestTimeout: 15_000,
  /** How often the two timeouts above are checked. Node's default is 30 s. */
  connectionsCheckingInterval: 2_000,
  keepAliveTimeout: 5_000,
  /** A connection without reads or writes is closed. */
  idleTimeout: 30_000,
  /** An idle connection costs about 10 KB, so all of them fit on a small machine. */
  maxConnections: 12_000,
  /** Pipelined requests of one connection. Clients that pipeline send about ten. */
  maxWaiting: 100,
};

export type ServerLimits = typeof SERVER_LIMITS;

export interface ServerOptions {
  served: Served;
  /** The published tree. */
  folder: string;
  /** A tree that is being written: its API answers while the folder does not exist. */
  unfinished?: string;
  host: string;
  /** 0 takes any free port. */
  port: number;
  limits?: Partial<ServerLimits>;
  /** How long a response is kept, in milliseconds: so much later a replaced tree shows. */
  freshMs?: number;
}

export interface RunningServer {
  /** `http://127.0.0.1:8080`, without a slash at the end. */
  url: string;
  close(): Promise<void>;
}

/** Clients keep a response for a minute anyway. */
const FRESH_MS = 2_000;
const CACHE_BYTES = 32 * 1024 * 1024;
/**
 * Twice what a worker has. The list of 10,000 rows counts 80 MB, parsed and as text. With less
 * room, each computed response would parse it again, which takes up to 100 ms.
 */
const PARSED_BYTES = 128 * 1024 * 1024;

/** Every published tree contains it. */
const ROUTES = "api/routes.json";

/** Serves a published tree: the handler for `/api`, files for the rest; 503 without a tree. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { served, folder, unfinished, host, port, freshMs = FRESH_MS } = options;
  const limits = { ...SERVER_LIMITS, ...options.limits };
  const readFinished = createTreeReader(folder);
  const readApi = unfinished === undefined ? readFinished : openEarlyReader(folder, readFinished, unfinished);
  const handle = createResponder(served, readApi, { parsed: createParsedFiles(PARSED_BYTES) });
  const pack = createPacker();
  const kept = createByteCache<{ response: WireResponse; untilMs: number }>(CACHE_BYTES);
  const connections = createConnections(limits.maxWaiting, limits.maxHeaderSize);

  const respond = async (request: HandlerRequest | undefined): Promise<HandlerResponse> => {
    if (request === undefined) return sendError({ method: "GET" }, "not_found", "The request line names no path");
    try {
      const isApi = isApiPath(new URL(request.url).pathname, served.roots);
      // A page needs its styles and scripts, which may not be written yet.
      const readFile = isApi ? readApi : readFinished;
      const response = await (isApi ? handle(request) : sendPage(request, readFile));
      const mayLackSite = [302, 404, 503].includes(response.status);
      return mayLackSite && (await readFile(ROUTES)) === undefined ? sendNoSite(request, isApi) : response;
    } catch {
      return sendError(request, "unavailable", "The files cannot be read at the moment");
    }
  };
  const findResponse = async (incoming: IncomingMessage, key: string, nowMs: number): Promise<WireResponse> => {
    const response = await pack(incoming, await respond(readRequest(incoming)));
    // An error is not kept: the missing file may appear at any moment.
    if (response.status < 400) kept.set(key, { response, untilMs: nowMs + freshMs }, response.body.length);
    return response;
  };
  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    try {
      const turn = connections.waitForTurn(outgoing);
      if (turn !== undefined) await turn;
      const key = keyOf(incoming);
      const nowMs = performance.now();
      const known = kept.get(key);
      const whole =
        known !== undefined && nowMs < known.untilMs ? known.response : await findResponse(incoming, key, nowMs);
      const { status, headers, body } = sliceResponse(incoming, whole);
      outgoing.writeHead(status, headers).end(incoming.method === "HEAD" ? undefined : body);
    } catch (error) {
      outgoing.destroy(error instanceof Error ? error : undefined);
    }
  };
  // Responses do not depend on the host, and Node's own refusal without one is not JSON.
  const server = createServer({ ...limits, requireHostHeader: false }, serve);
  server.maxConnections = limits.maxConnections;
  server.setTimeout(limits.idleTimeout);
  server.on("checkExpectation", serve);
  server.on("clientError", connections.refuse);
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
    // The listener stays: a later accept error (EMFILE) must not end the process.
    server.on("error", (cause) => reject(explainListenError(cause, host, port)));
    server.listen(port, host, resolve);
  });
}

/** Why a server cannot listen, with what to do; an unexpected error is returned unchanged. */
export function explainListenError(cause: NodeJS.ErrnoException, host: string, port: number): Error {
  const code = cause.code ?? "";
  if (code === "EADDRINUSE") {
    return new OperationalError(
      `Port ${port} on ${host} is in use: stop the program that uses it, or take any free port with --port 0.`,
    );
  }
  if (code === "EACCES") {
    return new OperationalError(`Port ${port} on ${host} needs more rights: take a port above 1023 with --port.`);
  }
  if (["EADDRNOTAVAIL", "ENOTFOUND", "EAI_AGAIN", "EAI_FAIL", "EINVAL"].includes(code)) {
    return new OperationalError(
      `${host} is not an address of this machine: name one with --host, for example 127.0.0.1.`,
    );
  }
  return cause;
}

/** Reads the tree that is being written while the folder does not exist. */
function openEarlyReader(folder: string, readFinished: TreeReader, unfinished: string): TreeReader {
  const readEarly = createTreeReader(unfinished);
  return (path) => (existsSync(folder) ? readFinished(path) : readEarly(path));
}
