import { describe, expect, it } from "vitest";
import { computeEtag, createTree } from "../../../../build/kit/serve/handler/tree.ts";

/** As many as exceed the memory of a Cloudflare Worker together. */
const FILES = 40;
const FILE_BYTES = 1_000_000;

it("parses a file once, and keeps parsed files within a number of bytes", async () => {
  const body = JSON.stringify(["x".repeat(FILE_BYTES)]);
  const tree = createTree(async (path) => ({ body, etag: path }), []);
  const [often, first] = await Promise.all([tree.parse("often.json"), tree.parse("0.json")]);
  expect(await tree.parse("0.json")).toBe(first);
  for (let at = 1; at < FILES; at += 1) {
    await tree.parse(`${at}.json`);
    // The file that is used most is never parsed again.
    expect(await tree.parse("often.json")).toBe(often);
  }
  const again = await tree.parse("0.json");
  expect(again).toEqual(first);
  expect(again).not.toBe(first);
});

it("parses a changed file again", async () => {
  let version = 1;
  const tree = createTree(async () => ({ body: `{"version":${version}}`, etag: `${version}` }), []);
  expect(await tree.parse("a.json")).toEqual({ version: 1 });
  version = 2;
  expect(await tree.parse("a.json")).toEqual({ version: 2 });
});

describe("the ETag of a body without one", () => {
  const text = "0123456789 abc é";
  const bytes = new TextEncoder().encode(text);

  it("is the same for a text, its bytes, and bytes at any place of a buffer", () => {
    const etag = computeEtag({ body: text });
    expect(computeEtag({ body: bytes })).toBe(etag);
    for (const offset of [1, 2, 3, 4]) {
      const buffer = Buffer.concat([Buffer.alloc(offset), bytes]);
      expect(computeEtag({ body: buffer.subarray(offset) })).toBe(etag);
    }
  });

  it("is another one when any bit changes, and for more or fewer bytes", () => {
    const bodies = [...bytes.keys()].flatMap((at) =>
      [1, 2, 4, 8, 16, 32, 64, 128].map((bit) => bytes.map((byte, place) => (place === at ? byte ^ bit : byte))),
    );
    const padded = [1, 2, 3, 4, 5].map((more) => new Uint8Array(bytes.length + more));
    for (const body of padded) body.set(bytes);
    const etags = [bytes, ...bodies, ...padded, bytes.slice(0, -1)].map((body) => computeEtag({ body }));
    expect(new Set(etags).size).toBe(etags.length);
  });

  it("has no two of 20,000 texts that differ in few digits", () => {
    const etags = Array.from({ length: 20_000 }, (_, at) => computeEtag({ body: `[${at % 100}.5,"x",${at}]` }));
    expect(new Set(etags).size).toBe(etags.length);
  });
});
