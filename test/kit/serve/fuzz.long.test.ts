import { connect } from "node:net";
import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { ROOTS } from "../../../build/crypto/api/place-file.ts";
import { createClient } from "../../../build/crypto/serve/client.ts";
import { createHandler } from "../../../build/crypto/serve/handler.ts";
import { ErrorResponse } from "../../../build/kit/api/error-response.ts";
import { isApiPath } from "../../../build/kit/serve/handler/api-path.ts";
import { createTreeReader } from "../../../build/kit/serve/node/tree-reader.ts";
import { reportFaults } from "../../fault-report.ts";
import { makeSite, SECRET, serveTree } from "../../fixtures/site.ts";
import { readSeed, scale } from "../../seed.ts";
import { hostileTarget } from "./hostile-target.ts";
import { createPipelinedConnection, parseAnswers, type StreamedAnswer } from "./pipelined-connection.ts";
import { createPlainHost } from "./plain-host.ts";
import { requestRaw } from "./raw-request.ts";

const URLS = scale(3_000);
const STREAMS = scale(1_000);
const ROOT = "http://localhost/";
const PAGES: readonly (readonly [path: string, body: string])[] = [
  ["index.html", "<h1>Front page</h1>"],
  ["404.html", "<h1>Not here</h1>"],
  ["about/index.html", "<h1>About</h1>"],
  ["client.js", "export {};\n"],
];

type HostileGround = Awaited<ReturnType<typeof makeHostileGround>>;

/** Server, handler and client over one site. A secret file lies beside the site. */
async function makeHostileGround() {
  const site = await makeSite();
  for (const [path, body] of PAGES) site.tree.set(path, Buffer.from(body));
  const { folder, url } = await serveTree(site.tree);
  return {
    site,
    url,
    handle: createHandler(createTreeReader(folder)),
    client: createClient(ROOT, { fetch: createPlainHost(site.tree, ROOT).fetch }).request,
  };
}

let ground: HostileGround;
beforeAll(async () => {
  ground = await makeHostileGround();
});

/** Pipelined requests. */
const AT_ONCE = 40;

/**
 * Compares the responses of the server to random targets with the handler and the client.
 * @returns number of responses by status
 */
async function fuzzTargets(ground: HostileGround, count: number, seed: number): Promise<Map<number, number>> {
  const connection = createPipelinedConnection(ground.url);
  const seen = new Map<number, number>();
  const batch = fc.array(hostileTarget, { minLength: AT_ONCE, maxLength: AT_ONCE });
  const property = fc.asyncProperty(batch, fc.boolean(), async (targets, asksHeads) => {
    const answers = await connection.ask(targets);
    for (const [at, answer] of answers.entries()) {
      seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
      await checkTarget(ground, targets[at]!, answer).catch((cause) => {
        throw new Error(`${JSON.stringify(targets[at])} got ${answer.status}`, { cause });
      });
    }
    if (!asksHeads) return;
    const heads = await connection.ask(targets, "HEAD");
    for (const [at, { status, headers }] of heads.entries()) {
      const full = answers[at]!;
      expect({ status, headers: { ...headers, date: "" } }).toEqual({
        status: full.status,
        headers: { ...full.headers, date: "" },
      });
    }
  });
  try {
    await fc.assert(property, { numRuns: Math.ceil(count / AT_ONCE), seed });
  } finally {
    connection.close();
  }
  return seen;
}

/**
 * Fails if the server's response is a fault, contains the secret, or differs from the handler or
 * the client.
 */
async function checkTarget(
  { site, handle, client }: HostileGround,
  target: string,
  { status, headers, body }: StreamedAnswer,
): Promise<void> {
  expect([200, 301, 302, 400, 404]).toContain(status);
  expect(body.includes(SECRET) || body.includes("root:")).toBe(false);
  expect(headers).toMatchObject({ "access-control-allow-origin": "*", "x-content-type-options": "nosniff" });
  const url = readUrl(target);
  if (url === undefined) {
    expect(status).toBe(404);
    return;
  }
  if (!isApiPath(url.pathname, ROOTS)) {
    checkPage(site.tree, status, headers, body);
    return;
  }
  for (const answer of [await handle(new Request(url)), await client(url.href)]) {
    expect(answer.status).toBe(status);
    expect(answer.headers.get("content-type")).toBe(headers["content-type"]);
    expect(Buffer.from(await answer.arrayBuffer()).equals(body)).toBe(true);
  }
  if (status !== 200) expect(ErrorResponse.parse(JSON.parse(body.toString())).error.status).toBe(status);
  else if (!isPublished(site.tree, body)) expect(typeof JSON.parse(body.toString()).meta.self).toBe("string");
}

/** The path and query of the target; the host is ignored. */
function readUrl(target: string): URL | undefined {
  const text = target.startsWith("/") ? `http://localhost${target}` : target;
  if (!URL.canParse(text)) return undefined;
  const { pathname, search } = new URL(text);
  return new URL(`http://localhost${pathname}${search}`);
}

function checkPage(
  tree: ReadonlyMap<string, Uint8Array>,
  status: number,
  headers: Readonly<Record<string, string>>,
  body: Buffer,
): void {
  // A location that begins with two slashes would be another host.
  if (status === 301 || status === 302) expect(headers["location"]).toMatch(/^\/(?![/\\])/);
  else expect(isPublished(tree, body)).toBe(true);
}

/** Bodies of a tree by length, to find one quickly. */
const bodies = new WeakMap<object, Map<number, Uint8Array[]>>();

