import fc from "fast-check";
import { expect } from "vitest";
import { ErrorResponse } from "../../build/api/errors.ts";
import { isApiPath } from "../../build/serve/handler/api-path.ts";
import { SECRET } from "../fixtures/site.ts";
import type { HostileGround } from "./hostile-ground.ts";
import { hostileTarget } from "./hostile-target.ts";
import { createPipelinedConnection, type StreamedAnswer } from "./pipelined-connection.ts";

/** Pipelined requests. */
const AT_ONCE = 40;

/**
 * Compares the responses of the server to random targets with the handler and the client.
 * @returns number of responses by status
 */
export async function fuzzTargets(ground: HostileGround, count: number, seed: number): Promise<Map<number, number>> {
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
  if (!isApiPath(url.pathname)) {
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
