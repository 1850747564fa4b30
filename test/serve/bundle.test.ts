import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { bundleProgramFiles, bundleWorker } from "../../build/serve/bundle.ts";

let programs: Map<string, string>;

beforeAll(async () => {
  programs = new Map((await bundleProgramFiles()).map(({ path, body }) => [path, body]));
  programs.set("worker", await bundleWorker());
});

it("publishes the client and the service worker at the root of the site", async () => {
  expect((await bundleProgramFiles()).map(({ path }) => path)).toEqual(["client.js", "sw.js"]);
});

describe.each([
  // A worker's start and a page's load pay for every byte.
  ["worker", 4.25],
  ["client.js", 5],
  ["sw.js", 5],
])("%s", (name, kilobytes) => {
  it(`is smaller than ${kilobytes} KiB compressed`, () => {
    expect(gzipSync(programs.get(name)!, { level: 9 }).length).toBeLessThan(kilobytes * 1024);
  });

  it("begins with its licence, and needs no other file", () => {
    const text = programs.get(name)!;
    expect(text.split("\n")[0]).toMatch(/^\/\*! Open Crypto Data.*MIT.*\*\/$/);
    expect(text).not.toMatch(/\bimport\s*[({"'*\w]|\brequire\(|\bfrom\s*"/);
  });

  it("names nothing of the machine that made it", () => {
    expect(programs.get(name)).not.toMatch(/node_modules|build\/serve|file:\/\/|sourceMappingURL/);
    expect(programs.get(name)).not.toContain(process.cwd());
  });
});

it("is the same to the byte when it is made again", async () => {
  vi.resetModules();
  const again: typeof import("../../build/serve/bundle.ts") = await import("../../build/serve/bundle.ts");
  expect(await again.bundleWorker()).toBe(programs.get("worker"));
  for (const { path, body } of await again.bundleProgramFiles()) expect(body).toBe(programs.get(path));
});
