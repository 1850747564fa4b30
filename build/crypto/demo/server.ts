import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createDemoMarket } from "./create-demo-market.ts";
import type { DemoMarket } from "./demo-market.ts";
import type { SimulatedAnswer } from "./simulator.ts";
import { findSimulator } from "./simulators.ts";

export interface DemoServerOptions {
  seed: number;
  coins: number;
  /** Unix milliseconds; a function lets time pass between requests. */
  now: number | (() => number);
  /** Days of past exchange rates. Default: two years. */
  fixingDays?: number;
  /** The market has two years of past prices. */
  withHistory?: boolean;
  /** Delay of every answer. */
  latencyMs?: number;
}

export interface DemoServer {
  /** `https://api.kraken.com/0/x` → `http://127.0.0.1:…/api.kraken.com/0/x`. */
  origin(url: URL): URL;
  /** The market that is simulated at a time. */
  marketAt(timeMs: number): DemoMarket;
  close(): Promise<void>;
}

/** A step of time creates a new market; a running build may still request the one before. */
const MARKETS_KEPT = 4;

/**
 * Serves the demo market on a free port of 127.0.0.1; the first segment of the path is the
 * simulated host. `Date` is the market's time; bodies carry an `ETag`. They are not compressed: the
 * client is on the same machine, and mostly in the same process.
 */
export async function startDemoServer(options: DemoServerOptions): Promise<DemoServer> {
  const { seed, coins, fixingDays, withHistory = false, latencyMs = 0 } = options;
  const markets = new Map<number, DemoMarket>();

  const marketAt = (now: number): DemoMarket => {
    const known = markets.get(now);
    if (known !== undefined) return known;
    const demo = createDemoMarket({
      seed,
      coins,
      now,
      withHistory,
      ...(fixingDays === undefined ? {} : { fixingDays }),
    });
    markets.set(now, demo);
    const oldest = markets.size > MARKETS_KEPT ? markets.keys().next().value : undefined;
    if (oldest !== undefined) markets.delete(oldest);
    return demo;
  };

  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    const now = typeof options.now === "function" ? options.now() : options.now;
    const url = new URL(`https://${(request.url ?? "/").replace(/^\/+/, "")}`);
    response.sendDate = false;
    response.setHeader("date", new Date(now).toUTCString());
    sendAnswer(
      findAnswer(url, request, () => marketAt(now)),
      request,
      response,
    );
  };

  const server = createServer((request, response) => {
    const timer = setTimeout(() => answerSafely(handle, request, response), latencyMs);
    response.on("close", () => clearTimeout(timer));
  });
  // The client may be in this process: after long work its next request would meet a connection
  // that is just being closed.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;

  return {
    origin: (url) => new URL(`http://127.0.0.1:${port}/${url.host}${url.pathname}${url.search}`),
    marketAt,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function findAnswer(url: URL, request: IncomingMessage, getWorld: () => DemoMarket): SimulatedAnswer {
  const simulator = findSimulator(url.host);
  if (simulator === undefined) return { status: 502, body: `no upstream is simulated at ${url.host}` };
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  return simulator.answer({ url, headers }, getWorld()) ?? { status: 404, body: { error: "not found" } };
}

function sendAnswer(answer: SimulatedAnswer, request: IncomingMessage, response: ServerResponse): void {
  const text = typeof answer.body === "string" ? answer.body : JSON.stringify(answer.body);
  const bytes = Buffer.from(text);
  const status = answer.status ?? 200;
  response.setHeader(
    "content-type",
    typeof answer.body === "string" ? "text/plain; charset=utf-8" : "application/json",
  );
  for (const [name, value] of Object.entries(answer.headers ?? {})) response.setHeader(name, value);
  if (status === 200) {
    const etag = `"${createHash("sha1").update(bytes).digest("base64url")}"`;
    response.setHeader("etag", etag);
    if (request.headers["if-none-match"] === etag) {
      response.writeHead(304).end();
      return;
    }
  }
  response.setHeader("content-length", bytes.length);
  response.writeHead(status).end(bytes);
}

/** A defect of a simulator fails the request, with its reason, and not the process. */
function answerSafely(
  handle: (request: IncomingMessage, response: ServerResponse) => void,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  try {
    handle(request, response);
  } catch (error) {
    if (response.headersSent) response.destroy();
    else response.writeHead(500, { "content-type": "text/plain" }).end(`the simulator failed: ${String(error)}`);
  }
}
