import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createHttp, type HttpClient, type HttpOptions } from "../../../build/kit/platform/http/http.ts";
import type { HttpRequest } from "../../../build/kit/platform/platform.ts";
import { cleanUpLater } from "../../cleanup.ts";

/** A local server for every host: `https://api.test/x` arrives as `/api.test/x`. */
export interface LocalServer {
  address: string;
  /** What arrived, in order. */
  requests: { path: string; headers: IncomingMessage["headers"] }[];
  origins: (url: URL) => URL;
  close(): Promise<void>;
}

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** Starts a server, which is closed after the last test of the file. */
export async function startServer(handler: Handler): Promise<LocalServer> {
  const requests: LocalServer["requests"] = [];
  const server = createServer((request, response) => {
    requests.push({ path: request.url ?? "", headers: request.headers });
    handler(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  cleanUpLater(close);
  return {
    address,
    requests,
    origins: (url) => new URL(`${address}/${url.host}${url.pathname}${url.search}`),
    close,
  };
}

/** A client that never really waits between tries, and whose waits can be looked at. */
export function createTestHttp(options: Partial<HttpOptions> = {}): HttpClient & { waits: number[] } {
  const waits: number[] = [];
  const client = createHttp({
    userAgent: "test/1",
    now: () => Date.UTC(2026, 10, 20, 12),
    random: () => 0.5,
    sleep: async (ms) => {
      waits.push(ms);
    },
    ...options,
  });
  cleanUpLater(client.close);
  return { ...client, waits };
}

/** A server, and a client that sends the requests to every host to it. */
export async function serve(handler: Handler, options: Partial<HttpOptions> = {}) {
  const server = await startServer(handler);
  return { server, http: createTestHttp({ origins: server.origins, ...options }) };
}

export function request(url: string, fields: Partial<HttpRequest> = {}): HttpRequest {
  return { url, maxBytes: 1_000_000, pacing: { concurrency: 4, intervalMs: 0, reason: "test" }, ...fields };
}

/** The error of a promise that must fail. */
export async function catchError(
  promise: Promise<unknown>,
): Promise<Error & { status?: number | null; tries?: number }> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error("It did not fail");
}
