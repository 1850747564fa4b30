import { expect, it } from "vitest";
import { createTree } from "../../../../build/kit/serve/handler/tree.ts";

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