function isPublished(tree: ReadonlyMap<string, Uint8Array>, body: Buffer): boolean {
  let known = bodies.get(tree);
  if (known === undefined) {
    known = new Map();
    for (const one of tree.values()) known.set(one.length, [...(known.get(one.length) ?? []), one]);
    bodies.set(tree, known);
  }
  return known.get(body.length)?.some((one) => body.equals(one)) ?? false;
}

const PIECES = [
  ..."GET POST OPTIONS PUT TRACE PRI get / /api/global /api/coins?limit=3 /../secret.json * HTTP/1.1 HTTP/1.0 HTTP/0.9 HTTP/11".split(
    " ",
  ),
  " ",
  "\t",
  "\r\n",
  "\n",
  "\r",
  "\r\n\r\n",
  "\0",
  "\xff\xfe",
  "host: x\r\n",
  "Host: ",
  "content-length: 5\r\n",
  "content-length: 99999999999999999999\r\n",
  "transfer-encoding: chunked\r\n",
  "transfer-encoding: gzip, chunked\r\n",
  "connection: close\r\n",
  "connection: upgrade\r\nupgrade: h2c\r\n",
  "expect: 100-continue\r\n",
  "accept-encoding: gzip\r\n",
  "5\r\nhello\r\n",
  "0\r\n\r\n",
  "fffffffffffffffff\r\n",
  "GET /api/global HTTP/1.1\r\n\r\n",
  "GET /api/coins/nope HTTP/1.1\r\nx: y\r\n\r\n",
  "GET /about HTTP/1.1\r\n\r\n",
  "POST /api/global HTTP/1.1\r\n",
  ": ",
  "x".repeat(70_000),
];
const STATUSES = [100, 200, 204, 301, 302, 304, 400, 404, 405];

const piece = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(...PIECES) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 12 }).map((bytes) => Buffer.from(bytes).toString("latin1")) },
);
const proper = fc.constantFrom(
  "GET /api/global HTTP/1.1\r\nhost: x\r\n\r\n",
  "GET /api/coins?limit=7&offset=3 HTTP/1.1\r\naccept-encoding: gzip\r\n\r\n",
  "POST /api/coins HTTP/1.1\r\ncontent-length: 5\r\n\r\nhello",
  "PUT /api HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
  "OPTIONS * HTTP/1.1\r\norigin: https://x.example\r\n\r\n",
);
/** A valid request with a random change. */
const broken = fc
  .tuple(proper, piece, fc.nat({ max: 100 }))
  .map(([text, strange, at]) => text.slice(0, at) + strange + text.slice(at));
const stream = fc.array(
  fc.oneof({ weight: 3, arbitrary: proper }, { weight: 2, arbitrary: broken }, { weight: 1, arbitrary: piece }),
  { minLength: 1, maxLength: 8 },
);

/**
 * Writes each random stream to its own connection, in two parts, and reads all responses.
 * @returns number of responses by status
 */
async function fuzzStreams(url: string, count: number, seed: number): Promise<Map<number, number>> {
  const seen = new Map<number, number>();
  const property = fc.asyncProperty(stream, fc.nat({ max: 100 }), async (pieces, percent) => {
    const bytes = Buffer.from(pieces.join(""), "latin1");
    const { answers, rest } = parseAnswers(await exchange(url, bytes, Math.floor((bytes.length * percent) / 100)));
    expect(rest.length).toBe(0);
    for (const { status, body } of answers) {
      expect(STATUSES).toContain(status);
      expect(body.includes(SECRET)).toBe(false);
      seen.set(status, (seen.get(status) ?? 0) + 1);
    }
    expect((await requestRaw(url, "/api/global")).status).toBe(200);
  });
  await fc.assert(property, { numRuns: count, seed });
  return seen;
}

function exchange(url: string, bytes: Buffer, split: number): Promise<Buffer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true }, () => {
      socket.write(bytes.subarray(0, split));
      // In a separate packet.
      setImmediate(() => socket.end(bytes.subarray(split)));
    });
    socket.on("data", (chunk: Buffer) => chunks.push(chunk));
    socket.on("end", () => socket.end());
    // A server that closes before it has read everything resets the connection.
    socket.on("error", () => {});
    socket.on("close", () => resolve(Buffer.concat(chunks)));
  });
}

it("server, handler and client give the same response to random targets, without errors or secrets", async () => {
  const seed = readSeed(20_261_121);
  const seen = await fuzzTargets(ground, URLS, seed);
  const tried = [...seen.values()].reduce((sum, count) => sum + count, 0);
  expect(tried).toBeGreaterThanOrEqual(URLS);
  const details = Object.fromEntries([...seen].map(([status, count]) => [`status_${status}`, count]));
  await reportFaults({
    name: "hostile-urls",
    what: "random request targets, the answers of the server, the handler and client.js compared to the byte",
    tried,
    seed,
    details,
  });
}, 1_800_000);

it("thousands of random streams get complete HTTP responses without a server error", async () => {
  const seed = readSeed(20_261_122);
  const seen = await fuzzStreams(ground.url, STREAMS, seed);
  for (const status of [200, 204, 400, 405]) expect(seen.get(status) ?? 0).toBeGreaterThan(STREAMS / 20);
  await reportFaults({
    name: "hostile-streams",
    what: "random streams of bytes on a connection each: proper requests, broken ones and no requests at all",
    tried: STREAMS,
    seed,
    details: Object.fromEntries([...seen].map(([status, count]) => [`status_${status}`, count])),
  });
}, 1_800_000);
