import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { cleanUpLater } from "../../cleanup.ts";
import type { MemoryStore } from "./memory-store.ts";

/**
 * What goes wrong with one request. `reset`: the connection breaks before it is handled. `lost`: it
 * is handled, and the connection breaks before the answer. `stall`: there is no answer at all.
 * `cut`: the connection breaks in the body of the answer. `stuck`: the body stops in its middle.
 */
export type Fault = "503" | "500" | "reset" | "lost" | "slow" | "stall" | "denied" | "cut" | "stuck";

export interface S3ServerOptions {
  bucket: string;
  store: MemoryStore;
  /** The fault of the next signed request. Readers are spared. */
  findFault?: (request: IncomingMessage) => Fault | undefined;
  /** Keys in one page of a listing. */
  pageSize?: number;
}

export interface S3Server {
  endpoint: string;
  /** Signed requests by method, also those that failed. */
  counts: Record<string, number>;
  /** The most signed requests that clients waited for at once. */
  most(): number;
  /** Sets the clock by which its answers are dated. */
  setClock(now: () => number): void;
  close(): Promise<void>;
  /** Resolves when no request is being handled. */
  settled(): Promise<void>;
}

const KEY_ID = "KEYID";
/** The credentials that the server accepts: it looks at the id, as no test forges a signature. */
export const S3_KEY = { AWS_ACCESS_KEY_ID: KEY_ID, AWS_SECRET_ACCESS_KEY: "secret" };

const SLOW_MS = 40;

/**
 * The requests of S3 that an upload needs, with addresses as paths. Everyone may read; other
 * requests are signed.
 */
export async function startS3Server(options: S3ServerOptions): Promise<S3Server> {
  const { findFault } = options;
  const counts: Record<string, number> = {};
  let running = 0;
  // Requests whose client still waits: one that gave up may already send its next one.
  let awaited = 0;
  let most = 0;
  let clock = Date.now;
  const server = createServer(async (request, response) => {
    const signed = request.headers.authorization !== undefined;
    if (!signed) {
      const isRead = request.method === "GET" || request.method === "HEAD";
      if (isRead) await answer(request, response, new Uint8Array(), options);
      else sendError(response, 403, "AccessDenied");
      return;
    }
    running += 1;
    awaited += 1;
    response.setHeader("date", new Date(clock()).toUTCString());
    response.once("close", () => {
      awaited -= 1;
    });
    most = Math.max(most, awaited);
    const name = request.headers["x-amz-copy-source"] === undefined ? String(request.method) : "COPY";
    counts[name] = (counts[name] ?? 0) + 1;
    try {
      const body = await buffer(request);
      const fault = findFault?.(request);
      if (fault === "reset") return void request.socket.destroy();
      if (fault === "503" || fault === "500")
        return sendError(response, Number(fault), fault === "503" ? "SlowDown" : "InternalError");
      if (fault === "denied") return sendError(response, 403, "AccessDenied");
      if (fault === "stall") return;
      if (fault === "slow") await delay(SLOW_MS);
      if (!request.headers.authorization?.includes(`Credential=${KEY_ID}/`))
        return sendError(response, 403, "InvalidAccessKeyId");
      if (fault === "lost") {
        response.end = () => {
          request.socket.destroy();
          return response;
        };
      }
      if (fault === "cut" || fault === "stuck") {
        response.end = (text?: unknown) => {
          const whole = Buffer.from(text as string | Uint8Array);
          response.write(whole.subarray(0, whole.length / 2), () => fault === "cut" && request.socket.destroy());
          return response;
        };
      }
      await answer(request, response, body, options);
    } catch {
      // The client closed the connection before its body was complete: nothing is stored.
      request.socket.destroy();
    } finally {
      running -= 1;
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  cleanUpLater(close);
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts,
    most: () => most,
    setClock(now) {
      clock = now;
    },
    close,
    async settled() {
      while (running > 0) await delay(1);
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  body: Uint8Array,
  { bucket, store, pageSize = 1_000 }: S3ServerOptions,
): Promise<void> {
  const url = new URL(request.url ?? "", "http://store.example");
  const [, name, ...rest] = url.pathname.split("/").map(decodeURIComponent);
  if (name !== bucket) return sendError(response, 404, "NoSuchBucket");
  const key = rest.join("/");
  if (key === "") return sendText(response, 200, renderListing(store, url.searchParams, pageSize));
  const headers = {
    contentType: request.headers["content-type"] ?? "binary/octet-stream",
    cacheControl: request.headers["cache-control"] ?? "",
  };
  switch (request.method) {
    case "PUT": {
      if (request.headers["x-amz-copy-source"] !== undefined) {
        if (request.headers["x-amz-metadata-directive"] !== "REPLACE")
          return sendError(response, 400, "InvalidRequest");
        if (!store.copy(key, headers)) return sendError(response, 404, "NoSuchKey");
        return sendText(response, 200, "<CopyObjectResult><ETag>x</ETag></CopyObjectResult>");
      }
      const md5 = createHash("md5").update(body).digest("base64");
      if (request.headers["content-md5"] !== md5) return sendError(response, 400, "BadDigest");
      response.writeHead(200, { etag: `"${store.put(key, body, headers)}"` }).end();
      return;
    }
    case "DELETE":
      store.remove(key);
      response.writeHead(204).end();
      return;
    default: {
      const object = store.objects.get(key);
      if (object === undefined) return sendError(response, 404, "NoSuchKey");
      response.writeHead(200, {
        "content-type": object.headers.contentType,
        "cache-control": object.headers.cacheControl,
        "content-length": object.body.length,
        etag: `"${object.etag}"`,
      });
      response.end(request.method === "HEAD" ? undefined : object.body);
    }
  }
}

function renderListing({ objects }: MemoryStore, query: URLSearchParams, pageSize: number): string {
  const after = query.get("start-after") ?? "";
  const keys = [...objects.keys()].filter((key) => key > after).sort();
  const page = keys.slice(0, pageSize);
  const contents = page.map((key) => {
    const { body, etag, modifiedMs } = objects.get(key)!;
    const time = new Date(modifiedMs).toISOString();
    return `<Contents><Key>${key}</Key><LastModified>${time}</LastModified><ETag>&quot;${etag}&quot;</ETag><Size>${body.length}</Size></Contents>`;
  });
  return `<ListBucketResult><KeyCount>${page.length}</KeyCount><IsTruncated>${keys.length > page.length}</IsTruncated>${contents.join("")}</ListBucketResult>`;
}

function sendError(response: ServerResponse, status: number, code: string): void {
  sendText(response, status, `<Error><Code>${code}</Code><Message>${code} of the test</Message></Error>`);
}

function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { "content-type": "application/xml" });
  response.end(`<?xml version="1.0" encoding="UTF-8"?>\n${text}`);
}
