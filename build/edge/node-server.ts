import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { OperationalError } from "../lib/operational-error.ts";
import { createHandler } from "./handler.ts";
import { sendPage } from "./page.ts";
import { createTreeReader } from "./tree-reader.ts";

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

/** Smaller bodies do not gain from compression. */
const GZIP_FROM_BYTES = 1_000;
const GZIP_TYPES = /^(application\/(json|rss|atom)|text\/|image\/svg)/;
/** Compressed answers kept, by ETag. */
const GZIP_CACHE_BYTES = 64 * 1024 * 1024;

/** Serves a published tree with full query semantics: the handler for `/api`, plain files for the rest. */
export async function startServer({ folder, host, port }: ServerOptions): Promise<RunningServer> {
  const readFile = createTreeReader(folder);
  const handle = createHandler(readFile);
  const compress = createCompressor();
  const server = createServer(async (incoming, outgoing) => {
    try {
      const request = toRequest(incoming);
      const isApi = request !== undefined && /^\/api(\/|$)/.test(new URL(request.url).pathname);
      const response =
        request === undefined
          ? await handle(new Request("http://localhost/api/%00"))
          : isApi
            ? await handle(request)
            : await sendPage(request, readFile);
      await sendResponse(incoming, outgoing, response, compress);
    } catch (error) {
      outgoing.destroy(error instanceof Error ? error : undefined);
    }
  });
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
    server.once("error", (cause: NodeJS.ErrnoException) => reject(explain(cause, host, port)));
    server.listen(port, host, resolve);
  });
}

function explain(cause: NodeJS.ErrnoException, host: string, port: number): Error {
  const where = `Port ${port} on ${host}`;
  if (cause.code === "EADDRINUSE") {
    return new OperationalError(
      `${where} is in use: stop the program that holds it, or take any free port with --port 0.`,
    );
  }
  if (cause.code === "EACCES")
    return new OperationalError(`${where} needs more rights: take a port above 1023 with --port.`);
  if (cause.code === "EADDRNOTAVAIL" || cause.code === "ENOTFOUND") {
    return new OperationalError(
      `${host} is not an address of this machine: name one with --host, for example 127.0.0.1.`,
    );
  }
  return cause;
}

/** `undefined` where the request line is no URL. */
function toRequest(incoming: IncomingMessage): Request | undefined {
  const headers = new Headers();
  const held = incoming.headers["if-none-match"];
  if (held !== undefined) headers.set("if-none-match", held);
  const target = incoming.url ?? "/";
  if (!target.startsWith("/")) return undefined;
  try {
    // `//host/path` would otherwise be read as an address of another host.
    return new Request(`http://localhost${target}`, { method: incoming.method ?? "GET", headers });
  } catch {
    return undefined;
  }
}

type Compress = (etag: string | null, body: Buffer) => Promise<Buffer>;

function createCompressor(): Compress {
  const run = promisify(gzip);
  const cache = new Map<string, Buffer>();
  let bytes = 0;
  return async (etag, body) => {
    const known = etag === null ? undefined : cache.get(etag);
    if (known !== undefined) return known;
    const packed = await run(body);
    if (etag !== null && !cache.has(etag)) {
      cache.set(etag, packed);
      bytes += packed.length;
      for (const [oldest, entry] of cache) {
        if (bytes <= GZIP_CACHE_BYTES) break;
        cache.delete(oldest);
        bytes -= entry.length;
      }
    }
    return packed;
  };
}

async function sendResponse(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  response: Response,
  compress: Compress,
): Promise<void> {
  const headers: Record<string, string> = Object.fromEntries(response.headers);
  const type = headers["content-type"] ?? "";
  let body: Buffer = Buffer.from(await response.arrayBuffer());
  if (GZIP_TYPES.test(type)) {
    headers["vary"] = "accept-encoding";
    const accepted = /\bgzip\b(?!\s*;\s*q=0(\.0+)?\s*(,|$))/.test(String(incoming.headers["accept-encoding"] ?? ""));
    if (accepted && body.length >= GZIP_FROM_BYTES) {
      const etag = response.headers.get("etag");
      body = await compress(etag, body);
      headers["content-encoding"] = "gzip";
      // Other bytes than the plain answer: the same version, but not the same to the byte.
      if (etag !== null) headers["etag"] = `W/${etag}`;
    }
  }
  if (response.status !== 304 && response.status !== 204 && incoming.method !== "HEAD") {
    headers["content-length"] = String(body.length);
  }
  outgoing.writeHead(response.status, headers);
  outgoing.end(incoming.method === "HEAD" ? undefined : body);
}
