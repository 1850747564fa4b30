import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { createHttp, type HttpClient } from "../../../build/kit/platform/http/http.ts";
import type { Http } from "../../../build/kit/platform/platform.ts";
import { sample, scale } from "../../seed.ts";
import { type ChaosRun, drawFaults, NO_FAULTS, openChaosRun, PRICE_SOURCES } from "./chaos-run.ts";
import { createSuite, tryBuild } from "./chaos-suite.ts";
import { FAULTS } from "./faults.ts";
import { hashSeed, openDraws, recordTries, SEED } from "./random.ts";
import type { Upstreams } from "./upstreams.ts";

const TWO_GB = 2 ** 31;
const ZEROS = Buffer.alloc(64 * 1024);

interface FaultProxy {
  /** The first segment of the path is the upstream's host. */
  origin(url: URL): URL;
  sent(): number;
  open(): Promise<number>;
  close(): Promise<void>;
}

/** Serves every upstream on one free port of 127.0.0.1, sound or with its current fault. */
async function startFaultProxy(upstreams: Upstreams): Promise<FaultProxy> {
  let bytes = 0;
  const server = createServer((request, response) => {
    const url = new URL(`https://${(request.url ?? "/").replace(/^\/+/, "")}`);
    response.sendDate = false;
    response.on("error", () => undefined);
    const fault = upstreams.faultOf(url);
    const answer = upstreams.answer(url, headersOf(request));
    // A redirect to itself has to lead back here.
    const location = answer.headers["location"];
    if (fault?.level === "connection") misbehave(fault.id, request, response, answer.body, (count) => (bytes += count));
    else {
      const packed = answer.status === 200 && answer.headers["content-encoding"] === undefined;
      const body = packed ? gzipSync(answer.body, { level: 1 }) : answer.body;
      const headers = {
        ...answer.headers,
        ...(packed && { "content-encoding": "gzip" }),
        ...(location && { location }),
      };
      response.writeHead(answer.status, headers).end(answer.status === 204 || answer.status === 304 ? undefined : body);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: (url) => new URL(`http://127.0.0.1:${port}/${url.host}${url.pathname}${url.search}`),
    sent: () => bytes,
    open: () =>
      new Promise((resolve, reject) =>
        server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
      ),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function headersOf(request: IncomingMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
}

function misbehave(
  id: string,
  request: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
  count: (bytes: number) => void,
): void {
  const half = body.subarray(0, Math.ceil(body.length / 2));
  switch (id) {
    case "hang":
      return;
    case "hang-after-headers":
      response.writeHead(200, { "content-length": body.length }).flushHeaders();
      return;
    case "slow":
      response.writeHead(200);
      drip(response, body);
      return;
    case "reset":
      request.socket.resetAndDestroy();
      return;
    case "reset-in-body":
      response.writeHead(200, { "content-length": body.length });
      response.write(half, () => request.socket.resetAndDestroy());
      return;
    case "short-body":
      response.writeHead(200, { "content-length": body.length });
      response.write(half, () => request.socket.end());
      return;
    case "endless":
      response.writeHead(200);
      pour(response, Number.POSITIVE_INFINITY, count);
      return;
    case "2-gb-announced":
      response.writeHead(200, { "content-length": TWO_GB });
      pour(response, TWO_GB, count);
      return;
    case "2-gb-streamed":
      response.writeHead(200);
      pour(response, TWO_GB, count);
      return;
    case "not-http":
      request.socket.end("I am no web server at all\r\n\r\n");
      return;
    default:
      throw new Error(`the proxy does not know the fault ${id}`);
  }
}

function drip(response: ServerResponse, body: Buffer): void {
  let at = 0;
  const timer = setInterval(() => response.write(body.subarray(at, ++at)), 20);
  response.on("close", () => clearInterval(timer));
}

function pour(response: ServerResponse, limit: number, count: (bytes: number) => void): void {
  let left = limit;
  const fill = () => {
    while (!response.destroyed && left > 0) {
      left -= ZEROS.length;
      count(ZEROS.length);
      if (!response.write(ZEROS)) return;
    }
    if (left <= 0) response.end();
  };
  response.on("drain", fill);
  fill();
}

/** Short, so that what hangs costs little; the ratios are those of a live run. */
const TIMEOUTS = { connectMs: 600, headersMs: 600, stallMs: 600, tryMs: 1_800 };
/** Most bytes of a response, with those under way in sockets. */
const MAX_SENT_BYTES = 120e6;
const MB = 1e6;

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

/** The client over real sockets: time-outs, retries, pacing, limits. Skips waits between tries. */
async function openSocketRun(seed: number): Promise<{ run: ChaosRun; proxy: FaultProxy }> {
  let starting: Promise<FaultProxy> | undefined;
  const run = openChaosRun({
    seed,
    openHttp: (upstreams, now): Http => {
      starting = startFaultProxy(upstreams);
      // A client per build: it leaves a host that hangs alone until its end.
      const clients = new Map<number, HttpClient>();
      return {
        async fetch(request) {
          const proxy = await starting!;
          let client = clients.get(now());
          if (client === undefined) {
            client = createHttp({
              userAgent: "test",
              now,
              random: () => 0.5,
              origins: proxy.origin,
              paceFactor: 0,
              tries: 2,
              timeouts: TIMEOUTS,
              sleep: async () => undefined,
            });
            clients.set(now(), client);
            opened.push(client);
          }
          return client.fetch(request);
        },
      };
    },
  });
  const proxy = await starting!;
  opened.push(proxy);
  return { run, proxy };
}

describe("over real sockets", () => {
  const suite = createSuite();
  const ofConnections = FAULTS.filter(({ level }) => level === "connection");
  // Their bytes arrive the same way with and without sockets, and what a source says of the market
  // does, too.
  const others = FAULTS.filter(({ level }) => level !== "connection" && level !== "market");

  it("every fault at a third of the sources affects only those sources", async () => {
    for (const [row, fault] of [...ofConnections, ...sample(others, 4)].entries()) {
      const { run, proxy } = await openSocketRun(hashSeed(SEED, "socket", fault.id));
      const label = `fault ${fault.id}`;
      await tryBuild(suite, run, 0, NO_FAULTS, `${label}, before`);
      const faults = new Map(PRICE_SOURCES.filter((_, index) => index % 3 === 1).map((source) => [source, fault]));
      const before = proxy.sent();
      await tryBuild(suite, run, 30, faults, label, { verify: row % 5 === 0 });
      // Endless bodies are cut at the feed's limit: counts the bytes that left the server.
      if (proxy.sent() - before > MAX_SENT_BYTES * faults.size) {
        suite.problems.push(`${label}: ${Math.round((proxy.sent() - before) / MB)} MB were sent`);
      }
      const { error } = await tryBuild(suite, run, 60, NO_FAULTS, `${label}, after`);
      if (error !== undefined) suite.problems.push(`${label}: the sound build after it: ${error.message}`);
      for (const one of opened.splice(0)) await one.close();
    }
    expect(suite.problems).toEqual([]);
  });

  it("any mix of faults ends in a publication or a refusal", async () => {
    const before = suite.builds;
    const builds = scale(8);
    const random = openDraws(SEED, "sockets");
    const { run, proxy } = await openSocketRun(SEED);
    for (let build = 0; build < builds; build += 1) {
      const faults = drawFaults(random, [0.1, 0.3, 0.6, 1][build % 4]!);
      await tryBuild(suite, run, build * 25, faults, `mixture ${build}`, { verify: build % 4 === 0 });
    }
    expect(suite.problems).toEqual([]);
    expect(suite.builds - before).toBe(builds);
    // No hanging sockets remain: open ones are kept alive for the next request.
    for (const client of opened.splice(0, 1)) await client.close();
    await expect.poll(() => proxy.open(), { timeout: 20_000 }).toBe(0);
    await recordTries({
      name: "sockets",
      what: "builds over real sockets with hanging, resetting, endless and other faulty upstreams",
      tried: suite.builds,
    });
  });
});
