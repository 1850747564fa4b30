import { expect } from "vitest";
import { ErrorResponse } from "../../build/api/errors.ts";
import { isApiPath } from "../../build/serve/handler/api-path.ts";
import type { HostileGround } from "./hostile-ground.ts";
import type { StreamedAnswer } from "./pipelined-connection.ts";
import { SECRET } from "./site.ts";

/** Fails where the server's answer to a target is a fault, reveals anything, or is not that of the handler and of the client. */
export async function checkTarget(
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

/** What the target means on this server: the same, whatever other server it names. */
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
  // A path that begins with two slashes would be the address of another host.
  if (status === 301 || status === 302) expect(headers["location"]).toMatch(/^\/(?![/\\])/);
  else expect(isPublished(tree, body)).toBe(true);
}

/** Bodies of a tree by length, so that one is found without a look at all of them. */
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
