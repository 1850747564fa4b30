import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { beforeAll, describe, expect, it } from "vitest";
import { bundleConversion, bundleProgramFiles, bundleWorker } from "../../../build/crypto/serve/programs.ts";

let programs: Map<string, string>;

beforeAll(async () => {
  programs = new Map((await bundleProgramFiles()).map(({ path, body }) => [path, body]));
  programs.set("worker", await bundleWorker());
  programs.set("js/convert-answer.js", await bundleConversion());
});

it("publishes the client and the service worker at the root of the site", async () => {
  expect((await bundleProgramFiles()).map(({ path }) => path)).toEqual(["client.js", "sw.js"]);
});

/**
 * Hosts allow far more: a Cloudflare Worker may have 3 MB compressed. Size delays the start of a
 * worker and the load of a page, and 32 KiB have no room for a library such as zod (90 KiB).
 */
const LARGEST_BYTES = 32 * 1024;

describe.each(["worker", "client.js", "sw.js", "js/convert-answer.js"])("%s", (name) => {
  it("is smaller than 32 KiB compressed", () => {
    expect(gzipSync(programs.get(name)!, { level: 9 }).length).toBeLessThan(LARGEST_BYTES);
  });

  it("begins with its licence and imports no other file", () => {
    const text = programs.get(name)!;
    expect(text.split("\n")[0]).toMatch(/^\/\*! Open Crypto Data.*MIT.*\*\/$/);
    expect(text).not.toMatch(/\bimport\s*[({"'*\w]|\brequire\(|\bfrom\s*"/);
  });

  it("contains no path of the machine that bundled it", () => {
    expect(programs.get(name)).not.toMatch(/node_modules|build\/(?:crypto|kit|lib)|file:\/\/|sourceMappingURL/);
    expect(programs.get(name)).not.toContain(process.cwd());
  });
});

it("gives the same bytes again", async () => {
  expect(await bundleWorker()).toBe(programs.get("worker"));
  for (const { path, body } of await bundleProgramFiles()) expect(body, path).toBe(programs.get(path));
});

/** Schemas are in files of the generator: `zod` alone would double the size of a program. */
it.each(["worker.ts", "client.ts", "service-worker.ts", "convert-answer.ts"])(
  "%s bundles no package",
  async (entry) => {
    const { metafile } = await build({
      entryPoints: [`build/crypto/serve/${entry}`],
      bundle: true,
      format: "esm",
      platform: "neutral",
      write: false,
      metafile: true,
      logLevel: "silent",
    });
    expect(Object.keys(metafile.inputs).filter((path) => path.includes("node_modules"))).toEqual([]);
    expect(Object.values(metafile.outputs).flatMap(({ imports }) => imports)).toEqual([]);
  },
);

it("the bundled handler has no dependencies and less than 32 KiB", async () => {
  const { outputFiles, metafile } = await build({
    entryPoints: ["build/crypto/serve/handler.ts"],
    bundle: true,
    minify: true,
    format: "esm",
    platform: "neutral",
    target: "es2023",
    write: false,
    metafile: true,
    logLevel: "silent",
  });
  const inputs = Object.keys(metafile.inputs);
  expect(inputs.filter((path) => !/^build\/(kit\/(api|serve)|crypto\/(api|normalise|serve)|lib)\//.test(path))).toEqual(
    [],
  );
  expect(Object.values(metafile.inputs).flatMap((input) => input.imports.filter(({ external }) => external))).toEqual(
    [],
  );
  expect(gzipSync(outputFiles[0]!.contents, { level: 9 }).length).toBeLessThan(LARGEST_BYTES);
});
